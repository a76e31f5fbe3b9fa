// What guided decoding lets the sampler choose: the tokens after which the document can still be finished within its budget,
// and the end where it may end.

internal import ConstrainedDecoding

/// A document under way.
struct GuidedTurn: TokenFilter {
    private var decoder: ConstrainedDecoder
    /// Tokens that end the turn; none where the document stands within a turn that goes on.
    private let ends: [Int32]
    /// Tokens that are allowed for now though the document does not go on with them: a call may begin with them instead.
    var alternatives: Set<Int32> = []

    /// - Parameters:
    ///   - budget: tokens of the document at most; the end is not among them.
    ///   - text: what stands of the document already.
    /// - Throws: `budgetTooSmall` where the document is not sure to close, `schema` where none begins with `text`.
    init(
        _ grammar: CompiledGrammar, budget: Int?, ends: [Int32], after text: String = ""
    ) throws(GenerationError) {
        do {
            // The decoder counts the end as a token.
            decoder = try ConstrainedDecoder(grammar, budget: budget.map { $0 + 1 }, after: Array(text.utf8))
        } catch let error as ClosingBudgetError {
            throw .budgetTooSmall(needed: error.needed - 1, available: budget ?? 0)
        } catch {
            throw .schema(message: "#: error: no document begins with '\(text)' [schema.beginning]")
        }
        self.ends = ends
    }

    /// Whether the document is the arguments of a call, in a turn that goes on behind it.
    var standsInCall: Bool { ends.isEmpty }

    /// Whether the document is whole and nothing may follow.
    var isOver: Bool { decoder.isOver }

    /// Steps so far at which the budget forbade what the schema allows.
    var narrowedSteps: Int { decoder.narrowedSteps }

    /// Takes the token that comes next whatever the model says; nil where there are several, or the document may end.
    mutating func takeForced() -> Int32? {
        guard alternatives.isEmpty else { return nil }
        return decoder.forcedRun(limit: 1).first.map(Int32.init)
    }

    mutating func candidates() -> [UInt64] {
        var mask = decoder.candidates()
        if decoder.isComplete {
            for end in ends where Int(end) < mask.tokenCount { mask.insert(Int(end)) }
        }
        for token in alternatives { mask.insert(Int(token)) }
        return mask.words
    }

    mutating func isAllowed(_ token: Int32) -> Bool {
        if alternatives.contains(token) { return true }
        return ends.contains(token) ? decoder.isComplete : decoder.isAllowed(Int(token))
    }

    /// Takes a token; false where it is not allowed, and nothing changes.
    mutating func accept(_ token: Int32) -> Bool {
        decoder.accept(Int(token))
    }
}
