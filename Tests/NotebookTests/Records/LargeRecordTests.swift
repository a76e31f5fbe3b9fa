// Records larger than any source may be are read back as they were written.

import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite struct LargeRecordTests {
    @Test func aRecordOfFiveMebibytesIsFreshAfterItsRun() async throws {
        let value = String(repeating: "All-work-and-no-play.-", count: 4000)
        let count = 30
        let cells = (0..<count).map { "  - {id: c\($0), prompt: \"\($0) {{ t }}\"}\n" }
        let desk = try Workspace(
            "playground: 1\nmodel: fake\nparams: {t: {type: string, default: \"\(value)\"}}\ncells:\n\(cells.joined())")
        try await desk.run(FakeModels())
        let size = try #require(FileStatus(desk.paths.outputs)?.byteCount)
        #expect(size > 5 << 20)
        #expect(try desk.plan(FakeModels()) == (0..<count).map { "c\($0) fresh" })
        let outputs = try OutputsFile(at: desk.paths.outputs)
        #expect(outputs.notes == [])
        #expect(outputs.entries.count == count)
        #expect(
            try await desk.run(FakeModels(openFailure: "no model")) == (0..<count).map { "c\($0) fresh" })
    }

    @Test func aRecordMayHaveMoreValuesThanASource() throws {
        let entry = OutputEntry(
            key: "k", parts: [.prompt: "0"], continues: nil,
            options: ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil), prompt: "p", content: "c",
            finish: "stop", inputTokenCount: 1, outputTokenCount: 1, model: .init(name: "m", sha256: "s"),
            engine: .init(version: "1", numerics: 1))
        let file = OutputsFile(entries: (0..<8000).map { OutputsFile.Cell(id: "c\($0)", entry: entry) })
        let again = try OutputsFile(bytes: Array(file.text.utf8), path: "x")
        #expect(again.notes == [])
        #expect(again.entries.count == 8000)
    }

    @Test(arguments: ["desk.outputs.yaml", ".playground/journal/desk.jsonl"])
    func whatIsNoFileIsRefusedAndNothingIsAsked(name: String) async throws {
        let desk = try Workspace("playground: 1\nmodel: fake\ncells: [{id: a, prompt: x}]\n")
        let path = desk.folder[name]
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        try desk.folder.makePipe(name)
        let models = FakeModels()
        let error = await #expect(throws: RecordError.self) { try await desk.run(models) }
        #expect(
            error?.description
                == "\(path): error: cannot read the file: it is not a regular file [platform.not-regular]")
        #expect(models.asked == [])
    }

    @Test func aFileInPlaceOfTheFolderOfStateIsCalledOne() async throws {
        let desk = try Workspace("playground: 1\nmodel: fake\ncells: [{id: a, prompt: x}]\n")
        try desk.folder.write("", to: ".playground")
        let error = await #expect(throws: RecordError.self) { try await desk.run(FakeModels()) }
        #expect(
            error?.description == "\(desk.paths.state): error: cannot make the folder: a file of that name is there; "
                + "move it away [platform.not-folder]")
    }
}
