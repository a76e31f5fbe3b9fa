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
    private let plan: Plan

    init() throws {
        fixture = try CommandFixture()
        let document = try #require(PlaygroundFile.load(path: fixture.path).document)
        let paths = PlaygroundPaths(source: fixture.path)
        plan = Planner(
            document: document, parameters: document.parameterValues(given: []).values, model: .registered("fake"),
            modelSHA256: "aa11", outputs: try OutputsFile(at: paths.outputs), results: ResultsStore(paths)
        ).plan()
    }

    private func state() -> WatchState {
        var state = WatchState(isChecking: false)
        state.take(.watching(folders: ["."], .events))
        state.take(.loaded(playground: "desk.playground.yaml", plan: plan, edited: ["greet"]))
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
        #expect(shown[15].hasPrefix("Enter stale  a all"))
    }

    @Test func keysChooseAndAsk() {
        var state = state()
        #expect(state.take(Key.enter) == .runStale)
        #expect(state.take(Key.character("a")) == .runAll)
        #expect(state.take(Key.character("u")) == .accept)
        #expect(state.take(Key.character("t")) == nil)
        #expect(lines(state)[14].contains("nothing to trust"))
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

    @Test func differencesAreLineByLine() {
        let lines = LineDifference.lines(from: "a\nb\nc", to: "a\nx\nc\nd").map { "\($0.mark)\($0.line)" }
        #expect(lines == [" a", "-b", "+x", " c", "+d"])
    }
}
