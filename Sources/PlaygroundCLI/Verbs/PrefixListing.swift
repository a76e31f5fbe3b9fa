// `playground list --prefix`: what each cell's prompt has in common with those before it, and what a variable costs that
// stands early in a long text.

internal import FoundationModels
internal import Notebook

/// The prompts of a plan as token ids, in the order in which they would be read.
struct PrefixListing {
    /// Tokens behind a variable from which on it is told.
    private static let longText = 256

    struct Line {
        var cell: String
        /// Tokens of the prompt, and those of them that a prompt or an answer before it has at the same place; nil where the
        /// prompt waits for an answer.
        var tokens: (count: Int, shared: Int)?
        /// In words, with a place and a code.
        var warnings: [String] = []
    }

    let lines: [Line]

    /// - Throws: where a prompt can't be rendered.
    init(_ plan: Plan, of document: PlaygroundDocument, by model: any CellModel) throws {
        var lines: [Line] = []
        var known: [[Int32]] = []
        var warned: [SourceLocation] = []
        for step in plan.steps {
            var line = Line(cell: step.id)
            if let cell = step.prepared, let tokens = try model.promptTokens(of: cell) {
                var shared = 0
                for other in known { shared = max(shared, zip(other, tokens).prefix { $0 == $1 }.count) }
                line.tokens = (tokens.count, shared)
                known.append(tokens)
                // What a continuation has in common with this cell and its answer.
                if step.state == .fresh, let entry = step.recorded,
                    let longer = try model.promptTokens(of: cell.continued(with: entry))
                {
                    known.append(Array(longer.prefix(tokens.count + entry.outputTokenCount)))
                }
                let text = cell.conversation.instructions ?? ""
                let byteCount = cell.conversation.turns.reduce(text.utf8.count + cell.prompt.utf8.count) {
                    $0 + $1.prompt.utf8.count + $1.content.utf8.count
                }
                let templates = step.cell.templates(in: document)
                for (reference, rest) in templates.compactMap(\.earlyReference) {
                    let count = tokens.count * rest / max(1, byteCount)
                    guard count >= Self.longText, !warned.contains(reference.location) else { continue }
                    warned.append(reference.location)
                    line.warnings.append(
                        "\(reference.location.place): warning: about \(count) tokens after this variable stay the same, "
                            + "and every new value has them computed again; put it behind them [notebook.early-variable]"
                    )
                }
            }
            lines.append(line)
        }
        self.lines = lines
    }
}

extension CellDeclaration {
    /// The texts that the cell adds to the conversation.
    fileprivate func templates(in document: PlaygroundDocument) -> [PromptTemplate] {
        let prompts = prompt.map { part in
            switch part {
            case .text(let template): template
            }
        }
        guard continues == nil, let instructions = instructions ?? document.instructions else { return prompts }
        return [instructions] + prompts
    }
}

extension PromptTemplate {
    /// The first reference, and the bytes of text that stand behind it and belong to no reference.
    fileprivate var earlyReference: (TemplateReference, byteCount: Int)? {
        guard let first = references.first else { return nil }
        let rest = pieces.drop { piece in
            if case .text = piece { true } else { false }
        }
        let count = rest.reduce(0) { count, piece in
            if case .text(let text) = piece { count + text.utf8.count } else { count }
        }
        return (first, count)
    }
}
