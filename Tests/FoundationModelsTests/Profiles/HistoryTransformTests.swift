// What transforms leave of a history, and that they never part a call from its output.

import FoundationModels
import Testing

@Suite struct HistoryTransformTests {
    private static func entry(_ word: Substring) -> Transcript.Entry {
        let id = String(word)
        let name = String(word.dropFirst().prefix { $0 != "." })
        func call(_ name: String) -> Transcript.ToolCall {
            Transcript.ToolCall(id: name, toolName: name, arguments: GeneratedContent(kind: .null))
        }
        return switch word.first {
        case "i": .instructions(Transcript.Instructions(id: id, segments: [], toolDefinitions: []))
        case "p": .prompt(Transcript.Prompt(id: id, segments: []))
        case "c":
            .toolCalls(Transcript.ToolCalls(id: id, word.dropFirst().split(separator: "+").map { call(String($0)) }))
        case "o": .toolOutput(Transcript.ToolOutput(id: id, toolName: name, segments: []))
        default: .response(Transcript.Response(id: id, assetIDs: [], segments: []))
        }
    }

    /// A history as words: `i` instructions, `p` prompt, `ca+b` calls of tools a and b, `oa` output of tool a, `r` response.
    private static func history(_ words: String) -> [Transcript.Entry] { words.split(separator: " ").map(entry) }

    private func words(_ history: [Transcript.Entry]) -> String {
        history.map { entry in
            guard case .toolCalls(let calls) = entry else { return entry.id }
            return "c" + calls.map(\.toolName).joined(separator: "+")
        }
        .joined(separator: " ")
    }

    private static let long = "i1 p1 r1 p2 ca+b oa ob r2 p3 r3 p4 ca oa"

    @Test(
        "the last turns are left whole, with the instructions",
        arguments: [
            (long, 9, 1, long), (long, 4, 1, long), (long, 3, 1, "i1 p2 ca+b oa ob r2 p3 r3 p4 ca oa"),
            (long, 2, 1, "i1 p3 r3 p4 ca oa"), (long, 1, 1, "i1 p4 ca oa"), (long, 0, 1, "i1 p4 ca oa"),
            (long, -3, 1, "i1 p4 ca oa"), (long, 3, 2, "i1 p3 r3 p4 ca oa"),
            (long, 3, 0, "i1 p2 ca+b oa ob r2 p3 r3 p4 ca oa"),
            (long, 3, .max, "i1 p4 ca oa"), (long, .min + 9, 1, "i1 p4 ca oa"),
            ("r0 p1 r1", 2, 1, "r0 p1 r1"), ("r0 p1 r1", 1, 1, "p1 r1"), ("i1", 1, 1, "i1"), ("", 1, 1, ""),
        ])
    func lastTurns(history: String, count: Int, step: Int, expected: String) {
        #expect(words(Self.history(history).lastTurns(count, droppingBy: step)) == expected)
    }

    @Test(
        "as many turns are left as fit the budget",
        arguments: [
            (13, 1, long), (12, 1, "i1 p2 ca+b oa ob r2 p3 r3 p4 ca oa"), (11, 1, "i1 p2 ca+b oa ob r2 p3 r3 p4 ca oa"),
            (10, 1, "i1 p3 r3 p4 ca oa"), (12, 2, "i1 p3 r3 p4 ca oa"), (1, 1, "i1 p4 ca oa"), (-1, 1, "i1 p4 ca oa"),
        ])
    func budget(tokens: Int, step: Int, expected: String) {
        let left = Self.history(Self.long).lastTurns(within: tokens, droppingBy: step) { $0.count }
        #expect(words(left) == expected)
    }

    @Test("of every history what a budget leaves fits, or is one turn, and one turn more would not fit")
    func budgetLaw() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let turns = (0..<Int.random(in: 0...12, using: &generator)).map { turn in
                "p\(turn)" + String(repeating: " ca oa", count: .random(in: 0...3, using: &generator)) + " r\(turn)"
            }
            let history = Self.history((["i"] + turns).joined(separator: " "))
            let budget = Int.random(in: 0...40, using: &generator)
            let left = history.lastTurns(within: budget) { $0.count }
            let kept = left.count { if case .prompt = $0 { true } else { false } }
            #expect(left.count <= budget || kept <= 1)
            #expect(left == history.lastTurns(kept))
            if kept < turns.count { #expect(history.lastTurns(kept + 1).count > budget) }
        }
    }

    @Test("with a step the first turn that is left changes only every so many turns")
    func steps() {
        let firsts = (1...12).map { count in
            Self.history((1...count).map { "p\($0) r\($0)" }.joined(separator: " ")).lastTurns(6, droppingBy: 3).first?
                .id
        }
        #expect(firsts == ["p1", "p1", "p1", "p1", "p1", "p1", "p4", "p4", "p4", "p7", "p7", "p7"])
    }

    @Test("a history of a session and a whole transcript are shortened in their own types")
    func types() {
        let entries = Self.history("i1 p1 r1 p2 r2")
        let transcript = Transcript(entries: entries)
        #expect(transcript.lastTurns(1) == Transcript(entries: Self.history("i1 p2 r2")))
        #expect(transcript.history.lastTurns(1) == Transcript.HistoryView(Self.history("p2 r2")))
    }

    @Test("a counter that throws is heard")
    func throwingCounter() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try Self.history(Self.long).lastTurns(within: 1) { _ in throw Failure() }
        }
    }

    @Test(
        "calls of dropped tools go with their outputs",
        arguments: [
            ("a", "i1 p1 r1 p2 cb ob r2 p3 r3 p4"), ("b", "i1 p1 r1 p2 ca oa r2 p3 r3 p4 ca oa"), ("x", long),
        ])
    func droppedTools(name: String, expected: String) {
        #expect(words(Self.history(Self.long).withoutToolCalls { $0 == name }) == expected)
    }

    @Test("transforms apply from the inner one to the outer one, and the history itself stays")
    func order() {
        let log = Log()
        let profile = LanguageModelSession.Profile {}
            .historyTransform { history in
                log.note("inner \(history.count)")
                return history.lastTurns(1)
            }
            .historyTransform { history in
                log.note("outer \(history.count)")
                return history.dropLast()
            }
        let history = Self.history(Self.long)
        #expect(words(resolve(profile).visibleHistory(history)) == "i1 p4 ca")
        #expect(log.take() == ["inner 13", "outer 4"])
        #expect(resolve(LanguageModelSession.Profile {}).visibleHistory(history) == history)
    }
}
