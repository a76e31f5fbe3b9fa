// Records held against the model that they came from.

import FoundationModels
import Foundation
import Notebook
import Synchronization
import TestSupport
import Testing

@Suite("Live check")
struct LiveCheckTests {
    private let workspace: Workspace
    private let models = FakeModels()

    init() throws { workspace = try Workspace(deskSource) }

    /// Checks, and gives a word a cell: `reply differs`.
    private func check(
        _ comparison: LiveCheck.Comparison = .exact, only ids: Set<String>? = nil,
        accepts: (@Sendable (LiveCheck.Finding) -> Bool)? = nil
    ) async throws -> [String] {
        let lines = Mutex<[String]>([])
        var selection = RunSelection()
        selection.ids = ids
        _ = try await workspace.run(models, selection) { runner in
            runner.mode = accepts == nil ? .nothing : .sidecars
            runner.liveCheck = LiveCheck(comparison, accepts: accepts) { finding in
                lines.withLock { $0.append("\(finding.cell) \(finding.verdict.rawValue)") }
            }
        }
        return lines.withLock { $0 }
    }

    @Test("What comes again is the same, and nothing is written")
    func same() async throws {
        try await workspace.run(models)
        let files = workspace.folder.files()
        #expect(try await check() == ["sort same", "reply same", "formal same", "digest same"])
        #expect(models.asked.count == 8)
        #expect(workspace.folder.files() == files)
    }

    @Test("Each cell is judged behind the recorded answers of the others, and the record stays as it is")
    func differs() async throws {
        try await workspace.run(models)
        let sidecars = try workspace.sidecars()
        models.answer("Reply.", with: "Another one.")
        #expect(try await check() == ["sort same", "reply differs", "formal same", "digest same"])
        #expect(models.asked.contains("Sum up: Answer 2 to: Reply.\n"))
        #expect(!models.asked.contains("Sum up: Another one."))
        #expect(try workspace.sidecars() == sidecars)
        #expect(try await workspace.run(models) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
    }

    @Test("Answers may differ where only expectations are to hold")
    func expectations() async throws {
        try workspace.write(
            """
            playground: 1
            model: fake
            cells:
              - {id: first, prompt: One.}
              - {id: held, prompt: Two., expect: [{contains: other}, {not: {contains: "{{ cells.first.content }}"}}]}
              - {id: missed, prompt: Three., expect: [{not: {contains: other}}]}
              - id: rows
                matrix: {word: [a, b]}
                prompt: "Say {{ word }}"
                expect: [{contains: "{{ word }}"}]

            """)
        for prompt in ["Two.", "Three."] { models.answer(prompt, with: "an other answer") }
        for word in ["a", "b"] { models.answer("Say \(word)", with: "\(word)!") }
        try await workspace.run(models)
        for prompt in ["One.", "Two.", "Three."] { models.answer(prompt, with: "yet other words") }
        models.answer("Say a", with: "a?")
        models.answer("Say b", with: "nothing")
        #expect(
            try await check(.expectations) == [
                "first same", "held same", "missed differs", "rows[a] same", "rows[b] differs",
            ])
        #expect(
            try await check() == [
                "first differs", "held differs", "missed differs", "rows[a] differs", "rows[b] differs",
            ])
    }

    @Test("Only cells that are named are asked")
    func selection() async throws {
        try await workspace.run(models)
        #expect(try await check(only: ["digest"]) == ["digest same"])
        #expect(models.asked.count == 5)
    }

    @Test("Stale and missing cells have nothing to reproduce")
    func stale() async throws {
        try await workspace.run(models)
        try workspace.write(deskSource.replacing("Reply.", with: "Reply now."))
        #expect(try await check() == ["sort same", "reply skipped", "formal same"])
    }

    @Test("What is accepted is recorded, and what depends on it is asked anew")
    func accepted() async throws {
        try await workspace.run(models)
        models.answer("Reply.", with: "Another one.")
        let findings = try await check { _ in true }
        #expect(findings == ["sort same", "reply accepted", "formal same", "digest accepted"])
        #expect(models.asked.last == "Reply formally." || models.asked.contains("Sum up: Another one."))
        #expect(try workspace.sidecars()["desk.outputs.yaml"]?.contains("Another one.") == true)
        #expect(try workspace.plan(models).allSatisfy { $0.hasSuffix(" fresh") })
        #expect(try await check() == ["sort same", "reply same", "formal same", "digest same"])
    }

    @Test("What is declined leaves no trace")
    func declined() async throws {
        try await workspace.run(models)
        let sidecars = try workspace.sidecars()
        models.answer("Reply.", with: "Another one.")
        #expect(try await check { _ in false } == ["sort same", "reply differs", "formal same", "digest same"])
        #expect(try workspace.sidecars() == sidecars)
        #expect(try await workspace.run(models) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
    }

    @Test("An edited prompt is reviewed with its answers, which are kept where they were accepted")
    func edited() async throws {
        try await workspace.run(models)
        try workspace.write(deskSource.replacing("Reply.", with: "Reply now."))
        #expect(
            try await check { $0.cell == "reply" } == ["sort same", "reply accepted", "formal same", "digest differs"])
        #expect(
            try workspace.plan(models).map { $0.prefix { $0 != ":" } } == [
                "sort fresh", "reply fresh", "formal fresh", "digest stale",
            ])
    }

    @Test("A record that was changed by hand differs, and is healed where the answer is accepted")
    func broken() async throws {
        try await workspace.run(models)
        // The answer stands in the digest's prompt and content as well.
        let text = try workspace.folder.text(of: "desk.outputs.yaml")
        try workspace.folder.write(
            text.replacing("Answer 2 to: Reply.", with: "Answer 3 to: Reply."), to: "desk.outputs.yaml")
        #expect(try await check(only: ["reply"]) == ["reply differs"])
        #expect(try await check { _ in true } == ["sort same", "reply accepted", "formal same", "digest accepted"])
        #expect(try workspace.sidecars()["desk.outputs.yaml"] == text)
    }

    @Test("As JSON, spacing and the order of members do not count; values do")
    func json() async throws {
        models.answer("Reply.", with: #"{"a": 1, "b": [true, "x"]}"#)
        try await workspace.run(models)
        models.answer("Reply.", with: #"{"b":[true,"x"],"a":1}"#)
        #expect(try await check(only: ["reply"]) == ["reply differs"])
        #expect(try await check(.json, only: ["reply"]) == ["reply same"])
        models.answer("Reply.", with: #"{"b":["x",true],"a":1}"#)
        #expect(try await check(.json, only: ["reply"]) == ["reply differs"])
        #expect(try await check(.json, only: ["sort"]) == ["sort same"])
    }
}
