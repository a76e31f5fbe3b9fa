// Outputs that fail or that obey, records that are no files, models that do not open: what a command says and how it ends.

import FoundationModels
import Notebook
import Platform
import Synchronization
import TestSupport
import Testing

@testable import PlaygroundCLI

/// Answers every prompt with itself, or does not open.
private struct RepeatingModels: CellModelSource, CellModel {
    var openingFailure: String?
    var identity: CellModelIdentity { CellModelIdentity(sha256: "aa11", engineVersion: "1", numerics: 1) }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { "aa11" }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        if let openingFailure { throw Failure(description: openingFailure) }
        return self
    }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(
                CellAnswer(
                    content: prompt, tokenIDs: [1], inputTokenCount: 1, cachedTokenCount: 0, outputTokenCount: 1,
                    finish: "stop"))
            continuation.finish()
        }
    }
}

@Suite struct OutputFailureTests {
    let folder: ScratchFolder
    let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder["desk.playground.yaml"]
        try folder.write(
            """
            playground: 1
            model: fake
            cells:
              - {id: red, prompt: "\\e[31mred\\a"}
              - {id: next, prompt: Next}

            """, to: "desk.playground.yaml")
    }

    private struct Output {
        var status: Int32
        var out: String
        var err: String
    }

    private func playground(
        _ words: String..., isTerminal: Bool = false, models: RepeatingModels = RepeatingModels(),
        outputFailure: PlatformError? = nil
    ) async -> Output {
        let texts = Mutex(["", ""])
        let console = Console(isTerminal: isTerminal, usesColor: isTerminal) { stream, text in
            if stream == .output, let outputFailure { throw outputFailure }
            texts.withLock { $0[stream == .output ? 0 : 1] += text }
            return true
        }
        let access = ModelAccess(
            defaultModel: .registered("fake"), source: { _ in models }, environment: ["HOME": folder.path])
        let status = await PlaygroundCommand.run(words, console: console, models: access)
        let place = folder.path + "/"
        return texts.withLock {
            Output(
                status: status.rawValue, out: $0[0].replacing(place, with: ""), err: $0[1].replacing(place, with: ""))
        }
    }

    @Test func aTerminalIsShownWhatItWouldObey() async {
        #expect(
            await playground("run", path, isTerminal: true).out
                == "# red\n\u{FFFD}[31mred\u{FFFD}\n# next\nNext\n")
        #expect(await playground("show", "\(path)#red", "--raw", isTerminal: true).out == "\u{FFFD}[31mred\u{FFFD}\n")
    }

    @Test func aPipeIsGivenTheBytesAsTheyAre() async {
        #expect(await playground("run", path).out == "# red\n\u{1b}[31mred\u{7}\n# next\nNext\n")
        #expect(await playground("show", "\(path)#red", "--raw").out == "\u{1b}[31mred\u{7}")
    }

    @Test func progressKeepsTheColoursOfTheConsoleAndNoOthers() async {
        let models = RepeatingModels(openingFailure: "\u{1b}]0;title\u{7}no weights [model.missing]")
        let run = await playground("run", path, isTerminal: true, models: models)
        #expect(
            run.err.hasPrefix(
                "desk.playground.yaml:2:8: error: can't open the model: \u{FFFD}]0;title\u{FFFD}no weights "
                    + "[model.missing]\nred   \u{1b}[31mfailed \u{1b}[0m  the model could not be opened [run.model]\n"))
    }

    @Test func outputThatCannotBeWrittenIsToldOnceAndFailsTheCommand() async {
        let full = PlatformError(.system(operation: "write the file", code: 28), path: "standard output")
        let message =
            "standard output: error: cannot write the file: no space left on the device; free some and run again "
            + "[platform.system]\n"
        let list = await playground("list", path, outputFailure: full)
        #expect(list.status == 4)
        #expect(list.err == message)
        let run = await playground("run", path, outputFailure: full)
        #expect(run.status == 4)
        #expect(run.err.ranges(of: message).count == 1)
        #expect(await playground("check", path).status == 0)
        #expect(await playground("--help", outputFailure: full).status == 4)
    }

    @Test func aModelThatCannotBeOpenedIsToldOnceAtItsPlace() async {
        let run = await playground(
            "run", path, models: RepeatingModels(openingFailure: "error: no pip [model.no-program]"))
        #expect(run.status == 4)
        #expect(
            run.err == """
                desk.playground.yaml:2:8: error: no pip [model.no-program]
                red   failed   the model could not be opened [run.model]
                next  failed   the model could not be opened [run.model]

                """)
        let other = await playground(
            "run", path, "--model", "x.gguf",
            models: RepeatingModels(openingFailure: "x.gguf:0x0: error: bad [gguf.magic]"))
        #expect(
            other.err.hasPrefix("desk.playground.yaml: error: can't open the model: x.gguf:0x0: bad [gguf.magic]\n"))
    }

    @Test func aTranscriptThatIsNoFileIsNotWhole() async throws {
        _ = await playground("run", path)
        try FileSystem.removeFile(folder["desk.transcripts/next.json"])
        try folder.makePipe("desk.transcripts/next.json")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(
            check.out == "desk.playground.yaml#next  stale: the transcript can't be read: it is not a regular file\n")
    }

    @Test func transcriptsAndRecordsOfNoCellAreToldByCheckAndRunAndPruned() async throws {
        _ = await playground("run", path)
        try folder.write("{}", to: "desk.transcripts/stranger.json")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(check.out == "desk.playground.yaml#stranger  orphan: a transcript of no cell\n")
        try folder.write(
            try folder.text(of: "desk.playground.yaml").replacing("id: next", with: "id: after"),
            to: "desk.playground.yaml")
        let note = "desk.playground.yaml: on record, but no cells: next, stranger; remove them with --prune\n"
        #expect(await playground("run", path).err.hasPrefix(note))
        #expect(await playground("run", "\(path)#red").err.hasPrefix(note))
        #expect(await !playground("run", path, "--prune").err.contains("--prune"))
        #expect(await playground("check", path).status == 0)
        #expect(folder.files().filter { $0.hasPrefix("desk.transcripts") }.count == 2)
    }

    @Test func thousandsOfCellsAreListedInOneGo() async throws {
        let cells = (0..<5000).map { "  - {id: c\($0), prompt: x}\n" }
        try folder.write("playground: 1\ncells:\n\(cells.joined())", to: "many.playground.yaml")
        let list = await playground("list", folder["many.playground.yaml"])
        #expect(list.out.split(separator: "\n").count == 5000)
        #expect(list.out.hasPrefix("c0     missing\n"))
    }
}
