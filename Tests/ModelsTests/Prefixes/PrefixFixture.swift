// A tiny model over a folder of blocks, asked as by processes that come one after another.

import Engine
import Foundation
import Inference
import TestSupport
import Tokenization

@testable import Models

struct PrefixFixture {
    static let identity = "fixture"

    let folder: ScratchFolder
    let weights: String
    let instructions = (0..<60).map { "rule \($0)" }.joined(separator: ", ")

    init(_ family: TinyModel.Family = .llama, seed: UInt64 = 5) throws {
        folder = try ScratchFolder()
        var model = TinyModel(family, format: .q8_0, seed: seed)
        model.contextLength = 2048
        weights = try model.write(to: folder)
    }

    var prefixes: PrefixFolder { prefixes() }

    func prefixes(byteLimit: Int = 1 << 30, isVerifying: Bool = false) -> PrefixFolder {
        PrefixFolder(folder["kv"], byteLimit: byteLimit, isVerifying: isVerifying)
    }

    /// - Parameter prefixes: nil: nothing outlives the process.
    func open(
        _ prefixes: PrefixFolder?, _ activity: PrefixActivity = PrefixActivity(), memory: Int = 512 << 20,
        sha256: String = identity
    ) throws -> LocalModel {
        var options = LocalModel.Options(threads: 2, cacheByteLimit: memory)
        if let prefixes { options.prefixStore = { prefixes.store(of: $0, $1, activity: activity) } }
        return try LocalModel(path: weights, sha256: sha256, options: options)
    }

    func messages(_ prompt: String) -> [ChatMessage] {
        [ChatMessage(role: "system", content: instructions), ChatMessage(role: "user", content: prompt)]
    }

    func ask(_ model: LocalModel, _ prompt: String, tokens: Int = 12) async throws -> GenerationSnapshot {
        var last = GenerationSnapshot(text: "", tokens: [], usage: TokenUsage())
        let request = GenerationRequest(
            messages: messages(prompt), sampling: .random(temperature: 1, topK: nil, topP: nil, seed: 3),
            maximumResponseTokens: tokens)
        for try await snapshot in model.generate(request) { last = snapshot }
        return last
    }

    /// Asks as a process of its own, which ends when all is written.
    func askOnce(
        _ prompt: String, _ prefixes: PrefixFolder, memory: Int = 512 << 20
    ) async throws -> (GenerationSnapshot, PrefixActivity.Figures) {
        let activity = PrefixActivity()
        let answer = try await ask(open(prefixes, activity, memory: memory), prompt)
        activity.waitForWrites()
        return (answer, activity.figures)
    }

    /// Paths of all files of blocks, sorted.
    func files() throws -> [String] { try PrefixInventory(prefixes).files.map(\.path).sorted() }
}
