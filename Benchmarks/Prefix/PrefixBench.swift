// What the prefix cache is worth: reading a long prompt from nothing, from the memory of this process and from the files of
// another, beside the time that the files alone take.
//
//     prefix-bench MODEL.gguf [TOKENS [REPETITIONS]]

import Engine
import Foundation
import Inference
import Models
import Tokenization

@main struct PrefixBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: prefix-bench MODEL.gguf [TOKENS [REPETITIONS]]")
            exit(2)
        }
        let path = arguments[1]
        let wanted = arguments.count > 2 ? Int(arguments[2]) ?? 1500 : 1500
        let repetitions = arguments.count > 3 ? Int(arguments[3]) ?? 20 : 20
        let clock = ContinuousClock()

        let folder = FileManager.default.temporaryDirectory.appending(
            path: "prefix-bench-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let prefixes = PrefixFolder(folder.path, byteLimit: 4 << 30)
        let activity = PrefixActivity()

        func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

        func text(_ times: [Double]) -> String {
            let sorted = times.sorted()
            func show(_ time: Double) -> String { String(format: "%.2f", time) }
            return
                "median \(show(sorted[sorted.count / 2])) ms, best \(show(sorted[0])), worst \(show(sorted[sorted.count - 1]))"
        }

        func open() throws -> LocalModel {
            var options = LocalModel.Options()
            options.prefixStore = { prefixes.store(of: $0, $1, activity: activity) }
            return try LocalModel(path: path, sha256: "bench", options: options)
        }

        /// Time to the first token of an answer, and what was cached of the prompt.
        func firstToken(_ model: LocalModel, _ messages: [ChatMessage]) async throws -> (Double, TokenUsage) {
            let start = clock.now
            for try await snapshot in model.generate(GenerationRequest(messages: messages, maximumResponseTokens: 1)) {
                return (milliseconds(start.duration(to: clock.now)), snapshot.usage)
            }
            return (milliseconds(start.duration(to: clock.now)), TokenUsage())
        }

        let model = try open()
        var instructions = ""
        var number = 1
        func messages(_ prompt: String) -> [ChatMessage] {
            [ChatMessage(role: "system", content: instructions), ChatMessage(role: "user", content: prompt)]
        }
        while try model.countTokens(messages("Go on.")) < wanted {
            instructions +=
                "Rule \(number): answer in one short line and mention \(["rivers", "bread", "maps"][number % 3]). "
            number += 1
        }
        let (cold, coldUsage) = try await firstToken(model, messages("Go on."))
        activity.waitForWrites()
        print(
            "\(coldUsage.input) tokens, \(activity.figures.writtenBlocks) blocks of \(activity.figures.writtenByteCount) bytes"
        )
        print("first token, cold:        \(String(format: "%.1f", cold)) ms (\(coldUsage.cached) cached)")

        var memory: [Double] = []
        var cached = 0
        for _ in 0..<repetitions {
            let (time, usage) = try await firstToken(model, messages("Go on."))
            memory.append(time)
            cached = usage.cached
        }
        print("first token, from memory: \(text(memory)) (\(cached) cached)")

        var disk: [Double] = []
        for _ in 0..<repetitions {
            let (time, usage) = try await firstToken(try open(), messages("Go on."))
            disk.append(time)
            cached = usage.cached
        }
        print("first token, from disk:   \(text(disk)) (\(cached) cached)")

        // The files alone: listing the folder, reading and checking every block, as a new process would.
        let tokens = try model.tokens(messages("Go on."))
        var reading: [Double] = []
        for _ in 0..<repetitions {
            let start = clock.now
            let found = prefixes.store(of: model.identity, model.kvLayout, activity: activity).blocks(
                of: tokens, from: 0, beyond: 0)
            reading.append(milliseconds(start.duration(to: clock.now)))
            precondition(found.reduce(0) { $0 + $1.tokens.count } >= tokens.count - 1)
        }
        print("files alone:              \(text(reading))")
        precondition(activity.figures.defectCount == 0)
    }
}
