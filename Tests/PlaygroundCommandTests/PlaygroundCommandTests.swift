// The command line from words to exit status on a model that echoes: both streams, every verb that needs no weights.

import FoundationModels
import Notebook
import Platform
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite struct PlaygroundCommandTests {
    let fixture: CommandFixture
    var folder: ScratchFolder { fixture.folder }
    var path: String { fixture.path }

    init() throws { fixture = try CommandFixture() }

    private func playground(_ words: String..., isTerminal: Bool = false) async -> CommandFixture.Output {
        await fixture.run(words, isTerminal: isTerminal)
    }

    @Test func aRunPrintsAnswersOnOneStreamAndProgressOnTheOther() async {
        let run = await playground("run", path)
        #expect(run.status == 0)
        #expect(run.out == "# greet\nHELLO ADA\n# more\nGO ON\n")
        let lines = run.err.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.contains(" input tokens cached (") == true)
        #expect(lines[0].hasPrefix("greet  ran      4 (1 cached) + 2 tokens"))
        let again = await playground("run", path)
        #expect(again.out == "")
        #expect(again.err == "greet  fresh\nmore   fresh\n")
    }

    @Test func aTerminalSeesTheSameText() async {
        #expect(await playground("run", path, isTerminal: true).out == "# greet\nHELLO ADA\n# more\nGO ON\n")
    }

    @Test func aNamedCellIsPrintedAlsoWhenItIsFresh() async {
        _ = await playground("run", path)
        let run = await playground("run", "\(path)#more")
        #expect(run.out == "GO ON\n")
        #expect(run.err == "greet  fresh\nmore   fresh\n")
    }

    @Test func jsonIsOneObjectALine() async throws {
        let run = await playground("run", path, "--json", "--tag", "long")
        let lines = run.out.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        for line in lines { _ = try JSONValue(parsing: line) }
        #expect(try JSONValue(parsing: lines[1])["content"] == .string("GO ON"))
        #expect(run.err == "")
    }

    @Test func overridesLeaveTheSidecarsAlone() async {
        let run = await playground("run", path, "-p", "name=Bo")
        #expect(run.out.hasPrefix("# greet\nHELLO BO\n"))
        #expect(run.err.hasSuffix("sidecars left as they are\n"))
        #expect(folder.files().filter { !$0.hasPrefix(".playground") } == ["desk.playground.yaml"])
    }

    @Test func listSaysHowCellsStandAndWhy() async throws {
        #expect(await playground("list", path).out == "greet  missing\nmore   missing: waits for cell greet\n")
        _ = await playground("run", path)
        #expect(await playground("list", path).out == "greet  fresh: 4 + 2 tokens\nmore   fresh: 4 + 2 tokens\n")
        try folder.write(
            try folder.text(of: "desk.playground.yaml").replacing("go on", with: "stop"), to: "desk.playground.yaml")
        #expect(await playground("list", path, "--stale").out == "more   stale: prompt changed\n")
    }

    @Test func listAsJSONNamesStateAndReasons() async throws {
        let lines = await playground("list", path, "--json").out.split(separator: "\n").map(String.init)
        let more = try JSONValue(parsing: try #require(lines.last))
        #expect(lines.count == 2)
        #expect(more["state"] == .string("missing"))
        #expect(more["reasons"] == .array([.string("waits for cell greet")]))
        #expect(more["key"] == nil)
        let greet = try JSONValue(parsing: lines[0])
        #expect(greet["reasons"] == .array([]))
        #expect(greet["key"] != nil)
    }

    @Test func checkNeedsFreshRecordsAndWholeTranscripts() async throws {
        #expect(await playground("check", path).status == 3)
        _ = await playground("run", path)
        #expect(await playground("check", path).status == 0)
        try folder.write("{}", to: "desk.transcripts/more.json")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(check.out == "desk.playground.yaml#more   stale: the transcript is not that of the record\n")
    }

    @Test func showPrintsTheConversation() async {
        _ = await playground("run", path)
        #expect(
            await playground("show", "\(path)#more").out
                == "prompt:\n    Hello Ada\nresponse:\n    HELLO ADA\nprompt:\n    go on\nresponse:\n    GO ON\n")
        #expect(await playground("show", "\(path)#more", "--raw").out == "GO ON")
        #expect(await playground("show", "\(path)#greet", "--prompt", "-p", "name=Bo").out == "Hello Bo")
        #expect(
            await playground("show", "\(path)#more", "--transcript").out.hasPrefix(
                "{\n  \"type\": \"FoundationModels.Transcript\""))
    }

    @Test func logListsEarlierResults() async throws {
        _ = await playground("run", path)
        try folder.write(
            try folder.text(of: "desk.playground.yaml").replacing("go on", with: "stop"), to: "desk.playground.yaml")
        _ = await playground("run", path)
        let log = await playground("log", "\(path)#more").out
        #expect(log.contains("  as now\n    STOP\n"))
        #expect(log.contains("  other prompt\n    GO ON\n"))
    }

    @Test func askAnswersAndRecordsNothing() async throws {
        #expect(await playground("ask", "\(path)#more", "and then?").status == 4)
        _ = await playground("run", path)
        let before = folder.files()
        let ask = await playground("ask", "\(path)#more", "and {{ then }}?")
        #expect(ask.status == 0)
        #expect(ask.out == "AND {{ THEN }}?\n")
        #expect(
            ask.err == """

                to keep it, add to the cells of desk.playground.yaml:

                  - id: more-2
                    continues: more
                    prompt: |-
                      and \\{{ then }}?


                """)
        #expect(folder.files() == before)
    }

    @Test func initWritesAPlaygroundThatRuns() async throws {
        let made = await playground("init", folder["new"])
        #expect(made.out == "new/tour.playground.yaml\nnew/playground-1.schema.json\nnew/.gitattributes\n")
        #expect(await playground("run", folder["new"]).status == 0)
        #expect(await playground("check", folder["new"]).status == 0)
        let again = await playground("init", folder["new"])
        #expect(again.status == 2)
        #expect(
            again.err
                == "playground init: error: 'new/tour.playground.yaml' is there already; nothing was written [usage]\n")
    }

    @Test func cleanRemovesWhatIsKeptAndNoSidecar() async {
        _ = await playground("run", path)
        #expect(await playground("clean", path).err == "desk.playground.yaml: 3 files removed from .playground\n")
        #expect(await playground("check", path).status == 0)
    }

    @Test func noVerbTouchesTheSource() async throws {
        let source = try folder.text(of: "desk.playground.yaml")
        let calls: [[String]] = [
            ["run", path], ["run", path, "--force", "--prune"], ["list", path], ["check", path],
            ["show", "\(path)#more"],
            ["log", "\(path)#more"], ["ask", "\(path)#more", "x"], ["schema"], ["init", folder.path], ["clean", path],
            ["model", "list"], ["report", "-o", folder["page.html"], path], ["trust", path],
            ["completions", "bash"], ["man"],
        ]
        // What these find depends on the machine, or there is nothing for them to find here.
        let others: [[String]] = [["diff", path], ["export", path], ["import", folder["none.prompt"]]]
        #expect(Set((calls + others).compactMap(\.first) + ["watch"]) == Set(Verb.all.map(\.name)))
        // A watch has no end of its own.
        let watch = Task { [fixture] in await fixture.run(["watch", fixture.path]) }
        try await Task.sleep(for: .milliseconds(300))
        watch.cancel()
        #expect(await watch.value.status == 130)
        for call in calls {
            #expect(await fixture.run(call).status == 0, "\(call)")
            #expect(try folder.text(of: "desk.playground.yaml") == source, "\(call)")
        }
        for call in others {
            _ = await fixture.run(call)
            #expect(try folder.text(of: "desk.playground.yaml") == source, "\(call)")
        }
    }

    @Test func aReaderThatGoesAwayIsNoFailure() async {
        let console = Console(isTerminal: false, usesColor: false) { stream, _ in stream == .error }
        let models = ModelAccess(defaultModel: .registered("fake")) { _ in EchoModels() }
        #expect(await PlaygroundCommand.run(["run", path], console: console, models: models) == .good)
        #expect(await playground("check", path).status == 0)
    }

    static let mistakes: [([String], Int32, String)] = [
        (["rnu"], 2, "playground: error: unknown verb 'rnu'; did you mean 'run'? [usage]\n"),
        (["trust"], 2, "playground trust: error: 'trust' needs one PATH [usage]\n"),
        (["run", "--forse"], 2, "playground run: error: unknown flag '--forse'; did you mean '--force'? [usage]\n"),
        (
            ["run", "--threads", "0"], 2,
            "playground run: error: '--threads' must be a whole number from 1 to 1024, found '0' [usage]\n"
        ),
        (
            ["run", "--threads", "1025"], 2,
            "playground run: error: '--threads' must be a whole number from 1 to 1024, found '1025' [usage]\n"
        ),
        (["run", "--tag"], 2, "playground run: error: '--tag' needs a value: --tag TAG [usage]\n"),
        (["run", "--force=yes"], 2, "playground run: error: '--force' takes no value, found 'yes' [usage]\n"),
        (["run", "PATH", "-p", "x"], 2, "playground run: error: '-p' needs NAME=VALUE, found 'x' [usage]\n"),
        (
            ["log", "PATH"], 2,
            "playground log: error: 'log' needs a cell, PATH#ID, found 'desk.playground.yaml' [usage]\n"
        ),
        (
            ["show", "PATH", "--raw"], 2,
            "playground show: error: '--raw' needs a cell, PATH#ID, found 'desk.playground.yaml' [usage]\n"
        ),
        (
            ["show"], 2,
            "playground show: error: 'show' needs a file or a cell of one, PATH or PATH#ID; 'playground list' says what there is [usage]\n"
        ),
        (
            ["ask", "PATH#more"], 2,
            "playground ask: error: 'ask' needs a cell and a text, found 1 operands; put the text in quotes [usage]\n"
        ),
        (
            ["run", "PATH#mroe"], 2,
            "playground run: error: desk.playground.yaml has no cell 'mroe'; did you mean 'more'? [usage]\n"
        ),
        (
            ["run", "PATH#postcard"], 2,
            "playground run: error: desk.playground.yaml has no cell 'postcard'; its cells are greet, more [usage]\n"
        ),
        (
            ["run", "PATH", "more"], 2,
            "playground run: error: there is no file 'more'; did you mean 'desk.playground.yaml#more'? [usage]\n"
        ),
        (["run", "#more"], 2, "playground run: error: '#more' names no file; write PATH or PATH#ID [usage]\n"),
        (["list", ""], 2, "playground list: error: '' names no file; write PATH or PATH#ID [usage]\n"),
        (
            ["clean", "PATH#more"], 2,
            "playground clean: error: 'desk.playground.yaml#more' names a cell; name its file [usage]\n"
        ),
        (
            ["check", "desk.outputs.yaml"], 2,
            "playground check: error: 'desk.outputs.yaml' is a record, not a playground; the playground is "
                + "'desk.playground.yaml' [usage]\n"
        ),
        (
            ["run", "PATH", "--tag", "lnog"], 2,
            "playground run: error: no cell has the tag 'lnog'; did you mean 'long'? [usage]\n"
        ),
        (["run", "PATH", "--tag", "x"], 2, "playground run: error: no cell has the tag 'x' [usage]\n"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsNamedAndNothingRuns(words: [String], status: Int32, message: String) async {
        let words = words.map { $0.replacing("PATH", with: path) }
        let output = await fixture.run(words)
        #expect(output.status == status)
        #expect(output.err == message)
        #expect(folder.files() == ["desk.playground.yaml"])
    }

    @Test func aWrongFileIsShownWithItsPlace() async throws {
        try folder.write("playground: 1\ncells:\n  - {id: a, prompt: \"{{ x }}\"}\n", to: "bad.playground.yaml")
        let run = await playground("run", folder["bad.playground.yaml"])
        #expect(run.status == 2)
        #expect(run.err.hasPrefix("bad.playground.yaml:3:"))
        #expect(run.err.contains("[notebook.unknown-parameter]"))
    }

    @Test(arguments: Verb.all)
    func everyVerbHasHelp(verb: Verb) async {
        let help = await playground(verb.name, "--help")
        #expect(help.status == 0)
        #expect(help.out.hasPrefix("playground \(verb.name)"))
        for flag in verb.allFlags { #expect(help.out.contains("  \(flag.name)")) }
    }

    @Test func exitCodesRankAsDocumented() {
        #expect(ExitStatus.stale.and(.usage) == .usage)
        #expect(ExitStatus.differs.and(.stale) == .stale)
        #expect(ExitStatus.stale.and(.failed) == .failed)
        #expect(ExitStatus.good.and(.good) == .good)
        #expect(ExitStatus.failed.and(.interrupted) == .interrupted)
    }
}
