// Runs that are killed, really killed, at moments that nobody chose: nothing finished is lost, nothing is half-written.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite struct KilledRunTests {
    private static let source =
        "playground: 1\nmodel: fake\ncells:\n"
        + (0..<12).map {
            "  - {id: c\($0), \($0 % 3 == 0 ? "" : "continues: c\($0 - 1), ")prompt: \"Question \($0)\"}\n"
        }.joined()

    /// What an undisturbed run leaves.
    private static func undisturbed() async throws -> [String: String] {
        let desk = try Workspace(source)
        try await desk.run(FakeModels())
        return try desk.sidecars()
    }

    /// Each cell makes seven events: started, five words, finished. The first eight fall anywhere in a run, the others into
    /// the folding at its end.
    private static let moments: [(event: Int, microseconds: Int)] =
        (0..<8).map { (11 * $0 + 5, $0 * 700 % 2500) } + (0..<6).map { (84, $0 * 500) }

    @Test func aKilledRunLosesNothingThatWasFinished() async throws {
        let expected = try await Self.undisturbed()
        var finishedInAll = 0
        for (event, microseconds) in Self.moments {
            let desk = try Workspace(Self.source)
            // The child tells what is finished in a file of its own, and is killed by a thread of its own.
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = desk.folder[Workspace.name] as String, log = desk.folder["finished"] as String,
                    event = event as Int, microseconds = microseconds as Int
                ] in
                var count = 0
                let runner = try Workspace.runner(path, FakeModels())
                _ = try await runner.run { happened in
                    if case .finished(let outcome) = happened {
                        try? FileSystem.append(Array("\(outcome.entry.prompt)\n".utf8), to: log)
                    }
                    count += 1
                    guard count == event else { return }
                    Thread.detachNewThread {
                        usleep(UInt32(microseconds))
                        kill(getpid(), SIGKILL)
                    }
                }
                while true { sleep(1) }
            }
            let log = (try? desk.folder.text(of: "finished")) ?? ""
            let finished = log.split(separator: "\n").map(String.init)
            try? FileManager.default.removeItem(atPath: desk.folder["finished"])
            finishedInAll += finished.count
            for (name, text) in try desk.sidecars() where name == "desk.outputs.yaml" {
                let outputs = try OutputsFile(bytes: Array(text.utf8), path: name)
                #expect(outputs.notes == [])
                #expect(outputs.text == text)
            }
            let models = FakeModels()
            try await desk.run(models)
            #expect(Set(models.asked).isDisjoint(with: finished), "asked again: \(models.asked)")
            #expect(try desk.sidecars() == expected)
            #expect(desk.folder.files().filter { $0.contains("journal") || $0.hasSuffix(".tmp") } == [])
        }
        #expect(finishedInAll > 50, "the children were killed too early; the test says nothing")
    }
}
