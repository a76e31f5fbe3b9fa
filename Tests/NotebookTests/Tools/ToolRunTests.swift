// Cells with tools, from the file to the record: who sees which tools, what is called in which order, and what is written.

import Foundation
import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite("Cells with tools")
struct ToolRunTests {
    static let source = """
        playground: 1
        model: fake
        instructions: Look things up.
        tools:
          order:
            kind: fixture
            description: Look an order up.
            parameters: {type: object, properties: {number: {type: string}}, required: [number]}
            cases:
              - when: {number: 17}
                returns: {status: shipped, days: 2}
              - when: {number: B20}
                returns: {each: [waiting, packed]}
            otherwise: {error: not found}
          sum: {kind: builtin, use: calculator}
        cells:
          - id: where
            tools: [order]
            prompt: Where?
          - id: more
            continues: where
            prompt: And now?

        """

    @Test("record the calls in their order, with what the model read of them")
    func record() async throws {
        let workspace = try Workspace(Self.source)
        let models = CallingModels { _, outputs in
            if outputs.isEmpty {
                return [
                    .text("Let me see."), .toolCall(name: "order", arguments: #"{"number": "17"}"#),
                    .toolCall(name: "order", arguments: #"{"number": "B20"}"#),
                    .toolCall(name: "order", arguments: #"{"number": "B20"}"#),
                ]
            }
            return outputs.count == 3
                ? [.toolCall(name: "order", arguments: #"{"number": "C1"}"#)] : [.text("It is on its way.")]
        }
        #expect(try await workspace.run(models) == ["where ran", "more ran"])
        let entry = try #require(try workspace.entry("where"))
        #expect(
            entry.calls == [
                RecordedCall(
                    tool: "order", arguments: #"{"number": "17"}"#, output: #"{"status": "shipped", "days": 2}"#,
                    said: "Let me see."),
                RecordedCall(tool: "order", arguments: #"{"number": "B20"}"#, output: "waiting"),
                RecordedCall(tool: "order", arguments: #"{"number": "B20"}"#, output: "packed"),
                RecordedCall(
                    tool: "order", arguments: #"{"number": "C1"}"#, output: #"{"error": "not found"}"#, turn: 2),
            ])
        #expect(entry.content == "It is on its way.")
        #expect(!entry.isEdited)
        // Everything is as a run writes it: read back, it is fresh, also by another run.
        #expect(try await workspace.run(models) == ["where fresh", "more fresh"])
        let transcript = try Transcript.decoded(workspace.folder.text(of: "desk.transcripts/more.json"))
        let roles = transcript.map { entry in
            switch entry {
            case .instructions(let instructions): "instructions \(instructions.toolDefinitions.map(\.name))"
            case .prompt: "prompt"
            case .response: "response"
            case .toolCalls(let calls): "calls \(calls.count)"
            case .toolOutput: "output"
            default: "other"
            }
        }
        let turn = ["prompt", "response", "calls 3", "output", "output", "output", "calls 1", "output", "response"]
        #expect(roles == [#"instructions ["order"]"#] + turn + turn)
    }

    @Test("count answers under 'each' by the order of the calls, however they run")
    func order() async throws {
        let answers = (0..<40).map { "answer \($0)" }
        let source = """
            playground: 1
            model: fake
            tools:
              next:
                kind: fixture
                description: Give the next.
                otherwise: {returns: {each: [\(answers.joined(separator: ", "))]}}
            cells:
              - {id: a, tools: [next], prompt: Go.}

            """
            .replacing("otherwise: {returns: {each:", with: "cases: [{returns: {each:").replacing(
                "]}}\n", with: "]}}]\n")
        let workspace = try Workspace(source)
        let models = CallingModels { _, outputs in
            outputs.isEmpty ? (0..<40).map { _ in .toolCall(name: "next", arguments: "{}") } : [.text("done")]
        }
        #expect(try await workspace.run(models) == ["a ran"])
        #expect(try workspace.entry("a")?.calls.map(\.output) == answers)
    }

    @Test("fail where no case fits, and where the answers have run out")
    func noCase() async throws {
        let source = Self.source.replacing("    otherwise: {error: not found}\n", with: "")
        let workspace = try Workspace(source)
        #expect(
            try await workspace.run(CallingModels(calling: [("order", #"{"number": "C1"}"#)])).first
                == #"where failed: \#(workspace.folder[Workspace.name]):16:9: error: no case of the fixture fits the call order({"number": "C1"}); add one, or 'otherwise' [tool.no-case]"#
        )
        let call = (name: "order", arguments: #"{"number": "B20"}"#)
        #expect(
            try await workspace.run(CallingModels(calling: [call, call, call])).first
                == #"where failed: \#(workspace.folder[Workspace.name]):16:9: error: the fixture has 2 answers under 'each', and the call order({"number": "B20"}) is one more [tool.no-case]"#
        )
    }

    @Test("have the tools in their key, and the calls in that of their children")
    func key() async throws {
        let workspace = try Workspace(Self.source)
        let models = CallingModels(calling: [("order", #"{"number": "17"}"#)])
        try await _ = workspace.run(models)
        let fakes = FakeModels()
        #expect(try workspace.plan(fakes) == ["where fresh", "more fresh"])
        try workspace.write(Self.source.replacing("days: 2", with: "days: 3"))
        #expect(try workspace.plan(fakes) == ["where stale: tools changed", "more stale: waits for cell where"])
        // The model says the same, but has been told something else on the way.
        let silent = CallingModels { _, outputs in
            outputs.isEmpty ? [.toolCall(name: "order", arguments: #"{"number": "17"}"#)] : [.text("Same.")]
        }
        try await _ = workspace.run(silent)
        try workspace.write(Self.source.replacing("days: 2", with: "days: 4"))
        try await _ = workspace.run(silent)
        let entry = try #require(try workspace.entry("more"))
        try workspace.write(Self.source.replacing("days: 2", with: "days: 3"))
        try await _ = workspace.run(silent)
        #expect(try workspace.entry("more")?.parts[.history] != entry.parts[.history])
        #expect(try workspace.entry("more")?.prompt == entry.prompt)
    }

    @Test("are broken by a change of a recorded call")
    func seal() async throws {
        let workspace = try Workspace(Self.source)
        try await _ = workspace.run(CallingModels(calling: [("order", #"{"number": "17"}"#)]))
        let text = try workspace.folder.text(of: "desk.outputs.yaml")
        #expect(text.contains("\"days\": 2"))
        try workspace.folder.write(text.replacing("\"days\": 2", with: "\"days\": 9"), to: "desk.outputs.yaml")
        #expect(try workspace.plan(FakeModels())[0].hasPrefix("where edited: the record was changed by hand"))
    }

    @Test("without tools have the keys and seals that they always had")
    func unchanged() throws {
        let conversation = Conversation(instructions: "Be kind.", turns: [])
        let options = ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil)
        let key = CellKey(model: "m", conversation: conversation, prompt: "Hi", options: options)
        #expect(key.parts[.tools] == nil)
        #expect(options.fields.map(\.name) == ["sampling"])
    }

    @Test("are inherited along conversations, also long ones in any order")
    func inheritance() throws {
        let cells = (0..<3000).map { index in
            let tools = index == 0 ? ", tools: [sum]" : index == 1000 ? ", tools: []" : ""
            return "  - {id: c\(index), prompt: x\(tools)\(index == 0 ? "" : ", continues: c\(index - 1)")}"
        }
        let source =
            "playground: 1\ntools:\n  sum: {kind: builtin, use: calculator}\ncells:\n"
            + cells.reversed().joined(separator: "\n") + "\n"
        let document = try #require(PlaygroundFile.parse(Array(source.utf8), path: "x.playground.yaml").document)
        #expect(document.cells.reversed().map(\.toolNames.count) == (0..<3000).map { $0 < 1000 ? 1 : 0 })
    }

    @Test("end where a model calls without end")
    func endless() async throws {
        let workspace = try Workspace(Self.source)
        let models = CallingModels { _, _ in [.toolCall(name: "sum", arguments: "{}")] }
        let unknown = try await workspace.run(models)[0]
        #expect(unknown.contains("the model called the tool 'sum', but the session has 'order' [session.unknown-tool]"))
        let endless = CallingModels { _, _ in [.toolCall(name: "order", arguments: #"{"number": "17"}"#)] }
        #expect(try await workspace.run(endless)[0].contains("[session.tool-limit]"))
    }
}

extension Transcript {
    static func decoded(_ text: String) throws -> Transcript {
        try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    }
}
