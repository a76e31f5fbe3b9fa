import Foundation
import Platform
import TestSupport
import Testing

@testable import Notebook

/// What a run makes of records that it did not write, and of what other runs left.
@Suite struct RunRecorderTests {
    let desk: Workspace
    let models = FakeModels()

    init() throws { desk = try Workspace(deskSource) }

    private func editRecord(_ old: String, _ new: String) throws {
        let text = try desk.folder.text(of: "desk.outputs.yaml")
        #expect(text.contains(old))
        try desk.folder.write(text.replacing(old, with: new), to: "desk.outputs.yaml")
    }

    @Test func anAnswerChangedByHandIsNoAnswer() async throws {
        try await desk.run(models)
        let sidecars = try desk.sidecars()
        try editRecord("content: |\n      Answer 2 to: Reply.\n", "content: |\n      A lie.\n")
        #expect(
            try desk.plan(models) == [
                "sort fresh", "reply edited: the record was changed by hand (kept)", "formal fresh",
                "digest stale: waits for cell reply",
            ])
        #expect(try await desk.run(models) == ["sort fresh", "reply kept", "formal fresh", "digest fresh"])
        #expect(try desk.sidecars() == sidecars)
    }

    @Test func anAnswerChangedByHandIsAskedForAgainWhereNoneIsKept() async throws {
        try await desk.run(models)
        let sidecars = try desk.sidecars()
        try FileManager.default.removeItem(atPath: desk.paths.results)
        try editRecord("Answer 2 to: Reply formally.", "A lie.")
        var selection = RunSelection()
        selection.ids = ["sort"]
        try await desk.run(models, selection)
        #expect(try desk.plan(models)[2] == "formal edited: the record was changed by hand")
        #expect(try await desk.run(models) == ["sort fresh", "reply fresh", "formal ran", "digest fresh"])
        #expect(try desk.sidecars() == sidecars)
    }

    @Test func aForcedAnswerIsHeldAgainstTheRecord() async throws {
        try await desk.run(models)
        models.answer("Reply formally.", with: "Another answer.")
        var forced = RunSelection()
        forced.isForced = true
        forced.ids = ["sort", "formal"]
        #expect(try await desk.run(models, forced) == ["sort ran, same", "formal ran, differs"])
    }

    @Test func anAnswerTakenUpFromTheJournalBringsItsTranscript() async throws {
        try await desk.run(models)
        models.answer("Reply formally.", with: "Another answer.")
        var forced = RunSelection()
        forced.isForced = true
        forced.ids = ["formal"]
        let before = try desk.sidecars()
        try await desk.run(models, forced)
        let after = try desk.sidecars()
        #expect(before != after)
        // As a run leaves it that is killed before it writes the sidecars.
        let entry = try #require(try OutputsFile(bytes: FileSystem.read(desk.paths.outputs), path: "x")["formal"])
        for (name, text) in before { try desk.folder.write(text, to: name) }
        try Journal(desk.paths).append(
            CellResult(playground: "desk", cell: "formal", entry: entry, instructions: nil, tokenIDs: []))
        var other = RunSelection()
        other.ids = ["digest"]
        try await desk.run(FakeModels(openFailure: "no model"), other)
        #expect(try desk.sidecars() == after)
    }

    @Test func aRunThatLeavesTheSidecarsNeedsNoLock() async throws {
        try await desk.run(models)
        let lock = try FileLock(desk.paths.lock)
        let lines = try await desk.run(models) { $0.mode = .resultsOnly }
        #expect(lines == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
        _ = consume lock
    }

    @Test func resultsThatCannotBeThinnedOutFailNoRun() async throws {
        // One too many, of which the oldest can't be removed as a file.
        try FileSystem.makeFolder("\(desk.paths.failures)/!")
        for number in 0..<ResultsStore.limit { try desk.folder.write("", to: ".playground/failures/\(number).json") }
        #expect(throws: RecordError.self) { try ResultsStore(desk.paths).prune() }
        try await desk.run(models)
        #expect(try desk.plan(models).allSatisfy { $0.hasSuffix("fresh") })
    }

    @Test func clearingLeavesWhatOtherPlaygroundsKeep() async throws {
        let failing = FakeModels(failing: ["Reply."])
        try await desk.run(failing)
        let other = "other.playground.yaml"
        try desk.folder.write(deskSource.replacing("this.", with: "that."), to: other)
        _ = try await Workspace.runner(desk.folder[other], failing).run { _ in }
        let kept = desk.folder.files().count { $0.hasPrefix(".playground/") }
        // Two results, a failure and the log.
        #expect(try ResultsStore(desk.paths).clear() == 4)
        #expect(desk.folder.files().count { $0.hasPrefix(".playground/") } == kept - 4)
        #expect(!ResultsStore(PlaygroundPaths(source: desk.folder[other])).results(of: "sort").isEmpty)
        #expect(try ResultsStore(desk.paths).clearFolder() == 4)
    }
}
