// What the questions of a playground take of their contexts, counted with the tokenizer of the weights on this machine.

internal import FoundationModels
internal import Notebook

/// The tokens of one question.
struct CellTokens {
    /// Of all that the model would read.
    var prompt: Int
    /// Of those, what the schema takes that is shown; nil: none is.
    var schema: Int?
    /// Of those, what each tool's name, description and arguments take.
    var tools: [(name: String, count: Int)] = []
    /// nil: not known.
    var contextSize: Int?
    /// What the cell would have its answer take at most.
    var answerLimit: Int?

    /// As in `64 tokens, 4032 left of 4096; schema 22; tool order 57`.
    var text: String {
        "\(prompt) tokens" + (contextSize.map { ", \(max(0, $0 - prompt)) left of \($0)" } ?? "")
            + (schema.map { "; schema \($0)" } ?? "") + tools.map { "; tool \($0.name) \($0.count)" }.joined()
    }

    /// Whether question and answer go into the context.
    var fits: Bool { contextSize.map { prompt + max(1, answerLimit ?? 1) <= $0 } ?? true }

    /// The counts of the cells whose question is known and whose model is here. Those that will not fit are warned of.
    static func counts(
        of plan: Plan, _ playground: LoadedPlayground, _ source: any CellModelSource, _ console: Console
    ) async throws -> [String: CellTokens] {
        var models: [ModelReference: any CellModel] = [:]
        var missing: Set<ModelReference> = []
        var counts: [String: CellTokens] = [:]
        for step in plan.steps {
            guard let cell = step.prepared, !missing.contains(cell.model) else { continue }
            if models[cell.model] == nil {
                models[cell.model] = try await source.opened(cell.model, for: playground.paths)
            }
            guard let model = models[cell.model], let tokens = try CellTokens(asked(cell, step), model) else {
                if missing.insert(cell.model).inserted {
                    console.progress(
                        "the weights of \(cell.model.name) are not on this machine; its tokens are not counted")
                }
                continue
            }
            counts[step.id] = tokens
            if !tokens.fits, let size = tokens.contextSize {
                console.progress(
                    "\(step.cell.id.location.place): warning: cell '\(step.id)' takes \(tokens.prompt) tokens"
                        + (tokens.answerLimit.map { ", and \($0) for its answer," } ?? "")
                        + " of a context of \(size); \(cell.window.remedy) [notebook.context]")
            }
        }
        return counts
    }

    /// The question as it was put, where it is on record.
    private static func asked(_ cell: PreparedCell, _ step: Plan.Step) -> PreparedCell {
        step.state == .fresh ? cell.trimmed(by: step.recorded?.trimming) : cell
    }

    private init?(_ cell: PreparedCell, _ model: any CellModel) throws {
        func count(_ schema: CellSchema?) throws -> Int? {
            try model.tokenCount(
                asking: cell.prompt, after: cell.conversation, options: cell.options, schema: schema)
        }
        guard let all = try count(cell.schema) else { return nil }
        prompt = all
        if let shown = cell.schema, shown.isShown { schema = try count(nil).map { all - $0 } }
        for (index, tool) in cell.conversation.tools.enumerated() {
            var without = cell.conversation
            without.tools.remove(at: index)
            let rest = try model.tokenCount(
                asking: cell.prompt, after: without, options: cell.options, schema: cell.schema)
            if let rest { tools.append((tool.function.name, all - rest)) }
        }
        contextSize = [cell.window?.size, model.contextSize].compactMap { $0 }.min()
        answerLimit = cell.options.maximumResponseTokens
    }
}

extension ContextWindow? {
    /// What helps where a question does not fit, or what the run will do.
    fileprivate var remedy: String {
        switch self?.policy {
        case .error, nil: "shorten it, or say 'context: {whenFull: …}'"
        case .keepTurns: "its oldest turns will be left out"
        case .summarize: "its oldest turns will be summed up"
        }
    }
}
