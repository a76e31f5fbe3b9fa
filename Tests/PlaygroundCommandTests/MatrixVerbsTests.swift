// Cells with rows on the command line: naming one row, sums in listings, and an object a row.

import Foundation
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite struct MatrixVerbsTests {
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        try fixture.folder.write("id,text\na,hi\nb,fail\n", to: "m.csv")
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            cells:
              - id: in
                matrix: {m: {file: m.csv, key: id}}
                prompt: "{{ m.text }}"

            """, to: "desk.playground.yaml")
        return fixture
    }

    @Test func aRunSumsRowsUpAndNamesThoseThatFail() async throws {
        let fixture = try fixture()
        let ran = await fixture.run(["run", fixture.path])
        #expect(ran.status == 4)
        #expect(ran.out == "# in[a]\nHI\n")
        #expect(
            ran.err == """
                in[b]  failed   desk.playground.yaml:4:9: error: the model is out of order [test.failure]
                in  failed   2 rows: 1 ran, 1 failed; 4 + 2 tokens

                """)
        let list = await fixture.run(["list", fixture.path])
        #expect(
            list.out == "in  failed: 1 of 2 rows failed: the model is out of order [test.failure]\n")
        let named = await fixture.run(["list", "\(fixture.path)#in"])
        #expect(
            named.out.split(separator: "\n").dropFirst() == [
                "in[a]  fresh: 4 + 2 tokens", "in[b]  failed: the model is out of order [test.failure]",
            ])
        #expect(await fixture.run(["check", fixture.path]).status == 3)
        try fixture.edit("m.csv", "fail", "ho")
        let one = await fixture.run(["run", "--json", "\(fixture.path)#in[b]"])
        #expect(one.status == 0)
        #expect(one.out.hasPrefix(#"{"playground":"desk.playground.yaml","cell":"in","row":"b","state":"ran","#))
        #expect(await fixture.run(["check", fixture.path]).status == 0)
    }

    @Test func showGivesAnObjectARow() async throws {
        let fixture = try fixture()
        try fixture.edit("m.csv", "fail", "ho")
        _ = await fixture.run(["run", fixture.path])
        let shown = await fixture.run(["show", "--json", "\(fixture.path)#in"])
        #expect(
            shown.out == """
                {"playground":"desk.playground.yaml","cell":"in","row":"a","state":"fresh","reasons":[],"prompt":"hi","content":"HI","finish":"stop"}
                {"playground":"desk.playground.yaml","cell":"in","row":"b","state":"fresh","reasons":[],"prompt":"ho","content":"HO","finish":"stop"}

                """)
        #expect(await fixture.run(["show", "--raw", "\(fixture.path)#in[b]"]).out == "HO")
        let ask = await fixture.run(["ask", "\(fixture.path)#in", "more"])
        #expect(ask.status == 2)
        #expect(ask.err.contains("cell 'in' has rows; name one, such as 'desk.playground.yaml#in[a]'"))
        let wrong = await fixture.run(["show", "\(fixture.path)#in[c]"])
        #expect(wrong.err.contains("cell 'in' has no row 'c'; its rows are a, b"))
        let list = await fixture.run(["list", "--json", fixture.path])
        #expect(list.out.contains(#""rows":{"count":2,"fresh":2}"#))
    }

    @Test func aTranscriptThatWasChangedIsFoundAndMended() async throws {
        let fixture = try fixture()
        try fixture.edit("m.csv", "fail", "ho")
        _ = await fixture.run(["run", fixture.path])
        let whole = try fixture.folder.text(of: "desk.transcripts/in.jsonl")
        try fixture.edit("desk.transcripts/in.jsonl", "HO", "NO")
        let check = await fixture.run(["check", fixture.path])
        #expect(check.status == 3)
        #expect(check.out == "desk.playground.yaml#in  stale: 1 row whose transcripts are not those of the record\n")
        _ = await fixture.run(["run", fixture.path])
        #expect(try fixture.folder.text(of: "desk.transcripts/in.jsonl") == whole)
    }

    @Test func progressTellsRateAndRest() {
        #expect(RowProgress.line("in", done: 0, of: 9, asked: 0, in: .seconds(1)) == "in  0 of 9 rows")
        #expect(
            RowProgress.line("in", done: 37, of: 300, asked: 20, in: .seconds(10))
                == "in  37 of 300 rows, 2.0 rows/s, 2 min left")
        #expect(
            RowProgress.line("in", done: 1, of: 9000, asked: 1, in: .seconds(10))
                == "in  1 of 9000 rows, 0.1 rows/s, 25 h left")
    }

    @Test func aFailureThatIsExpectedIsGoodAlsoInAClone() async throws {
        let fixture = try fixture()
        try fixture.edit("desk.playground.yaml", "    prompt:", "    expect: [{error: test.failure}]\n    prompt:")
        try fixture.folder.write("id,text\na,fail\nb,fail\n", to: "m.csv")
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        try FileManager.default.removeItem(atPath: fixture.folder[".playground"])
        let check = await fixture.run(["check", fixture.path])
        #expect(check.status == 0)
        #expect(check.err == "desk.playground.yaml: 1 cell fresh; all 2 expectations hold\n")
    }

    @Test func aVariantIsRunAndCheckedBesideThePlayground() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        let record = try fixture.folder.text(of: "desk.outputs.yaml")
        let bob = ["-p", "name=Bob", "--variant", "bob", fixture.path]
        #expect(await fixture.run(["run"] + bob).status == 0)
        #expect(try fixture.folder.text(of: "desk.outputs.yaml") == record)
        #expect(try fixture.folder.text(of: "desk@bob.outputs.yaml").contains("HELLO BOB"))
        #expect(await fixture.run(["check"] + bob).status == 0)
        #expect(await fixture.run(["check", fixture.path]).status == 0)
        #expect(await fixture.run(["check", "--variant", "bob", fixture.path]).status == 3)
        let wrong = await fixture.run(["run", "--variant", "../x", fixture.path])
        #expect(
            wrong.err
                == "playground run: error: '../x' can't name a variant; a name is a letter or digit, then at most 63 "
                + "letters, digits, '-' and '_' [usage]\n")
    }

    @Test func questionsAtATimeLeaveTheRecordOfARunOneByOne() async throws {
        var records: [[String]] = []
        for flags in [["--jobs", "1"], ["--jobs", "4"], []] {
            let fixture = try fixture()
            try fixture.folder.write("id,text\na,hi\nb,ho\nc,hum\nd,hey\ne,oh\n", to: "m.csv")
            #expect(await fixture.run(["run", fixture.path] + flags).status == 0)
            let names = fixture.folder.files().filter { $0.hasPrefix("desk.") }.sorted()
            records.append(try names.map { "\($0): \(try fixture.folder.text(of: $0))" })
        }
        #expect(records[0].count > 1 && records[0] == records[1] && records[0] == records[2])
        #expect(
            try await fixture().run(["run", "--jobs", "17"]).err
                == "playground run: error: '--jobs' must be a whole number from 1 to 16, found '17' [usage]\n")
    }

    @Test func aRunEndsAtTheFirstFailureWhereItIsToldTo() async throws {
        let fixture = try fixture()
        try fixture.folder.write("id,text\na,hi\nb,fail\nc,ho\n", to: "m.csv")
        let ran = await fixture.run(["run", "--fail-fast", fixture.path])
        #expect(ran.status == 4)
        #expect(ran.err.contains("3 rows: 1 ran, 1 failed"))
        #expect(await fixture.run(["list", "\(fixture.path)#in[c]"]).out.contains("in[c]  missing"))
    }
}
