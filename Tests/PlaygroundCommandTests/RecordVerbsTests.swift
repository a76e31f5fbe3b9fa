import Foundation
import FoundationModels
import TestSupport
import Testing

@testable import PlaygroundCLI

/// What the verbs say of records: changed by hand, cut, forced, in another order, failed.
@Suite struct RecordVerbsTests {
    var fixture: CommandFixture
    let path: String
    let record = "desk.outputs.yaml"

    init() throws {
        fixture = try CommandFixture()
        path = fixture.path
    }

    /// The same folder with a model that answers everything otherwise.
    private var answeringOtherwise: CommandFixture {
        var changed = fixture
        changed.models.tail = "!"
        return changed
    }

    private func playground(_ words: String...) async -> CommandFixture.Output { await fixture.run(words) }

    static let edits = [
        ("GO ON", "GO OFF"), ("output: 2", "output: 3"), ("finish: stop", "finish: length"),
        ("      go on", "      go in"),
    ]

    @Test(arguments: edits)
    func aRecordChangedByHandIsNoticedByEveryVerb(old: String, new: String) async throws {
        _ = await playground("run", path)
        let written = try fixture.folder.text(of: record)
        // The last entry alone.
        let start = try #require(written.range(of: "  more:"))
        let edited = written[..<start.lowerBound] + written[start.lowerBound...].replacing(old, with: new)
        #expect(edited != written)
        try fixture.folder.write(String(edited), to: record)
        let words = "edited: the record was changed by hand"
        #expect(await playground("list", "--stale", path).out == "more   \(words), a result is kept\n")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(check.out == "desk.playground.yaml#more   \(words), a result is kept\n")
        #expect(
            check.err
                == "desk.playground.yaml: 1 of 2 cells stale; run: playground run desk.playground.yaml\n")
        #expect(await playground("show", "\(path)#more").err == "more \(words); run it for an answer\n")
        #expect(await playground("ask", "\(path)#more", "x").status == 4)
        #expect(await playground("run", path).err == "greet  fresh\nmore   kept     4 + 2 tokens\n")
        #expect(try fixture.folder.text(of: record) == written)
        #expect(await playground("check", path).status == 0)
    }

    @Test func aForcedRunSaysWhetherTheAnswerIsTheRecordedOne() async throws {
        _ = await playground("run", path)
        let same = await playground("run", "--force", path)
        #expect(same.status == 0)
        let cells = same.err.split(separator: "\n").filter { !$0.contains(" input tokens cached (") }
        #expect(cells.count == 2 && cells.allSatisfy { $0.hasSuffix(", same as the record") }, "\(same.err)")
        var other = fixture
        other.models.tail = "!"
        let changed = await other.run(["run", "--force", path + "#greet"])
        #expect(changed.status == 0)
        #expect(changed.err.hasSuffix(", differs from the record\n"), "\(changed.err)")
        let json = await fixture.run(["run", "--force", "--json", path + "#greet"])
        #expect(try JSONValue(parsing: json.out)["differs"] == .bool(true))
    }

    @Test func anAnswerThatWasCutSaysSoEverywhere() async throws {
        try fixture.edit("desk.playground.yaml", "go on", "cut me")
        let run = await playground("run", path)
        #expect(run.err.split(separator: "\n")[1].hasPrefix("more   ran      4 (1 cached) + 2 tokens, cut at 2 tokens"))
        #expect(await playground("run", path).err == "greet  fresh\nmore   fresh    cut at 2 tokens\n")
        #expect(
            await playground("list", path).out
                == "greet  fresh: 4 + 2 tokens\nmore   fresh: 4 + 2 tokens, cut at 2 tokens\n")
        #expect(await playground("show", "\(path)#more").out.hasSuffix("response (cut at 2 tokens):\n    CUT ME\n"))
        #expect(await playground("ask", "\(path)#more", "cut").err.hasPrefix("cut at 2 tokens\n"))
    }

    @Test func showOfAFilePrintsEveryCell() async throws {
        let missing = await playground("show", path)
        #expect(missing.status == 3)
        #expect(missing.out == "# greet missing\nprompt:\n    Hello Ada\n# more missing: waits for cell greet\n")
        _ = await playground("run", path)
        let show = await playground("show", path)
        #expect(show.status == 0)
        #expect(
            show.out == "# greet\nprompt:\n    Hello Ada\nresponse:\n    HELLO ADA\n"
                + "# more\nprompt:\n    go on\nresponse:\n    GO ON\n")
        #expect(await playground("show", "--json", path).out.split(separator: "\n").count == 2)
    }

    @Test func checkTakesParametersAndSaysWhatHelps() async throws {
        _ = await playground("run", path)
        let other = await playground("check", path, "-p", "name=Bo")
        #expect(other.status == 3)
        #expect(other.out.hasPrefix("desk.playground.yaml#greet  stale: prompt changed\n"))
        #expect(
            other.err
                == "desk.playground.yaml: 2 of 2 cells stale; run: playground run desk.playground.yaml\n")
        #expect(await playground("check", path, "-p", "name=Ada").status == 0)
        try fixture.edit("desk.playground.yaml", "id: more", "id: rest")
        #expect(
            await playground("check", path).err
                == "desk.playground.yaml: 1 of 2 cells stale, 1 orphan; "
                + "run: playground run --prune desk.playground.yaml\n")
    }

    @Test func checkAsJSONIsAnObjectACell() async throws {
        _ = await playground("run", path)
        let lines = await playground("check", path, "--json").out.split(separator: "\n").map(String.init)
        #expect(try lines.map { try JSONValue(parsing: $0)["state"] } == [.string("fresh"), .string("fresh")])
    }

    @Test func cellsInAnotherOrderAreAStaleRecord() async throws {
        let cells = ["  - {id: a, prompt: x}\n", "  - {id: b, prompt: y}\n"]
        try fixture.folder.write("playground: 1\ncells:\n" + cells.joined(), to: "desk.playground.yaml")
        _ = await playground("run", path)
        #expect(await playground("check", path).status == 0)
        try fixture.folder.write("playground: 1\ncells:\n" + cells.reversed().joined(), to: "desk.playground.yaml")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(check.out == "desk.outputs.yaml  stale: its cells stand in another order than the playground's\n")
        #expect(
            check.err == "desk.playground.yaml: the record is stale; run: playground run desk.playground.yaml\n")
        _ = await playground("run", path)
        #expect(await playground("check", path).status == 0)
        try fixture.edit(record, "# Answers", "# My answers")
        #expect(await playground("check", path).out == "desk.outputs.yaml  stale: it is not as a run writes it\n")
    }

    @Test func aFailedCellIsListedWithItsReasonAndRunAgainByFailed() async throws {
        try fixture.edit("desk.playground.yaml", "go on", "fail me")
        #expect(await playground("run", path).status == 4)
        #expect(
            await playground("list", "--stale", path).out
                == "more   failed: the model is out of order [test.failure]\n")
        #expect(await playground("run", "--failed", path).err.contains("error: the model is out of order"))
        try fixture.edit("desk.playground.yaml", "fail me", "go on")
        _ = await playground("run", path)
        let none = await playground("run", "--failed", path)
        #expect(none.status == 0)
        #expect(none.err == "desk.playground.yaml: no failed cell; nothing to run\n")
    }

    @Test func cleanOfAFileLeavesTheOthers() async throws {
        let other = fixture.folder["other.playground.yaml"]
        try fixture.folder.write(CommandFixture.source.replacing("Hello", with: "Bye"), to: "other.playground.yaml")
        _ = await playground("run", path, other)
        #expect(await playground("clean", path).err == "desk.playground.yaml: 3 files removed from .playground\n")
        #expect(await playground("log", "\(other)#more").out.contains("GO ON"))
        let all = await playground("clean", fixture.folder.path)
        #expect(all.err.contains(": 3 files removed from "))
        #expect(await playground("log", "\(other)#more").out == "")
    }

    @Test func aModelThatNobodyKnowsIsShownWithItsPlace() async throws {
        var fixture = fixture
        fixture.registered = ["fakes", "other"]
        for verb in ["run", "check", "list"] {
            let output = await fixture.run([verb, path])
            #expect(output.status == 2)
            #expect(
                output.err == """
                    desk.playground.yaml:2:8: error: no model named 'fake' is registered; did you mean 'fakes'? \
                    [notebook.unknown-model]
                      model: fake
                             ^~~~

                    """)
        }
        let other = await fixture.run(["run", path, "--model", "none"])
        #expect(other.status == 2)
        #expect(
            other.err == "playground run: error: no model named 'none' is registered; registered are 'fakes', 'other' "
                + "[usage]\n")
        // A record of that model comes from a machine where it is known.
        _ = await self.fixture.run(["run", path])
        #expect(await fixture.run(["check", path]).status == 0)
    }

    @Test func initWritesTheFileThatIsNamed() async throws {
        let file = fixture.folder["new/my.playground.yaml"]
        let made = await playground("init", file)
        #expect(made.out == "new/my.playground.yaml\nnew/playground-1.schema.json\nnew/.gitattributes\n")
        #expect(try fixture.folder.text(of: "new/my.playground.yaml").contains("title: \"My\"\n"))
        #expect(await playground("run", file).status == 0)
        #expect(await playground("ask", "\(file)#greet", "and then?").out == "AND THEN?\n")
        let again = await playground("init", file)
        #expect(again.status == 2)
        #expect(
            again.err
                == "playground init: error: 'new/my.playground.yaml' is there already; nothing was written [usage]\n")
        try fixture.folder.write("{}", to: "new/playground-1.schema.json")
        #expect(await playground("init", fixture.folder["new"]).out == "new/tour.playground.yaml\n")
        #expect(try fixture.folder.text(of: "new/playground-1.schema.json") == "{}")
    }

    @Test func aLiveCheckShowsBothAnswersAndWritesNothing() async throws {
        _ = await playground("run", path)
        let same = await playground("check", "--live", path)
        #expect(same.status == 0)
        #expect(same.out.isEmpty)
        #expect(same.err.contains("desk.playground.yaml: 2 cells asked, none differs\n"))
        let written = try fixture.folder.text(of: record)
        let changed = answeringOtherwise
        let other = await changed.run(["check", "--live", "\(path)#more"])
        #expect(other.status == 1)
        #expect(
            other.out == """
                desk.playground.yaml#more  differs
                recorded (4 + 2 tokens, stop):
                    GO ON
                live (4 + 2 tokens, stop):
                    GO ON!

                """)
        #expect(
            other.err.hasPrefix(
                "desk.playground.yaml: 1 of 1 cell answered otherwise; accept: playground check --update "
                    + "desk.playground.yaml\n"))
        #expect(try fixture.folder.text(of: record) == written)
        let json = await changed.run(["check", "--live", "--json", "\(path)#more"])
        #expect(json.out.contains(#""live":"differs","recorded":"GO ON","content":"GO ON!","finish":"stop""#))
    }

    @Test func anUpdateWithoutATerminalRecordsEveryAnswer() async throws {
        _ = await playground("run", path)
        let changed = answeringOtherwise
        try fixture.edit("desk.playground.yaml", "go on", "go in")
        let update = await changed.run(["check", "--update", path])
        #expect(update.status == 0)
        #expect(update.err.contains("desk.playground.yaml#greet  accepted\ndesk.playground.yaml#more  accepted\n"))
        #expect(await changed.run(["show", "--raw", "\(path)#more"]).out == "GO IN!")
        #expect(await changed.run(["check", "--live", path]).status == 0)
        try fixture.edit("desk.playground.yaml", "go in", "fail")
        #expect(await changed.run(["check", "--update", path]).status == 4)
        #expect(await changed.run(["check", "--live", path]).status == 3)
    }

    @Test func aLiveCheckWantsRightFlags() async throws {
        for (words, problem) in [
            (["--compare", "json"], "'--compare' needs '--live'"), (["--threads", "2"], "'--threads' needs '--live'"),
            (["--live", "--compare", "x"], "'--compare' must be 'exact' or 'json' or 'expectations', found 'x'"),
            (
                ["--update", "-p", "name=Bo"],
                "'--update' records what the file asks; leave out -p, --params and --model"
            ),
        ] {
            let result = await fixture.run(["check", path] + words)
            #expect(result.status == 2)
            #expect(result.err == "playground check: error: \(problem) [usage]\n")
        }
    }
}
