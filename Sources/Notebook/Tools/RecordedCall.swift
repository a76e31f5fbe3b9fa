// One call of a tool as it stands on record: what the model asked for and what it was told.

internal import FoundationModels
internal import YAML

/// A call that a model made while it answered a cell, with its output. Calls stand in the order in which the model made
/// them, whichever ended first.
package struct RecordedCall: Sendable, Hashable {
    /// The name that the model called.
    package var tool: String
    /// A JSON object on one line, keys in the order of generation.
    package var arguments: String
    /// What the model read of it.
    package var output: String
    /// Of the tool, where what it says comes from outside: which tool this answer may be replayed for.
    package var surface: String?
    /// The turn of the model that made the call, from 1: calls of one turn are made at once.
    package var turn: Int
    /// What the model said ahead of the calls of the turn; only the first call of a turn has it.
    package var said: String?

    package init(
        tool: String, arguments: String, output: String, surface: String? = nil, turn: Int = 1, said: String? = nil
    ) {
        self.tool = tool
        self.arguments = arguments
        self.output = output
        self.surface = surface
        self.turn = turn
        self.said = said
    }

    /// What is hashed of a call: every field, absence told from emptiness.
    var fields: [String] {
        [tool, arguments, output, surface.map { "surface \($0)" } ?? "", "\(turn)", said.map { "said \($0)" } ?? ""]
    }
}

extension [RecordedCall] {
    /// The calls turn by turn.
    var turns: [ArraySlice<RecordedCall>] { chunked { $0.turn == $1.turn } }

    private func chunked(by belong: (RecordedCall, RecordedCall) -> Bool) -> [ArraySlice<RecordedCall>] {
        var chunks: [ArraySlice<RecordedCall>] = []
        var start = startIndex
        for index in indices.dropFirst() where !belong(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start...]) }
        return chunks
    }

    /// The calls and their outputs in what a request has added to a transcript.
    ///
    /// - Parameter surfaces: of tools whose answers come from outside, by name.
    init(_ entries: [Transcript.Entry], surfaces: [String: String]) {
        self = []
        var outputs: [String: String] = [:]
        for case .toolOutput(let output) in entries { outputs[output.id] = output.segments.joinedText }
        var turn = 0
        var said: String?
        for entry in entries {
            switch entry {
            case .response(let response): said = response.segments.joinedText
            case .toolCalls(let calls):
                turn += 1
                for (index, call) in calls.enumerated() {
                    append(
                        RecordedCall(
                            tool: call.toolName, arguments: call.arguments.jsonString, output: outputs[call.id] ?? "",
                            surface: surfaces[call.toolName], turn: turn, said: index == 0 ? said : nil))
                }
                said = nil
            default: break
            }
        }
    }
}

extension RecordedCall {
    /// Levels of a record above the arguments: the file, the cells, a cell, its calls, a call.
    private static let depthAbove = 6

    /// The call as it is written into a record.
    var emitted: EmittedValue {
        .block(
            [
                .init("tool", .word(tool)),
                .init("arguments", RecordedContent.emitted(arguments, depthAbove: Self.depthAbove)),
            ]
                + (turn == 1 ? [] : [.init("turn", .integer(turn))])
                + (said.map { [.init("said", .text($0))] } ?? [])
                + [.init("output", .text(output))]
                + (surface.map { [.init("surface", .quoted($0))] } ?? []))
    }

    /// nil where a node is no call.
    init?(_ node: Node) {
        guard case .mapping(let entries) = node.content else { return nil }
        func value(_ key: String) -> Node? { entries.first { $0.key.text == key }?.value }
        func text(_ key: String) -> String? {
            if case .scalar(let scalar)? = value(key)?.content { scalar.text } else { nil }
        }
        guard let tool = text("tool"), let output = text("output"),
            let arguments = value("arguments").flatMap(RecordedContent.text)
        else { return nil }
        let turn = text("turn").map { Int($0) } ?? 1
        guard let turn, turn > 0 else { return nil }
        self.init(
            tool: tool, arguments: arguments, output: output, surface: text("surface"), turn: turn, said: text("said"))
    }

    /// The call as it is kept.
    var json: JSONValue {
        .members([
            "tool": .string(tool), "arguments": .string(arguments), "output": .string(output),
            "surface": surface.map(JSONValue.string), "turn": .integer(turn), "said": said.map(JSONValue.string),
        ])
    }

    init?(_ json: JSONValue) {
        guard case .string(let tool)? = json["tool"], case .string(let arguments)? = json["arguments"],
            case .string(let output)? = json["output"], case .number(let number)? = json["turn"], let turn = number.int
        else { return nil }
        func text(_ key: String) -> String? { if case .string(let text)? = json[key] { text } else { nil } }
        self.init(
            tool: tool, arguments: arguments, output: output, surface: text("surface"), turn: turn, said: text("said"))
    }
}
