// The watch's screen as lines: what is on it, at every size, with hostile text in it.

import Foundation
import FoundationModels
import Notebook
import Platform
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite struct WatchDrawingTests {
    private let fixture: CommandFixture
    private let standing: Standing

    init() throws {
        fixture = try CommandFixture()
        standing = try Self.standing(of: fixture)
    }

    /// How the notebook stands to its record.
    private static func standing(of fixture: CommandFixture) throws -> Standing {
        let document = try #require(PlaygroundFile.load(path: fixture.path).document)
        let paths = PlaygroundPaths(source: fixture.path)
        return Standing(
            Planner(
                document: document, parameters: document.parameterValues(given: []).values, model: .registered("fake"),
                modelSHA256: "aa11", outputs: try OutputsFile(at: paths.outputs), results: ResultsStore(paths)))
    }

    private func state() -> WatchState {
        var state = WatchState(isChecking: false)
        state.take(.watching(folders: ["."], .events))
        state.take(.loaded(playground: "desk.playground.yaml", standing, edited: ["greet"]))
        return state
    }

    private func lines(_ state: WatchState, _ columns: Int = 80, _ rows: Int = 16) -> [String] {
        WatchDrawing(state: state, size: .init(columns: columns, rows: rows), usesColor: false).lines
            .map { $0.replacing(#/\x1b\[[0-9;]*m/#, with: "") }
    }

    private func run(_ event: RunEvent, _ state: inout WatchState) {
        state.take(.run(playground: "desk.playground.yaml", event))
    }

    @Test func cellsAndTheTextOfOneAreShown() {
        var state = state()
        run(.started(cell: "greet", prompt: "Hello"), &state)
        run(.answering(cell: "greet", delta: "HEL"), &state)
        let shown = lines(state)
        #expect(shown.count == 16)
        #expect(shown[0].hasPrefix(" playground watch  . by events"))
        #expect(shown[1].hasPrefix("▸ greet  answering"))
        #expect(shown[2].hasPrefix("  more   missing"))
        #expect(shown[3].hasPrefix("── greet ──"))
        #expect(shown[4] == "HEL")
        #expect(shown[14] == "edited greet")
        #expect(shown[15].hasPrefix("Enter stale  f failing"))
    }

    @Test func keysChooseAndAsk() {
        var state = state()
        #expect(state.take(Key.enter) == .runStale)
        #expect(state.take(Key.character("a")) == .runAll)
        #expect(state.take(Key.character("u")) == .accept)
        #expect(state.take(Key.character("t")) == nil)
        #expect(lines(state)[14].contains("no tool waits for your trust"))
        #expect(state.take(Key.down) == nil)
        #expect(state.focus?.cell == "more")
        // A focus that a person chose stays where it is.
        run(.started(cell: "greet", prompt: "Hello"), &state)
        #expect(state.focus?.cell == "more")
        #expect(state.take(Key.character("?")) == nil)
        #expect(state.showsHelp)
        #expect(state.take(Key.character("a")) == nil)
        #expect(!state.showsHelp)
        #expect(state.take(Key.character("q")) == .quit)
    }

    @Test func complaintsStandBesideTheLastGoodText() {
        var state = state()
        run(.started(cell: "greet", prompt: "Hello"), &state)
        run(.answering(cell: "greet", delta: "GOOD"), &state)
        state.take(.broken(playground: "desk.playground.yaml", complaints: "desk:1:1: error: wrong [x]\n  text\n"))
        let shown = lines(state)
        #expect(shown.contains { $0.hasPrefix("── the last good results stay") })
        #expect(shown.contains("desk:1:1: error: wrong [x]"))
        #expect(shown.contains("GOOD"))
    }

    @Test func noLineIsWiderThanTheTerminalAndNoneObeys() {
        var state = state()
        run(.started(cell: "greet", prompt: "Hello"), &state)
        let hostile =
            "日本語👩‍🚀e\u{301} \u{1b}]0;title\u{7}\u{1b}[2J\ttab \u{202E}bidi " + String(repeating: "x", count: 300)
        run(.answering(cell: "greet", delta: hostile + "\n" + hostile), &state)
        run(.failed(cell: "more", message: hostile), &state)
        state.take(.broken(playground: "desk.playground.yaml", complaints: hostile + "\n" + hostile))
        state.take(.note(hostile))
        for isDiff in [false, true] {
            if isDiff { _ = state.take(Key.character("d")) }
            for columns in 1...90 {
                for rows in [1, 3, 5, 24] {
                    let shown = lines(state, columns, rows)
                    #expect(shown.count == max(3, rows))
                    #expect(shown.allSatisfy { TerminalText.width($0) <= max(2, columns) }, "\(columns)")
                    #expect(
                        shown.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
                }
            }
        }
    }

    @Test func theKeysThatThereIsRoomForAreShown() {
        let state = state()
        #expect(lines(state, 80)[15] == "Enter stale  f failing  d diff  a all  x cancel  p pause  ? help  q quit")
        #expect(lines(state, 46)[15] == "Enter stale  f failing  d diff  ? help  q quit")
        #expect(lines(state, 20)[15] == "? help  q quit")
    }

    @Test func whatIsNotAsExpectedStandsAboveTheText() async throws {
        try fixture.folder.write(
            CommandFixture.source + "    expect: [{contains: NOTHING}]\n", to: "desk.playground.yaml")
        #expect(await fixture.run(["run", fixture.path]).status == 1)
        var state = WatchState(isChecking: false)
        state.take(.loaded(playground: "desk.playground.yaml", try Self.standing(of: fixture), edited: []))
        #expect(state.take(Key.character("f")) == .runFailing)
        #expect(state.focus?.cell == "more")
        let shown = lines(state)
        #expect(shown.contains { $0.hasPrefix("▸ more   fresh      ✗ 0 of 1 expectation hold") })
        #expect(shown.contains { $0.contains("error: cell 'more': expected to contain \"NOTHING\"") })
        #expect(shown.contains("GO ON"))
    }

    @Test func differencesAreShownWordByWord() {
        var state = state()
        _ = state.take(Key.character("d"))
        run(.answering(cell: "greet", delta: "HELLO ADA"), &state)
        #expect(lines(state)[3].hasPrefix("── greet: not on record ──"))
    }

    @Test func differencesFromTheRecordAreShownWordByWord() async throws {
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        var state = WatchState(isChecking: false)
        state.take(.loaded(playground: "desk.playground.yaml", try Self.standing(of: fixture), edited: ["greet"]))
        _ = state.take(Key.character("d"))
        #expect(lines(state)[4] == "the same as on record")
        run(.started(cell: "greet", prompt: "Hello."), &state)
        run(.answering(cell: "greet", delta: "HELLO DEAR ADA"), &state)
        #expect(lines(state)[3].hasPrefix("── greet: [-on record-] {+this answer+} ──"))
        #expect(lines(state)[4] == "HELLO {+DEAR +}ADA")
        // In colours a mark that a narrow terminal breaks goes on in the next line.
        let narrow = WatchDrawing(state: state, size: .init(columns: 14, rows: 16), usesColor: true).lines
        #expect(narrow[4].hasPrefix("HELLO \u{1b}[32m{+"))
        #expect(narrow[5].hasPrefix("\u{1b}[32m"))
    }

    @Test func longTextsAreScrolled() {
        var state = state()
        run(.answering(cell: "greet", delta: (1...40).map { "line \($0)" }.joined(separator: "\n")), &state)
        #expect(lines(state)[13] == "line 40")
        #expect(state.take(Key.pageDown) == nil)
        #expect(lines(state)[4] == "line 9")
        #expect(lines(state)[13] == "… 23 more lines: space")
        for _ in 0..<9 { _ = state.take(Key.character(" ")) }
        #expect(lines(state)[12] == "line 40")
        #expect(lines(state)[13] == "(the end)")
        _ = state.take(Key.escape)
        #expect(lines(state)[13] == "line 40")
    }

    @Test func differencesAreLineByLine() {
        let lines = LineDifference.lines(from: "a\nb\nc", to: "a\nx\nc\nd").map { "\($0.mark)\($0.line)" }
        #expect(lines == [" a", "-b", "+x", " c", "+d"])
    }
}
