// One guided answer: which tokens may come next, and that it closes within its budget.

internal import Synchronization

/// The state of one constrained decoding. A copy goes its own way, so that a draft can be walked and dropped.
///
/// With `remaining` tokens left, a token is allowed where the answer can still be closed with one less, and, of a canonical
/// grammar, closed as the tokenizer splits its text. Some token, or the end, is always allowed.
package struct ConstrainedDecoder: Sendable {
    /// Tokens past the end of the forced text that are looked at before a run is given up.
    private static let forcedLimit = 64
    /// The longest forced text that is looked at, in bytes.
    private static let forcedByteLimit = 256

    package let grammar: CompiledGrammar
    /// Tokens left, the end token included; nil: no bound.
    package internal(set) var remaining: Int?
    /// Tokens so far.
    package private(set) var tokens: [Int] = []
    /// Tokens taken when the grammar allowed some token that the budget did not. Counted where the budget was near enough
    /// for its exact bound to be asked.
    package private(set) var narrowedSteps = 0
    /// Bytes that stood before the first token.
    private let beginning: [UInt8]
    private var knownState: Int32
    private var generation: Int
    private var window = CanonicalWindow()
    /// What closes the answer, where it is canonical.
    internal private(set) var certificate: Certificate?

    /// - Parameters:
    ///   - budget: tokens to be spent at most, the end token included; nil: any number.
    ///   - beginning: bytes of the document that are written already; none where the grammar is canonical.
    /// - Throws: `ClosingBudgetError` where the budget is not sure to suffice, `BeginningError` where no document begins so.
    package init(_ grammar: CompiledGrammar, budget: Int?, after beginning: [UInt8] = []) throws {
        self.grammar = grammar
        remaining = budget
        certificate = grammar.certificate
        self.beginning = beginning
        let (state, charge, generation) = grammar.tables.withLock { tables -> (Int32, Int, Int) in
            guard !beginning.isEmpty else { return (grammar.start, grammar.minimumBudget, tables.generation) }
            let state = tables.parser.advance(grammar.start, beginning)
            // Whatever split the beginning has, the rest is not held to be canonical with it.
            let isOpen = state >= 0 && tables.search == nil
            return (state, isOpen ? Int(tables.parser.chargeB(state)) : Int.max, tables.generation)
        }
        (knownState, self.generation) = (state, generation)
        let needed = charge
        if knownState < 0 { throw BeginningError() }
        if needed > budget ?? .max {
            throw ClosingBudgetError(needed: needed, available: budget ?? 0)
        }
    }

    /// Whether the answer may end here.
    package var isComplete: Bool { grammar.tables.withLock { isComplete(&$0) } }

    /// Whether `token` may come next.
    /// - Complexity: its length, as a rule; where it is not canonical, a search for what could make it so.
    package func isAllowed(_ token: Int) -> Bool { grammar.tables.withLock { next(token, &$0) != nil } }

    /// Takes a token that is allowed; false where it isn't, and nothing changes.
    package mutating func accept(_ token: Int) -> Bool {
        grammar.tables.withLock { accept(token, &$0) }
    }

    /// All tokens that may come next, the end token aside.
    /// - Complexity: of a grammar that is not canonical, a look-up in most steps, and else a walk over the vocabulary.
    ///   Canonical, a check for each token that the grammar allows: ask `isAllowed` of the few that matter instead.
    package func mask() -> TokenMask {
        grammar.tables.withLock { tables in
            var mask = TokenMask(tokenCount: grammar.vocabulary.count)
            let state = self.state(&tables)
            guard tables.search != nil else {
                tables.parser.mask(state, remaining: remaining ?? .max / 2, into: &mask)
                return mask
            }
            tables.parser.mask(state, remaining: remaining ?? .max / 2, into: &mask)
            if let carried = certificate?.first { mask.insert(carried) }
            for token in mask.tokens where next(token, &tables) == nil { mask.remove(token) }
            return mask
        }
    }

    /// All tokens that the grammar and the budget allow, whether or not they are canonical: what `isAllowed` is asked about.
    package func candidates() -> TokenMask {
        grammar.tables.withLock { tables in
            var mask = TokenMask(tokenCount: grammar.vocabulary.count)
            tables.parser.mask(state(&tables), remaining: remaining ?? .max / 2, into: &mask)
            if let carried = certificate?.first { mask.insert(carried) }
            return mask
        }
    }

    /// Whether the answer may end here and nothing may follow.
    package var isOver: Bool {
        grammar.tables.withLock { tables in
            guard isComplete(&tables) else { return false }
            var mask = TokenMask(tokenCount: grammar.vocabulary.count)
            tables.parser.mask(state(&tables), remaining: .max / 2, into: &mask)
            return mask.isEmpty
        }
    }

    /// Takes the tokens that come next whatever the model says, up to `limit` of them.
    /// - Returns: the tokens taken: exactly those that single steps would have taken.
    package mutating func forcedRun(limit: Int) -> [Int] {
        grammar.tables.withLock { tables in
            var result: [Int] = []
            while result.count < limit, let token = forcedToken(&tables), accept(token, &tables) {
                result.append(token)
            }
            return result
        }
    }

    /// What an answer after `token` is tried with, in order, to prove that it can be closed canonically; nil where the
    /// grammar does not allow the token.
    internal func completions(after token: Int) -> [[UInt8]]? {
        grammar.tables.withLock { tables in
            let next = tables.parser.advance(state(&tables), token: token)
            return next < 0 ? nil : tables.search?.completionTexts(next, &tables.parser)
        }
    }

    // MARK: One step

    /// The parser's state. Where the tables were forgotten since, the answer is read again.
    private func state(_ tables: inout CompiledGrammar.Tables) -> Int32 {
        if generation == tables.generation { return knownState }
        return tables.read(beginning, tokens, from: grammar.start)
    }

    private struct Step {
        let state: Int32
        let certificate: Certificate?
    }

    private func isComplete(_ tables: inout CompiledGrammar.Tables) -> Bool {
        let state = self.state(&tables)
        guard tables.parser.accepts(state) else { return false }
        guard let search = tables.search else { return true }
        return window.ids.isEmpty || search.canonicalizer.encode(window.bytes) == window.ids
    }

    /// Where `token` leads; nil where it is not allowed.
    private func next(_ token: Int, _ tables: inout CompiledGrammar.Tables) -> Step? {
        let state = tables.parser.advance(self.state(&tables), token: token)
        guard state >= 0 else { return nil }
        let room = (remaining ?? Int.max) - 1  // for what follows, the end token included
        guard tables.search != nil else {
            return tables.parser.fits(state, room) ? Step(state: state, certificate: nil) : nil
        }
        if var carried = certificate, carried.first == token, carried.count <= room {
            carried.removeFirst()
            return Step(state: state, certificate: carried)
        }
        // Where not even the grammar's own bound leaves room, no search is made: a certificate that is shorter than the bound
        // would be found by luck, and near the end of a budget nearly every token would be searched in vain.
        guard tables.parser.fits(state, room) else { return nil }
        let found = tables.search?.certificate(window, token: token, state: state, room: room - 1, &tables.parser)
        return found.map { Step(state: state, certificate: $0) }
    }

    private mutating func accept(_ token: Int, _ tables: inout CompiledGrammar.Tables) -> Bool {
        guard let step = next(token, &tables) else { return false }
        if isNarrowed(&tables) { narrowedSteps += 1 }
        if let search = tables.search {
            let vocabulary = grammar.vocabulary
            window = search.advance(window, token: token, bytes: vocabulary.bytes(of: token), vocabulary)
        }
        knownState = step.state
        generation = tables.generation
        certificate = step.certificate
        remaining = remaining.map { $0 - 1 }
        tokens.append(token)
        if let moved = tables.trim(keeping: knownState) { (knownState, generation) = (moved, tables.generation) }
        return true
    }

    /// Whether the budget forbids some token here that the grammar allows.
    private func isNarrowed(_ tables: inout CompiledGrammar.Tables) -> Bool {
        guard let remaining else { return false }
        return tables.parser.isNarrowed(state(&tables), remaining: remaining)
    }

    // MARK: Forced tokens

    /// The one token that may come next; nil where there are several, or the answer may end.
    private func forcedToken(_ tables: inout CompiledGrammar.Tables) -> Int? {
        guard !isComplete(&tables) else { return nil }
        var place = tables.parser.anonymous(state(&tables))
        var node = 0
        var isOnTrie = true
        var candidates: [Int] = []
        let vocabulary = grammar.vocabulary
        var length = 0
        while isOnTrie, length < Self.forcedByteLimit, !tables.parser.isUnknown(place),
            let byte = tables.parser.forcedByte(place)
        {
            place = tables.parser.step(place, byte)
            length += 1
            guard let child = vocabulary.child(of: node, byte) else {
                isOnTrie = false
                break
            }
            node = child
            candidates += vocabulary.tokens(at: node)
            // Beyond a state that may end, the text is not forced any more.
            if tables.parser.accepts(place) { break }
        }
        guard length > 0 else { return nil }
        if isOnTrie {
            let beyond = vocabulary.tokens(below: node)
            guard beyond.count <= Self.forcedLimit else { return nil }
            candidates += beyond.map { Int($0) }
        }
        var survivor: Int?
        for token in candidates where next(token, &tables) != nil {
            guard survivor == nil else { return nil }
            survivor = token
        }
        return survivor
    }
}
