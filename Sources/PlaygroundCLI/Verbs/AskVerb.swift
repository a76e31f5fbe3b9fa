// `playground ask`: one more turn after a cell, tried out and not recorded.

internal import FoundationModels
internal import Notebook

extension Verb {
    static let ask = Verb(
        name: "ask", operands: "PATH#ID TEXT",
        summary: "Ask one more question after a cell, without recording it, and print the cell to paste.",
        flags: [.parameter, .parameterFile, .model, .threads]
    ) { call in
        let operands = call.arguments.operands
        let (path, id) = try Target.cell(operands.first, verb: "ask")
        guard operands.count == 2 else {
            throw UsageError(
                message: "'ask' needs a cell and a text, found \(operands.count) operands; put the text in quotes")
        }
        guard let playground = try LoadedPlayground.load(Target(path: path, ids: [id]), call) else { return .usage }
        let source = call.models.source(try call.arguments.threads())
        let step = try playground.step(id, source)
        guard let cell = step?.prepared, let entry = step?.recorded, step?.state == .fresh else {
            call.console.progress(
                "\(path): error: cell '\(id)' has no fresh answer to go on from; run it first [ask.stale]")
            return .failed
        }
        let model: any CellModel
        do {
            model = try await source.open(cell.model, for: playground.paths)
        } catch let error where !(error is CancellationError) {
            call.console.progress(playground.document.complaint(about: cell.model, "\(error)"))
            return .failed
        }
        let conversation = cell.answered(with: entry)
        var content = ""
        var finish: String?
        var tokenCount = 0
        let tools = playground.document.sessionTools(
            for: cell, records: try OutputsFile(at: playground.paths.outputs), playground.tools)
        let answers = model.answers(
            to: operands[1], after: conversation, options: cell.options, schema: nil, tools: tools)
        for try await answer in answers {
            if call.console.isTerminal, !call.isJSON {
                call.console.result(String(decoding: answer.content.utf8.dropFirst(content.utf8.count), as: UTF8.self))
            }
            content = answer.content
            finish = answer.finish
            tokenCount = answer.outputTokenCount
        }
        try Task.checkCancellation()
        let paste = CellSource.text(
            after: id, prompt: operands[1], existing: Set(playground.document.cells.map(\.id.value)))
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "playground": .string(path), "cell": .string(id), "prompt": .string(operands[1]),
                    "content": .string(content), "finish": finish.map(JSONValue.string), "paste": .string(paste),
                ]))
        } else {
            call.console.result(call.console.isTerminal ? "\n" : content + "\n")
            if finish == "length" { call.console.progress("cut at \(tokenCount) tokens") }
            call.console.progress("\nto keep it, add to the cells of \(path):\n\n\(paste)")
        }
        return .good
    }
}
