// Why a grammar is refused before the first token.

package enum GrammarError: Error, Hashable, CustomStringConvertible {
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

    package var code: String {
        switch self {
        case .unsatisfiable: "schema.unsatisfiable"
        case .unspellable: "schema.unspellable"
        case .cycle: "schema.cycle"
        case .tooManyStates, .tooLarge: "schema.limit"
        case .distinctElements: "schema.unsupported"
        }
    }

    /// Without the code.
    package var reason: String {
        switch self {
        case .unsatisfiable: "no document satisfies the schema, or none of a length that can be counted"
        case .unspellable: "every document needs a byte that the model has no token for"
        case .cycle: "choices lead back to themselves without an end"
        case .tooManyStates(_, let limit):
            "a pattern, a bound, a length or an enumeration takes more than \(limit) states to generate by"
        case .tooLarge(_, let count, let limit): "a count of \(count) can't be kept track of; at most \(limit) can"
        case .distinctElements: "elements that must differ can only be scalars, and enough of them to choose from"
        }
    }

    package var description: String { "\(reason) [\(code)]" }
}

/// No document begins with what was written already.
package struct BeginningError: Error, Hashable {}

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
