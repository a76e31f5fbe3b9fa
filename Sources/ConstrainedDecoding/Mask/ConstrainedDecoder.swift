// One guided answer: which tokens may come next, and that it closes within its budget.

internal import Synchronization

/// The state of one constrained decoding. A copy goes its own way, so that a draft can be walked and dropped.
package struct ConstrainedDecoder: Sendable {
    package let grammar: CompiledGrammar
    private var state: Int32
    /// Tokens left, the end token included; nil: no bound.
    package private(set) var remaining: Int?
    /// Tokens so far.
    package private(set) var tokens: [Int] = []
    /// Steps at which the budget forbade something that the grammar allows, among those whose mask was asked for or whose
    /// token was checked.
    package private(set) var narrowedSteps = 0

    /// - Parameter budget: tokens to be spent at most, the end token included; nil: any number.
    /// - Throws: `ClosingBudgetError` where the budget is not sure to suffice.
    package init(_ grammar: CompiledGrammar, budget: Int?) throws {
        if let budget, budget < grammar.minimumBudget {
            throw ClosingBudgetError(needed: grammar.minimumBudget, available: budget)
        }
        self.grammar = grammar
        remaining = budget
        state = grammar.start
    }

    /// Whether the answer may end here.
    package var isComplete: Bool { grammar.parser.withLock { $0.accepts(state) } }

    package func isAllowed(_ token: Int) -> Bool {
        grammar.parser.withLock { parser in
            parser.fits(parser.advance(state, token: token), (remaining ?? Int.max) - 1)
        }
    }

    /// Takes a token that is allowed; false where it isn't, and nothing changes.
    package mutating func accept(_ token: Int) -> Bool {
        let next = grammar.parser.withLock { parser in
            let next = parser.advance(state, token: token)
            return parser.fits(next, (remaining ?? Int.max) - 1) ? next : Parser.dead
        }
        guard next >= 0 else { return false }
        state = next
        remaining = remaining.map { $0 - 1 }
        tokens.append(token)
        return true
    }

    package func mask() -> TokenMask {
        var mask = TokenMask(tokenCount: grammar.vocabulary.count)
        grammar.parser.withLock { $0.mask(state, remaining: remaining ?? .max / 2, into: &mask) }
        return mask
    }
}
