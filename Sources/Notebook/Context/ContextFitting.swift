// Making a conversation fit into its window before it is asked. It is trimmed once, to half the window, and not a little
// every turn: what is left stays the same for many turns, so that what was computed for it is used again.

internal import FoundationModels

/// Fits one cell into its window.
struct ContextFitting {
    let cell: PreparedCell
    let window: ContextWindow
    let model: any CellModel

    /// nil for a cell that has no window of its own, or a model that can't count.
    init?(_ cell: PreparedCell, for model: any CellModel) {
        guard let window = cell.window else { return nil }
        self.cell = cell
        self.window = window
        self.model = model
    }

    /// Tokens of the window; nil where neither the file nor the model says.
    var size: Int? { [window.size, model.contextSize].compactMap { $0 }.min() }

    /// Tokens to be kept free for an answer, where turns may be left out for it.
    private func reserve(_ size: Int) -> Int { min(cell.options.maximumResponseTokens ?? size / 8, size / 2) }

    /// The cell, trimmed if need be.
    ///
    /// - Throws: `exceededContextWindowSize` where it does not fit, and nothing may be left out any more.
    func fitted() async throws -> PreparedCell {
        guard let size, let count = try tokens(of: cell.conversation) else { return cell }
        let keep: Int
        switch window.policy {
        case .error:
            guard count < size else { throw full(size, count) }
            return cell
        case .keepTurns(let turns): keep = turns
        case .summarize: keep = 1
        }
        guard count + reserve(size) > size else { return cell }
        let limit = cell.conversation.turns.count - keep
        guard limit > 0 else {
            guard count < size else { throw full(size, count) }
            return cell
        }
        // The fewest turns without which half the window is enough: fewer turns never have more tokens.
        var (low, high) = (1, limit)
        while low < high {
            let middle = (low + high) / 2
            let left = try tokens(of: cell.conversation.trimmed(by: Trimming(droppedTurnCount: middle))) ?? 0
            if left <= size / 2 { high = middle } else { low = middle + 1 }
        }
        var trimming = Trimming(droppedTurnCount: low)
        if window.policy == .summarize { trimming.summary = try await summary(of: low, size) }
        let trimmed = cell.trimmed(by: trimming)
        if let left = try tokens(of: trimmed.conversation), left >= size { throw full(size, left) }
        return trimmed
    }

    /// - Throws: `exceededContextWindowSize` for an answer that has grown out of the window.
    func check(_ answer: CellAnswer) throws {
        guard let size else { return }
        let count = answer.inputTokenCount + answer.outputTokenCount
        if count > size { throw full(size, count) }
    }

    private func summary(of turnCount: Int, _ size: Int) async throws -> String {
        let old = Conversation(
            instructions: cell.conversation.instructions, turns: Turns(Array(cell.conversation.turns).prefix(turnCount))
        )
        var last: CellAnswer?
        let options = ResolvedOptions(sampling: .greedy, maximumResponseTokens: max(16, size / 8))
        for try await answer in model.answers(
            to: Trimming.summaryPrompt, after: old, options: options, schema: nil)
        { last = answer }
        guard let last, last.finish != nil else { throw CancellationError() }
        return last.content
    }

    private func tokens(of conversation: Conversation) throws -> Int? {
        try model.tokenCount(
            asking: cell.prompt, after: conversation, options: cell.options, schema: cell.schema)
    }

    private func full(_ size: Int, _ count: Int) -> any Error {
        FoundationModels.ModelFailure.contextSizeExceeded(size: size, count: count)
    }
}
