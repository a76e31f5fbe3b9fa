// The reader of turns: what it finds in a table of turns, and that neither the cuts of the stream nor the moment of
// looking change it.

import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite struct TurnReaderTests {
    /// What was read, and the states on the way.
    private struct Reading {
        var last: TurnReader
        var steps: [TurnReader]
    }

    private func read(_ turn: TurnCase, cuts: (String) -> [String]) -> Reading {
        var reader = TurnReader(turn.grammar)
        var steps: [TurnReader] = []
        for piece in turn.pieces {
            switch piece {
            case .text(let text):
                for part in cuts(text) {
                    reader.read(part)
                    steps.append(reader)
                }
            case .marker(let marker):
                reader.read(marker)
                steps.append(reader)
            }
        }
        reader.finish(isCut: false)
        return Reading(last: reader, steps: steps + [reader])
    }

    private func scalars(_ text: String) -> [String] { text.unicodeScalars.map { String($0) } }

    private func expect(_ reader: TurnReader, _ turn: TurnCase) {
        #expect(Array(reader.text.unicodeScalars) == Array(turn.text.unicodeScalars))
        #expect(reader.reasoning == turn.reasoning)
        #expect(reader.calls == turn.calls)
        #expect(reader.problem?.reason == turn.problem)
    }

    @Test(arguments: TurnCase.all)
    func `a turn is taken apart`(_ turn: TurnCase) {
        expect(read(turn) { [$0] }.last, turn)
    }

    @Test(arguments: TurnCase.all)
    func `it is the same wherever the stream is cut`(_ turn: TurnCase) {
        let whole = read(turn, cuts: scalars)
        expect(whole.last, turn)
        let longest =
            turn.pieces.map { if case .text(let text) = $0 { text.unicodeScalars.count } else { 0 } }.max() ?? 0
        for cut in 0...longest {
            let parts = read(turn) { text in
                let scalars = Array(text.unicodeScalars)
                let place = min(cut, scalars.count)
                return [scalars[..<place], scalars[place...]].map { part in
                    var view = String.UnicodeScalarView()
                    view.append(contentsOf: part)
                    return String(view)
                }
            }
            expect(parts.last, turn)
            #expect(parts.last.problem == whole.last.problem)
        }
    }

    @Test(arguments: TurnCase.all)
    func `what was told is never taken back`(_ turn: TurnCase) {
        let steps = read(turn, cuts: scalars).steps
        for (one, next) in zip(steps, steps.dropFirst()) {
            #expect(next.text.unicodeScalars.starts(with: one.text.unicodeScalars))
            #expect(next.reasoning.unicodeScalars.starts(with: one.reasoning.unicodeScalars))
            #expect(next.calls.count >= one.calls.count)
            for (before, after) in zip(one.calls, next.calls) {
                #expect(before.name == after.name)
                #expect(after.arguments.unicodeScalars.starts(with: before.arguments.unicodeScalars))
            }
        }
    }

    @Test(arguments: TurnCase.all)
    func `a cut turn has no problem that the cut alone made`(_ turn: TurnCase) {
        for reader in read(turn, cuts: scalars).steps where reader.problem == nil {
            var cut = reader
            cut.finish(isCut: true)
            #expect(cut.problem == nil)
            #expect(cut.calls == reader.calls)
            #expect(cut.text.unicodeScalars.starts(with: reader.text.unicodeScalars))
        }
    }

    @Test func `a malformed call is named with its text`() {
        var reader = TurnReader(TurnCase.all.first { $0.name == "an unknown tool" }?.grammar ?? TurnGrammar())
        reader.read("<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>\n<tool_call>{\"name\": \"x\", ")
        reader.finish(isCut: false)
        #expect(
            reader.problem
                == MalformedToolCall(index: 1, name: "x", text: #"<tool_call>{"name": "x""#, reason: .unknownTool))
        #expect(
            "\(reader.problem?.description ?? "")" == "call 2 of the tool 'x': there is no such tool [tool.unknown]")
    }

    @Test func `arguments grow while they come`() {
        var reader = TurnReader(TurnGrammar(calls: ToolCallFormat(.hermes), toolNames: ["add"]))
        var seen: [String] = []
        for part in ["<tool_call>{\"name\": \"add\", \"argu", "ments\": {\"a\"", ": 1", "}", "}</tool_call>"] {
            reader.read(part)
            seen.append(reader.calls.first?.arguments ?? "-")
            // Open from the first brace of its arguments on: what stands before it is not theirs to guide.
            let isOpen = seen.last?.isEmpty == false && reader.wholeCalls == 0
            #expect(reader.openCall == (isOpen ? reader.calls.first : nil))
        }
        #expect(seen == ["", "{\"a\"", "{\"a\": 1", "{\"a\": 1}", "{\"a\": 1}"])
        #expect(reader.wholeCalls == 1)
    }

    /// Random turns of the fragments that matter.
    @Test(arguments: ToolCallFormat.Family.allCases)
    func `random turns are read the same in any pieces`(family: ToolCallFormat.Family) {
        let fragments = [
            "<tool_call>", "</tool_call>", "<think>", "</think>", "[TOOL_CALLS]", "<|python_tag|>", "```", "tool_call",
            "tool_code", "\n", " ", "{", "}", "[", "]", "\"name\"", ": ", "\"add\"", "\"arguments\"", "\"parameters\"",
            ", ", "{\"name\": \"add\", \"arguments\": {", "}}", "a", "\\", "\"", ";", "<",
        ]
        var random = SplitMix64(seed: 7, name: family.rawValue)
        func below(_ bound: Int) -> Int { random.integer(in: 0...(bound - 1)) }
        for _ in 0..<400 {
            let turn = (0..<below(14) + 1).map { _ in fragments[below(fragments.count)] }
            let reasoning = ReasoningFormat(opening: .init("<think>"), closing: .init("</think>"))
            let grammar = TurnGrammar(calls: ToolCallFormat(family), toolNames: ["add"], reasoning: reasoning)
            var whole = TurnReader(grammar)
            whole.read(turn.joined())
            whole.finish(isCut: false)
            var parts = TurnReader(grammar)
            for part in turn { parts.read(part) }
            parts.finish(isCut: false)
            #expect(whole.text == parts.text && whole.reasoning == parts.reasoning, "\(turn)")
            #expect(whole.calls == parts.calls && whole.problem == parts.problem, "\(turn)")
        }
    }

    /// Random turns in which markers are tokens: whatever comes, the state is sound, and scalars one by one are the same.
    @Test(arguments: ToolCallFormat.Family.allCases)
    func `random turns with marker tokens are read the same in any pieces`(family: ToolCallFormat.Family) {
        let fragments = [
            "\n", " ", "{", "}", "[", "]", "\"name\": \"add\"", "\"arguments\": {", ", ", "}}", "a", "\"", "```", ";",
            "{\"name\": \"add\", \"arguments\": {}}", "{\"parameters\": {}, \"name\": \"add\"}",
        ]
        var grammar = TurnCase("", family, tokens: []).grammar
        grammar.toolNames = ["add"]
        var random = SplitMix64(seed: 8, name: family.rawValue)
        for _ in 0..<600 {
            grammar.startsInReasoning = random.integer(in: 0...3) == 0
            var whole = TurnReader(grammar)
            var parts = TurnReader(grammar)
            for _ in 0...random.integer(in: 0...14) {
                if random.integer(in: 0...3) == 0 {
                    let marker = TurnReader.Marker.allCases[random.integer(in: 0...3)]
                    whole.read(marker)
                    parts.read(marker)
                } else {
                    let fragment = fragments[random.integer(in: 0...(fragments.count - 1))]
                    whole.read(fragment)
                    for scalar in scalars(fragment) { parts.read(scalar) }
                }
                #expect(whole.wholeCalls <= whole.calls.count)
            }
            whole.finish(isCut: false)
            parts.finish(isCut: false)
            #expect(whole.text == parts.text && whole.reasoning == parts.reasoning)
            #expect(whole.calls == parts.calls && whole.problem == parts.problem)
            if whole.problem == nil, !whole.isTurnOver { #expect(whole.wholeCalls == whole.calls.count) }
            for call in whole.calls.prefix(whole.wholeCalls) {
                #expect(TemplateValue(json: call.arguments)?.isDictionary == true)
            }
        }
    }
}
