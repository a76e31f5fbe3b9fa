// Why a grammar is refused before the first token.

package enum GrammarError: Error, Hashable {
    /// No document exists, or none can be spelled by the vocabulary.
    case unsatisfiable
    /// Documents exist, but each needs a byte that the vocabulary has no token for.
    case unspellable
    /// Choices that lead back to themselves without consuming anything.
    case cycle(Grammar.NodeID)
    /// An expression whose shortest match is not found among `limit` states.
    case tooManyStates(Grammar.NodeID, limit: Int)
    /// A count or a number of members beyond what is kept track of.
    case tooLarge(Grammar.NodeID, count: Int, limit: Int)
    /// Elements of a distinct array must be scalars, and its languages large enough for any choice among them.
    case distinctElements(Grammar.NodeID)
}

/// The answer cannot be closed within the tokens allowed.
package struct ClosingBudgetError: Error, Hashable {
    /// The fewest tokens that are sure to suffice, the end token included.
    package let needed: Int
    package let available: Int

    package init(needed: Int, available: Int) {
        self.needed = needed
        self.available = available
    }
}
