// Runs of cells with rows: what is asked, what is written, what is taken from the record, and what goes on with rows.

import Foundation
import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite struct MatrixRunTests {
    private static let source = """
        playground: 1
        model: fake
        cells:
          - id: inbox
            matrix: &rows
              message: {file: messages.csv, key: id}
            prompt: "Sort {{ message.text }} ({{ row.key }})"
          - id: reply
            continues: inbox
            matrix: *rows
            prompt: "Reply in {{ row.message.lang }} to {{ cells.inbox.content }}"
          - id: digest
            prompt: "Sum up {{ cells.reply.rows }}"

        """

    private func desk(_ source: String = Self.source) throws -> Workspace {
        let desk = try Workspace(source)
        try desk.folder.write("id,text,lang\na17,Mug,en\nb2,\"Wo, \"\"hm\"\"?\",de\n", to: "messages.csv")
        return desk
    }

    @Test func rowsAreAskedRecordedAndGoneOnWithOneByOne() async throws {
        let desk = try desk()
        let models = FakeModels()
        let ran = try await desk.run(models)
        #expect(ran == ["inbox[a17] ran", "inbox[b2] ran", "reply[a17] ran", "reply[b2] ran", "digest ran"])
        #expect(
            models.asked == [
                "Sort Mug (a17)", "Sort Wo, \"hm\"? (b2)", "Reply in en to Answer 1 to: Sort Mug (a17)\n",
                "Reply in de to Answer 1 to: Sort Wo, \"hm\"? (b2)\n",
                #"Sum up ["Answer 2 to: Reply in en to Answer 1 to: Sort Mug (a17)\n\n", "#
                    + #""Answer 2 to: Reply in de to Answer 1 to: Sort Wo, \"hm\"? (b2)\n\n"]"#,
            ])
        let sidecars = try desk.sidecars()
        #expect(
            Set(sidecars.keys) == [
                "messages.csv", "desk.outputs.yaml", "desk.outputs/inbox.yaml", "desk.outputs/reply.yaml",
                "desk.transcripts/inbox.jsonl", "desk.transcripts/reply.jsonl", "desk.transcripts/digest.json",
            ])
        let lines = try #require(sidecars["desk.transcripts/reply.jsonl"]).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[1].hasPrefix(#"{"row":"b2","type":"FoundationModels.Transcript","#))
        // A line is a transcript: its row is one key more.
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(lines[1].utf8))
        #expect(Array(transcript).count == 4)
        #expect(
            sidecars["desk.outputs/inbox.yaml"]?.hasPrefix(
                "# Answers as recorded by `playground run`, a row each. After a merge conflict take either side and run again.\n"
                    + "outputs: 1\ncell: inbox\nrows:\n  a17:\n    key: \"") == true)
        #expect(try desk.plan(models) == ["inbox fresh", "reply fresh", "digest fresh"])
        let check = try RowCheck(try desk.document(), at: desk.paths)
        #expect(check.complaints(of: "inbox") == [])

        let again = try await desk.run(models)
        #expect(again.allSatisfy { $0.hasSuffix(" fresh") } && again.count == 5)
        #expect(try desk.sidecars() == sidecars)
    }

    @Test func onlyRowsThatChangedAreAskedAgain() async throws {
        let desk = try desk()
        try await desk.run(FakeModels())
        try desk.folder.write("id,text,lang\nb2,Wo?,de\na17,Mug,en\nc3,New,fr\n", to: "messages.csv")
        let models = FakeModels()
        #expect(
            try desk.plan(models) == [
                "inbox stale: 1 of 3 rows stale: prompt changed, …, 1 missing",
                "reply stale: 1 of 3 rows stale: waits for cell inbox[b2], …, 1 missing",
                "digest stale: waits for cell reply",
            ])
        let ran = try await desk.run(models)
        #expect(
            ran == [
                "inbox[b2] ran", "inbox[a17] fresh", "inbox[c3] ran", "reply[b2] ran", "reply[a17] fresh",
                "reply[c3] ran",
                "digest ran",
            ])
        // The order is that of the rows.
        let text = try desk.folder.text(of: "desk.outputs/inbox.yaml")
        let keys = text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        #expect(keys == ["  b2:", "  a17:", "  c3:"])
    }

    @Test func oneRowIsSelectedWithWhatItGoesOnFrom() async throws {
        let desk = try desk()
        var selection = RunSelection()
        selection.ids = ["reply"]
        selection.rows = ["reply": ["b2"]]
        #expect(try await desk.run(FakeModels(), selection) == ["inbox[b2] ran", "reply[b2] ran"])
        #expect(
            try desk.plan(FakeModels()) == [
                "inbox missing: 1 of 2 rows missing", "reply missing: 1 of 2 rows missing: waits for cell inbox[a17]",
                "digest missing: waits for cell reply",
            ])
    }

    @Test func aRowThatFailsFailsWhatGoesOnWithItAndNothingElse() async throws {
        let desk = try desk()
        let ran = try await desk.run(FakeModels(failing: ["Sort Mug (a17)"]))
        #expect(ran.count == 5)
        #expect(ran[0].contains("inbox[a17] failed: ") && ran[0].contains("desk.playground.yaml:4:9: error: "))
        #expect(
            ran[1...] == [
                "inbox[b2] ran", "reply[a17] skipped for inbox[a17]", "reply[b2] ran", "digest skipped for reply",
            ])
    }

    @Test func rowsThatAreNoMoreAreToldAndRemovedWhenAsked() async throws {
        let desk = try desk()
        try await desk.run(FakeModels())
        try desk.folder.write("id,text,lang\na17,Mug,en\n", to: "messages.csv")
        let ran = try await desk.run(FakeModels())
        #expect(
            ran[0].hasPrefix("note ") && ran[0].contains("no cells: inbox[b2], reply[b2]; remove them with --prune"))
        #expect(try desk.folder.text(of: "desk.outputs/inbox.yaml").contains("\n  b2:\n"))
        try await desk.run(FakeModels()) { $0.prunes = true }
        #expect(try !desk.folder.text(of: "desk.outputs/inbox.yaml").contains("  b2:"))
        #expect(try !desk.folder.text(of: "desk.transcripts/inbox.jsonl").contains("\"b2\""))
        try desk.write("playground: 1\nmodel: fake\ncells: [{id: inbox, prompt: Hi}]\n")
        try await desk.run(FakeModels()) { $0.prunes = true }
        #expect(Set(try desk.sidecars().keys) == ["messages.csv", "desk.outputs.yaml", "desk.transcripts/inbox.json"])
    }

    @Test func damagedRowsCountAsMissingAndTheOthersStay() async throws {
        let desk = try desk()
        try await desk.run(FakeModels())
        let whole = try desk.sidecars()
        let path = "desk.outputs/inbox.yaml"
        try desk.folder.write(
            try desk.folder.text(of: path).replacing(
                "content: |\n      Answer 1 to: Sort Mug", with: "content: |\n      Other"), to: path)
        #expect(
            try desk.plan(FakeModels())[0].hasPrefix("inbox edited: 1 of 2 rows edited: the record was changed by hand")
        )
        try await desk.run(FakeModels())
        #expect(try desk.sidecars() == whole)
        try desk.folder.write("<<<<<<< ours\n" + (whole[path] ?? ""), to: path)
        #expect(try desk.plan(FakeModels())[0].hasPrefix("inbox missing: 2 of 2 rows missing"))
        try await desk.run(FakeModels())
        #expect(try desk.sidecars() == whole)
    }

    @Test func fieldAxesAskSideBySide() async throws {
        let desk = try desk(
            """
            playground: 1
            model: fake
            schemas: {T: {type: object, properties: {a: {type: string}}}}
            cells:
              - id: compare
                matrix: {instructions: [Brief., Long.], options.temperature: [0, 0.5], generating: [T]}
                prompt: Hi

            """)
        let models = FakeModels()
        models.answer("Hi", with: #"{"a": "b"}"#)
        let ran = try await desk.run(models)
        #expect(
            ran.map { String($0.prefix { $0 != "]" }) } == [
                "compare[Brief./0/T", "compare[Brief./0.5/T", "compare[Long./0/T", "compare[Long./0.5/T",
            ])
        let record = try RowRecord(of: "compare", at: desk.paths.rows(of: "compare"))
        #expect(record.keys.map { record[$0]?.options.seed != nil } == [false, true, false, true])
        #expect(record.keys.allSatisfy { record[$0]?.schema?.name == "T" })
        let parts = Set(record.keys.compactMap { record[$0]?.parts[.instructions] })
        #expect(parts.count == 2)
    }
}
