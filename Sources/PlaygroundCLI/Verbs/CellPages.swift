// Cells as people read them: every cell of a file, one after the other, and the words for a conversation.

internal import FoundationModels
internal import Notebook

/// `show` of a whole file.
struct CellPages {
    private let path: String
    private let call: Invocation

    /// - Throws: `UsageError` for flags that are about one cell.
    init(_ path: String, _ call: Invocation) throws(UsageError) {
        for flag in ["--prompt", "--raw", "--transcript"] where call.arguments.has(flag) {
            throw UsageError(message: "'\(flag)' needs a cell, PATH#ID, found '\(path)'")
        }
        self.path = path
        self.call = call
    }

    /// Prints prompt and answer of each cell in the order of the file.
    func show() throws -> ExitStatus {
        guard let playground = try LoadedPlayground.load(Target(path: path), call) else { return .usage }
        var rows: [String: String] = [:]
        let plan = try playground.plan(call.models.source(nil)) { [self] in
            rows[RowAddress($0.id).cell, default: ""] += call.isJSON ? $0.json(path) : page($0)
        }
        let steps = playground.document.cells.compactMap { plan.step($0.id.value) }
        for step in steps { call.console.result(rows[step.id] ?? (call.isJSON ? step.json(path) : page(step))) }
        return call.isJSON || steps.allSatisfy { $0.state == .fresh } ? .good : .stale
    }

    /// Prints prompt and answer of each row of a cell, as it comes.
    func showRows(of cell: String, _ playground: LoadedPlayground) throws -> ExitStatus {
        let plan = try playground.plan(call.models.source(nil)) { [self] step in
            if RowAddress(step.id).cell == cell { call.console.result(call.isJSON ? step.json(path) : page(step)) }
        }
        return call.isJSON || plan.step(cell)?.state == .fresh ? .good : .stale
    }

    private func page(_ step: Plan.Step) -> String {
        guard let cell = step.prepared, step.state == .fresh, let entry = step.recorded else {
            return "# \(step.standing)\n"
                + (step.prepared.map { Conversation.readable("prompt", $0.prompt) + Conversation.readable($0.schema) }
                    ?? "")
        }
        return "# \(step.id)\n" + Conversation.readable("prompt", cell.prompt) + Conversation.readable(cell.schema)
            + Conversation.readable(entry.calls) + Conversation.readable("response", entry.content, cut: entry.cut)
    }
}

extension Plan.Step {
    /// As in `reply stale: prompt changed`.
    var standing: String {
        "\(id) \(state.rawValue)" + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))")
    }

    /// The cell as one object on one line.
    func json(_ path: String) -> String {
        JSONLine.text([
            "playground": .string(path), "cell": .string(RowAddress(id).cell),
            "row": RowAddress(id).row.map(JSONValue.string), "state": .string(state.rawValue),
            "reasons": .array(reasons.map(JSONValue.string)),
            "prompt": (prepared?.prompt ?? recorded?.prompt).map(JSONValue.string),
            "generating": cell.generating.map { .string($0.value) },
            "schema": prepared?.schema.map { $0.schema.document },
            "includeSchemaInPrompt": prepared?.schema.map { .bool($0.isShown) },
            "calls": recorded.flatMap(\.callsJSON), "content": recorded.map(\.json),
            "finish": recorded.map { .string($0.finish) },
        ])
    }
}

extension Conversation {
    /// The conversation for people.
    ///
    /// - Parameter cut: how the last answer was cut, if it was.
    func readable(cut: String? = nil) -> String {
        let last = turns.count - 1
        return (instructions.map { Self.readable("instructions", $0) } ?? "")
            + turns.enumerated().map { index, turn in
                Self.readable("prompt", turn.prompt) + Self.readable(turn.schema)
                    + Self.readable(turn.calls)
                    + Self.readable("response", turn.content, cut: index == last ? cut : nil)
            }.joined()
    }

    /// The schema of an answer as the model sees it.
    static func readable(_ schema: CellSchema?) -> String {
        guard let schema else { return "" }
        return readable("schema \(schema.name)\(schema.isShown ? "" : " (not in the prompt)")", schema.text)
    }

    /// Calls of tools with what the model read of them.
    static func readable(_ calls: [RecordedCall]) -> String {
        calls.map { call in
            (call.said.map { readable("response", $0) } ?? "") + readable("call \(call.tool)", call.arguments)
                + readable("output", call.output)
        }.joined()
    }

    static func readable(_ role: String, _ text: String, cut: String? = nil) -> String {
        "\(role)\(cut.map { " (\($0))" } ?? ""):\n"
            + (text.hasSuffix("\n") ? text.dropLast() : text[...]).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map { "    \($0)\n" }.joined()
    }
}

extension OutputEntry {
    /// The content as JSON: by a schema, what it says; else text.
    var json: JSONValue {
        guard schema != nil, let json = try? JSONValue(parsing: content) else { return .string(content) }
        return json
    }

    /// The calls of tools, arguments as JSON; nil where there are none.
    var callsJSON: JSONValue? {
        guard !calls.isEmpty else { return nil }
        return .array(
            calls.map { call in
                .members([
                    "tool": .string(call.tool),
                    "arguments": (try? JSONValue(parsing: call.arguments)) ?? .string(call.arguments),
                    "output": .string(call.output),
                ])
            })
    }
}
