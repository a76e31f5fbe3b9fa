// Failures that are expected: recorded, known to who has the record alone, and no reason to stop.

import Foundation
import TestSupport
import Testing

@testable import Notebook

@Suite struct ExpectedFailureTests {
    private static let source = """
        playground: 1
        model: fake
        cells:
          - {id: full, prompt: Too much., expect: [{error: context-full}]}
          - {id: rows, matrix: {x: [a, b]}, prompt: "{{ x }}", expect: [{error: context-full}]}
          - {id: other, prompt: Bad.}
          - {id: fine, prompt: Good.}

        """
    private let models = FakeModels(failing: ["Too much.", "a", "b", "Bad."])

    @Test func areRecordedAndNoOthers() async throws {
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        let outputs = try OutputsFile(at: desk.paths.outputs)
        #expect(outputs.failures.map(\.id) == ["full", "rows[a]", "rows[b]"])
        #expect(
            outputs.failures.map(\.message) == Array(repeating: "the context is full [session.context-full]", count: 3))
        #expect(OutputsFileTests.readAgain(outputs) == outputs)
        // A clone has the record and nothing else.
        try FileManager.default.removeItem(atPath: desk.paths.state)
        let failed = "failed: the context is full [session.context-full]"
        #expect(
            try desk.plan(models) == [
                "full \(failed)", "rows failed: 2 of 2 rows failed: the context is full [session.context-full]",
                "other missing", "fine fresh",
            ])
        // Running again says the same and changes no byte.
        let first = try desk.sidecars()
        try await desk.run(models)
        #expect(try desk.sidecars() == first)
        // Another question is not known to fail, and one that is answered is no failure.
        try desk.write(Self.source.replacing("Too much.", with: "Less."))
        #expect(try desk.plan(models)[0] == "full missing")
        try await desk.run(models)
        #expect(try OutputsFile(at: desk.paths.outputs).failures.map(\.id) == ["rows[a]", "rows[b]"])
    }

    @Test func aRunStopsAtTheFirstOtherFailureWhereItIsToldTo() async throws {
        let desk = try Workspace(Self.source)
        let told = try await desk.run(models) { $0.stopsAtFailure = true }
        #expect(told.map { $0.split(separator: " ")[0] } == ["full", "rows[a]", "rows[b]", "other"])
        #expect(try desk.plan(models).last == "fine missing")
    }

    @Test func aVariantHasRecordsOfItsOwn() async throws {
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        let first = try desk.sidecars()
        try desk.write(Self.source.replacing("Good.", with: "Better."))
        try await desk.run(models) { $0.variant = "better" }
        let both = try desk.sidecars()
        #expect(both.filter { !$0.key.hasPrefix("desk@better.") } == first)
        #expect(both["desk@better.outputs.yaml"]?.contains("Better.") == true)
        #expect(both["desk@better.transcripts/fine.json"]?.contains("Better.") == true)
    }
}

extension OutputsFileTests {
    fileprivate static func readAgain(_ file: OutputsFile) -> OutputsFile? {
        try? OutputsFile(bytes: Array(file.text.utf8), path: "desk.outputs.yaml")
    }
}
