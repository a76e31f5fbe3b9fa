// What was left out of a conversation that had become too long: a part of the record, since only the model that trimmed it
// could tell. A conversation that goes on, goes on from what is left.

internal import YAML

/// What became of the oldest turns of a conversation before its last question was asked.
package struct Trimming: Sendable, Hashable {
    /// How many are not there any more; at least 1.
    package var droppedTurnCount: Int
    /// What stands in their place; nil: nothing.
    package var summary: String?

    /// What a model is asked for a summary.
    static let summaryPrompt =
        "Sum up our conversation so far in a few sentences: who is who, what was decided, and what is still open."

    package init(droppedTurnCount: Int, summary: String? = nil) {
        self.droppedTurnCount = droppedTurnCount
        self.summary = summary
    }
}

extension Conversation {
    /// What is left of the conversation. A note in the transcript says how many turns there were before.
    package func trimmed(by trimming: Trimming?) -> Conversation {
        guard let trimming else { return self }
        let all = Array(turns)
        let dropped = all.prefix(trimming.droppedTurnCount)
        let count = dropped.reduce(dropped.count) { $0 + $1.droppedTurnCount - ($1.isSummary ? 1 : 0) }
        var rest = Array(all.dropFirst(dropped.count))
        if let summary = trimming.summary {
            var turn = Turn(
                prompt: Trimming.summaryPrompt, content: summary,
                options: ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil))
            turn.droppedTurnCount = count
            turn.isSummary = true
            rest.insert(turn, at: 0)
        } else if !rest.isEmpty {
            rest[0].droppedTurnCount += count
        }
        var left = Conversation(instructions: instructions, turns: Turns(rest))
        left.tools = tools
        if rest.isEmpty { left.droppedTurnCount = count }
        return left
    }
}

extension PreparedCell {
    /// The question as it was put once the conversation had been trimmed. The key stays that of the whole.
    package func trimmed(by trimming: Trimming?) -> PreparedCell {
        var cell = self
        cell.conversation = conversation.trimmed(by: trimming)
        cell.trimming = trimming
        return cell
    }
}

extension Trimming {
    /// As it stands in a record.
    var emitted: [EmittedValue.Member] {
        [.init("droppedTurns", .integer(droppedTurnCount))] + (summary.map { [.init("summary", .text($0))] } ?? [])
    }
}
