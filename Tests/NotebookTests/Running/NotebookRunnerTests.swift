// Runs on a fake model: what is asked, recorded, kept, skipped, and which files are touched.

import Foundation
import FoundationModels
import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite struct NotebookRunnerTests {
    let desk: Workspace
    let models = FakeModels()

    init() throws { desk = try Workspace(deskSource) }

    private func edit(_ old: String, _ new: String) throws {
        try desk.write(deskSource.replacing(old, with: new))
    }

    @Test func aRunAsksEachCellOnceAndRecordsIt() async throws {
        #expect(try await desk.run(models) == ["sort ran", "reply ran", "formal ran", "digest ran"])
        #expect(models.asked == ["Sort this.", "Reply.", "Reply formally.", "Sum up: Answer 2 to: Reply.\n"])
        #expect(
            try desk.sidecars().keys.sorted() == [
                "desk.outputs.yaml", "desk.transcripts/digest.json", "desk.transcripts/formal.json",
                "desk.transcripts/reply.json", "desk.transcripts/sort.json",
            ])
        #expect(desk.folder.files().filter { $0.contains("journal") } == [])
        #expect(try desk.folder.text(of: ".playground/.gitignore") == "*\n")
        #expect(try desk.folder.text(of: Workspace.name) == deskSource)
    }

    @Test func entriesStandInTheOrderOfTheFile() async throws {
        try await desk.run(models)
        let outputs = try OutputsFile(bytes: FileSystem.read(desk.paths.outputs), path: "x")
        #expect(outputs.entries.map(\.id) == ["sort", "reply", "digest", "formal"])
        #expect(outputs["reply"]?.continues == "sort")
        #expect(outputs["formal"]?.content == "Answer 2 to: Reply formally.\n")
    }

    @Test func aTranscriptHoldsTheWholeConversation() async throws {
        try await desk.run(models)
        let transcript = try Transcript(json: desk.folder.text(of: "desk.transcripts/formal.json"))
        #expect(
            transcript.map(\.description) == [
                "(Instructions) Be kind.", "(Prompt) Sort this.", "(Response) Answer 1 to: Sort this.\n",
                "(Prompt) Reply formally.", "(Response) Answer 2 to: Reply formally.\n",
            ])
        let again = try JSONDecoder().decode(
            Transcript.self, from: Data(desk.folder.text(of: "desk.transcripts/formal.json").utf8))
        #expect(again == transcript)
    }

    @Test(arguments: [("", "\"1.1\""), ("target: ios26\n", "1"), ("target: ios27\n", "\"1.1\"")])
    func theTargetPicksTheVersionOfTranscripts(line: String, version: String) async throws {
        try desk.write("playground: 1\nmodel: fake\n\(line)cells:\n  - {id: a, prompt: x}\n")
        try await desk.run(models)
        #expect(try desk.folder.text(of: "desk.transcripts/a.json").contains("\"version\": \(version),"))
    }

    @Test func sidecarsNameNoPlaceAndNoTime() async throws {
        try await desk.run(models)
        let year = "\(Calendar.current.component(.year, from: Date()))"
        for (name, text) in try desk.sidecars() {
            #expect(!text.contains(desk.folder.path), "\(name)")
            #expect(!text.contains(year), "\(name)")
            #expect(!text.contains(ProcessInfo.processInfo.hostName), "\(name)")
        }
    }

    @Test func aSecondRunAsksNothingAndTouchesNothing() async throws {
        try await desk.run(models)
        let before = try FileManager.default.attributesOfItem(atPath: desk.paths.outputs)[.systemFileNumber] as? Int
        #expect(
            try await desk.run(FakeModels(openFailure: "no model")) == [
                "sort fresh", "reply fresh", "formal fresh", "digest fresh",
            ])
        #expect(
            try FileManager.default.attributesOfItem(atPath: desk.paths.outputs)[.systemFileNumber] as? Int == before)
    }

    @Test func undoingAnEditAsksNothing() async throws {
        try await desk.run(models)
        let sidecars = try desk.sidecars()
        try edit("Reply.", "Answer.")
        #expect(try await desk.run(models) == ["sort fresh", "reply ran", "formal fresh", "digest ran"])
        try desk.write(deskSource)
        #expect(
            try await desk.run(FakeModels(openFailure: "no model"))
                == ["sort fresh", "reply kept", "formal fresh", "digest kept"])
        #expect(try desk.sidecars() == sidecars)
    }

    @Test func aParentThatSaysTheSameAgainLeavesItsChildrenFresh() async throws {
        try await desk.run(models)
        models.answer("Sort.", with: "Answer 1 to: Sort this.\n")
        try edit("prompt: Reply.", "prompt: Reply, please.")
        models.answer("Reply, please.", with: "Answer 2 to: Reply.\n")
        #expect(try await desk.run(models) == ["sort fresh", "reply ran", "formal fresh", "digest fresh"])
    }

    @Test func aFailedCellFailsItsDependantsAndNothingElse() async throws {
        let failing = FakeModels(failing: ["Reply."])
        #expect(
            try await desk.run(failing) == [
                "sort ran",
                "reply failed: \(desk.folder[Workspace.name]):9:9: error: the context is full [session.context-full]",
                "formal ran",
                "digest skipped for reply",
            ])
        #expect(
            try desk.plan(failing) == [
                "sort fresh", "reply failed: the context is full [session.context-full]", "formal fresh",
                "digest missing: waits for cell reply",
            ])
        var failed = RunSelection()
        failed.failedOnly = true
        #expect(try await desk.run(models, failed) == ["sort fresh", "reply ran"])
        #expect(try await desk.run(models) == ["sort fresh", "reply fresh", "formal fresh", "digest ran"])
    }

    @Test func aModelThatCannotBeOpenedIsToldOnceAtItsPlace() async throws {
        try desk.write("playground: 1\nmodel: fake\ncells:\n  - {id: a, prompt: x}\n  - {id: b, prompt: y}\n")
        #expect(
            try await desk.run(FakeModels(openFailure: "no weights [model.missing]")) == [
                "\(desk.folder[Workspace.name]):2:8: error: can't open the model: no weights [model.missing]",
                "a failed: the model could not be opened [run.model]",
                "b failed: the model could not be opened [run.model]",
            ])
        #expect(try desk.plan(models) == ["a missing", "b missing"])
    }

    @Test func aSelectionBringsWhatItDependsOn() async throws {
        var selection = RunSelection()
        selection.ids = ["digest"]
        #expect(try await desk.run(models, selection) == ["sort ran", "reply ran", "digest ran"])
        selection.isForced = true
        #expect(try await desk.run(models, selection) == ["sort fresh", "reply fresh", "digest ran, same"])
    }

    @Test func aRunOfOneCellLeavesTheRecordsOfOthers() async throws {
        try await desk.run(models)
        try edit("id: formal", "id: stiff")
        var selection = RunSelection()
        selection.ids = ["sort"]
        try await desk.run(models, selection) { $0.prunes = true }
        #expect(try desk.plan(models).last == "formal orphan")
        try await desk.run(models) { $0.prunes = true }
        #expect(try desk.plan(models).last == "digest fresh")
        #expect(try desk.sidecars()["desk.transcripts/formal.json"] == nil)
        #expect(try desk.sidecars()["desk.transcripts/stiff.json"] != nil)
    }

    @Test(arguments: [RecordingMode.resultsOnly, .nothing])
    func otherModesLeaveTheSidecarsAlone(mode: RecordingMode) async throws {
        let lines = try await desk.run(models) { $0.mode = mode }
        #expect(lines.count == 4)
        #expect(try desk.sidecars() == [:])
        #expect(FileSystem.exists(desk.paths.state) == (mode == .resultsOnly))
    }

    @Test func aConflictIsMendedWithoutAModel() async throws {
        try await desk.run(models)
        let text = try desk.folder.text(of: "desk.outputs.yaml")
        try desk.folder.write("<<<<<<< HEAD\n\(text)=======\n>>>>>>> other\n", to: "desk.outputs.yaml")
        let lines = try await desk.run(FakeModels(openFailure: "no model"))
        #expect(lines.first?.hasPrefix("note ") == true)
        #expect(lines.dropFirst() == ["sort kept", "reply kept", "formal kept", "digest kept"])
        #expect(try desk.folder.text(of: "desk.outputs.yaml") == text)
    }

    @Test func aForcedAnswerThatWasNotFoldedInTakesTheOldOnesPlace() async throws {
        try await desk.run(models)
        let outputs = try OutputsFile(bytes: FileSystem.read(desk.paths.outputs), path: "x")
        var again = try #require(outputs["digest"])
        again.content = "Another answer to the same question"
        var other = try #require(outputs["formal"])
        other.key = "0"
        for (cell, entry) in [("digest", again), ("formal", other)] {
            try Journal(desk.paths).append(
                CellResult(playground: "desk", cell: cell, entry: entry, instructions: nil, tokenIDs: []))
        }
        try await desk.run(FakeModels(openFailure: "no model"))
        let after = try OutputsFile(bytes: FileSystem.read(desk.paths.outputs), path: "x")
        #expect(after["digest"] == again)
        #expect(after["formal"] == outputs["formal"])
    }

    @Test func aRunLeavesALogOfItsCost() async throws {
        try await desk.run(models)
        try await desk.run(models)
        let lines = try desk.folder.text(of: ".playground/runs/desk.jsonl").split(separator: "\n")
        #expect(
            try lines.map { try JSONValue(parsing: String($0))["cell"] }
                == ["sort", "reply", "formal", "digest"].map(JSONValue.string))
    }

    @Test func removedTranscriptsComeBack() async throws {
        try await desk.run(models)
        let sidecars = try desk.sidecars()
        try FileManager.default.removeItem(atPath: desk.folder["desk.transcripts"])
        try await desk.run(models)
        #expect(try desk.sidecars() == sidecars)
    }

    @Test func twoRunsDoNotMeet() async throws {
        try FileSystem.makeFolder(desk.paths.state)
        let lock = try FileLock(desk.paths.lock)
        let error = await #expect(throws: RecordError.self) { try await desk.run(models) }
        #expect(
            error?.description.hasSuffix("works on this playground; wait for it with --wait [platform.locked]") == true)
        let waiting = Task { [desk, models] in try await desk.run(models) { $0.waitsForLock = true } }
        _ = consume lock
        #expect(try await waiting.value.count == 4)
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func aFolderThatCannotBeWrittenIsAnErrorThatLeavesNothing() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: desk.folder.path)
        await #expect(throws: RecordError.self) { try await desk.run(models) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: desk.folder.path)
        #expect(desk.folder.files() == [Workspace.name])
    }

    @Test func anUnwritableRecordLosesNothing() async throws {
        try FileSystem.makeFolder(desk.paths.outputs + ".d")
        // A link into a folder that is not there can't be replaced, whoever runs the tests.
        try FileManager.default.createSymbolicLink(
            atPath: desk.paths.outputs, withDestinationPath: "gone/desk.outputs.yaml")
        let error = await #expect(throws: RecordError.self) { try await desk.run(models) }
        #expect(
            error?.description
                == "\(desk.paths.outputs): error: cannot write the file: no such file or folder [platform.system]")
        try FileManager.default.removeItem(atPath: desk.paths.outputs)
        let later = FakeModels()
        try await desk.run(later)
        #expect(!models.asked.isEmpty)
        #expect(Set(later.asked).isDisjoint(with: models.asked))
        #expect(try desk.plan(models) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
    }

    @Test func anAnswerThatCannotBeKeptByItsKeyStaysInTheJournal() async throws {
        let conversation = Conversation(instructions: "Be kind.")
        let options = ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil)
        let key = CellKey(model: "aa11", conversation: conversation, prompt: "Sort this.", options: options).text
        let path = "\(desk.paths.results)/\(key).json"
        try FileSystem.makeFolder(path)
        let error = await #expect(throws: RecordError.self) { try await desk.run(models) }
        #expect(error?.description == "\(path): error: cannot read the file: it is a folder [platform.system]")
        #expect(models.asked == ["Sort this."])
        try FileManager.default.removeItem(atPath: path)
        #expect(try await desk.run(models).first == "sort kept")
        #expect(models.asked.filter { $0 == "Sort this." }.count == 1)
    }

    @Test func aCancelledRunRecordsWhatIsFinished() async throws {
        let slow = FakeModels(delay: .milliseconds(5))
        let path = desk.folder[Workspace.name]
        let (events, continuation) = AsyncStream<String>.makeStream()
        let running = Task {
            let runner = try Workspace.runner(path, slow)
            return try await runner.run { event in
                if case .started(let cell, _) = event { continuation.yield(cell) }
            }
        }
        for await cell in events where cell == "formal" { break }
        running.cancel()
        let summary = try await running.value
        #expect(summary.isInterrupted)
        #expect(summary.ran == 2)
        #expect(try desk.plan(models) == ["sort fresh", "reply fresh", "formal missing", "digest missing"])
        #expect(desk.folder.files().filter { $0.contains("journal") } == [])
    }
}
