// `playground show` and `playground log`: one cell as it is recorded, and as it was before.

internal import FoundationModels
internal import Notebook

extension Verb {
    static let show = Verb(
        name: "show", operands: "PATH[#ID]",
        summary: "Show what is asked and what was answered: a cell with its conversation, or every cell of a file.",
        flags: [
            Flag("--prompt", nil, "only the prompt, with its values filled in"),
            Flag("--raw", nil, "only the recorded answer, as it stands"),
            Flag("--transcript", nil, "the transcript as JSON"),
            .parameter, .parameterFile, .variant,
        ]
    ) { call in
        let operands = call.arguments.operands
        if operands.count == 1, let file = try? Target.file(operands[0]) { return try CellPages(file, call).show() }
        guard !operands.isEmpty else {
            throw UsageError(
                message: "'show' needs a file or a cell of one, PATH or PATH#ID; 'playground list' says what there is")
        }
        let (path, id) = try Target.cell(operands.first, verb: "show")
        guard let playground = try LoadedPlayground.load(Target(path: path, ids: [id]), call) else { return .usage }
        if RowAddress(id).row == nil, playground.document.cell(id)?.matrix != nil {
            return try CellPages(path, call).showRows(of: id, playground)
        }
        guard let step = try playground.step(id, call.models.source(nil)) else { return .usage }
        let console = call.console
        if call.isJSON {
            console.result(step.json(path))
            return .good
        }
        guard let cell = step.prepared else {
            console.progress("\(step.standing); run it first")
            return .stale
        }
        if call.arguments.has("--prompt") {
            console.text(cell.prompt)
            return .good
        }
        guard let entry = step.recorded, step.state == .fresh else {
            if !call.arguments.has("--raw"), !call.arguments.has("--transcript") {
                console.result(
                    cell.conversation.readable() + Conversation.readable("prompt", cell.prompt)
                        + Conversation.readable(cell.schema))
            }
            console.progress("\(step.standing); run it for an answer")
            return .stale
        }
        let conversation = cell.answered(with: entry)
        if call.arguments.has("--raw") {
            console.text(entry.content)
        } else if call.arguments.has("--transcript") {
            console.result(playground.document.transcriptText(of: conversation))
        } else {
            console.result(conversation.readable(cut: entry.cut))
        }
        return .good
    }

    static let log = Verb(
        name: "log", operands: "PATH#ID",
        summary: "List earlier results of a cell, the latest first, and what differs now.",
        flags: [.parameter, .parameterFile, .variant]
    ) { call in
        let (path, id) = try Target.cell(call.arguments.operands.first, verb: "log")
        guard let playground = try LoadedPlayground.load(Target(path: path, ids: [id]), call) else { return .usage }
        let key = try playground.step(id, call.models.source(nil))?.prepared?.key
        let results = ResultsStore(playground.paths).results(of: id)
        if results.isEmpty { call.console.progress("no results of cell \(id) are kept on this machine") }
        for result in results {
            let changes = key.map { $0.names(ofChangesSince: result.entry.parts) } ?? []
            if call.isJSON {
                call.console.result(
                    JSONLine.text([
                        "playground": .string(path), "cell": .string(id), "key": .string(result.entry.key),
                        "changed": .array(changes.map(JSONValue.string)),
                        "generating": result.entry.schema.map { .string($0.name) },
                        "prompt": .string(result.entry.prompt), "content": result.entry.json,
                        "finish": .string(result.entry.finish),
                    ]))
            } else {
                let state =
                    changes.isEmpty ? key == nil ? "" : "  as now" : "  other \(changes.joined(separator: ", "))"
                call.console.result("\(result.entry.key.prefix(8))\(state)\n")
                let lines = result.entry.content.split(separator: "\n", omittingEmptySubsequences: false)
                call.console.result(lines.map { "    \($0)\n" }.joined())
            }
        }
        return .good
    }
}
