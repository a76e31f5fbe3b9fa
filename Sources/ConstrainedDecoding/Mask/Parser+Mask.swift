// All tokens at once, by a walk over the trie.

extension Parser {
    /// A mask of this many tokens is kept as a list.
    private static let listLimit = 256

    /// The tokens that may follow `state` with `remaining` tokens left, the chosen one and the end token among them.
    /// - Parameter mask: is overwritten.
    mutating func mask(_ state: Int32, remaining: Int, into mask: inout TokenMask) {
        mask.removeAll()
        guard state >= 0 else { return }
        let known = stateMask(state)
        guard Int(known.maximumCharge) <= remaining - 1 else {
            var walk = TrieWalk(exact: state, remaining: remaining)
            self.walk(vocabulary, from: 0, anonymous(state), &walk, into: &mask)
            return
        }
        switch known.tokens {
        case .few(let tokens): for token in tokens { mask.insert(Int(token)) }
        case .many(let tokens): mask = tokens
        }
    }

    /// Whether the budget forbids some token that the grammar allows.
    mutating func isNarrowed(_ state: Int32, remaining: Int) -> Bool {
        // Nothing that a token leads to costs more than the longest detour: far from the end no walk is needed.
        guard let known = knownMask(state) else {
            return Int(stateCharge[Int(state)]) + Self.detour >= remaining && narrows(state, remaining)
        }
        return Int(known.maximumCharge) > remaining - 1 && narrows(state, remaining)
    }

    /// A token that opens more than this many tokens' worth is looked at only where a mask was asked for.
    private static let detour = 64

    private mutating func narrows(_ state: Int32, _ remaining: Int) -> Bool {
        let known = stateMask(state)
        guard Int(known.maximumCharge) > remaining - 1 else { return false }
        var within = TokenMask(tokenCount: vocabulary.count)
        var walk = TrieWalk(exact: state, remaining: remaining)
        self.walk(vocabulary, from: 0, anonymous(state), &walk, into: &within)
        switch known.tokens {
        case .few(let tokens): return within.count < tokens.count
        case .many(let mask): return within != mask
        }
    }

    /// What a walk over the trie is about.
    private struct TrieWalk {
        /// The state that the walk is for, where the walk itself follows its twin.
        let exact: Int32
        /// Tokens left; `.max` where the budget is no matter.
        var remaining = Int.max
        /// The largest bound A among the states that tokens lead to.
        var charge: Int32 = 0
        /// Whether the twin did not know all.
        var needsExact = false
    }

    private mutating func knownMask(_ state: Int32) -> StateMask? {
        masks.states[anonymous(state)] ?? masks.states[state]
    }

    private mutating func stateMask(_ state: Int32) -> StateMask {
        if let known = knownMask(state) { return known }
        var mask = TokenMask(tokenCount: vocabulary.count)
        var walk = TrieWalk(exact: state)
        var literals: [Int32] = []
        let twin = anonymous(state)
        for cell in stateCells[Int(twin)] where cell != 0 {
            let symbol = symbols[Int(cellSymbol[Int(cell)])]
            switch symbol.kind {
            case .literal: literals.append(cell)
            case .lexeme, .capture: addLexeme(cell, symbol, &walk, to: &mask)
            case .unknown, .value, .object, .array: break
            }
        }
        if !literals.isEmpty { self.walk(vocabulary, from: 0, self.state(literals), &walk, into: &mask) }
        let count = mask.count
        let tokens: StateMask.Tokens = count <= Self.listLimit ? .few(mask.tokens.map { Int32($0) }) : .many(mask)
        let result = StateMask(tokens: tokens, maximumCharge: walk.charge)
        masks.insert(result, state: walk.needsExact ? state : twin)
        return result
    }

    /// Adds what one stack allows that has a lexeme on top.
    private mutating func addLexeme(_ cell: Int32, _ symbol: Symbol, _ walk: inout TrieWalk, to mask: inout TokenMask) {
        let rest = cellRest[Int(cell)]
        let known = lexemeMask(symbol.a)
        mask.formUnion(known.mask)
        let more = max(0, known.maximumCharge - lexemes.charge(of: symbol.a))
        walk.charge = max(
            walk.charge,
            known.maximumCharge >= Charge.infinite ? Charge.infinite : Charge.total(cellCharge[Int(cell)], more, 1))
        guard !known.exits.isEmpty else { return }
        if symbol.kind == .lexeme || symbol.b < 0 {
            let after = state(closure(symbol.kind == .lexeme ? rest : self.cell(finish(symbol), rest)))
            for exit in known.exits { self.walk(known.trie, from: Int(exit), after, &walk, into: &mask) }
            return
        }
        for exit in known.exits {
            var ended = symbol
            for byte in path(known.trie, Int(exit)) {
                ended.a = lexemes.step(ended.a, byte)
                ended.b = spellings.append(byte, to: ended.b)
            }
            let after = state(closure(self.cell(finish(ended), rest)))
            self.walk(known.trie, from: Int(exit), after, &walk, into: &mask)
        }
    }

    /// The bytes that lead to a node.
    private func path(_ trie: VocabularyTrie, _ node: Int) -> ArraySlice<UInt8> {
        let token = trie.order[Int(trie.nodes[node].firstToken)]
        return vocabulary.bytes(of: Int(token)).prefix(Int(trie.nodes[node].depth))
    }

    private mutating func lexemeMask(_ root: Int32) -> LexemeMask {
        if let known = masks.lexemes[root] { return known }
        if let loose = lexemes.withoutCounts(root) {
            let shared = lexemeMask(loose.state)
            if let result = tightened(shared, root, limit: loose.limit) {
                masks.insert(result, lexeme: root)
                return result
            }
        }
        var result = LexemeMask(
            mask: TokenMask(tokenCount: vocabulary.count), trie: vocabulary, exits: [], maximumCharge: 0,
            maximumLength: 0)
        let slice = masks.slice
        if let after = lexemes.afterAnyText(root) {
            result.mask = slice.tokens[slice.maximumCharacters]
            result.trie = slice.others
            result.maximumCharge = after.charge
            result.maximumLength = after.length
        } else if let text = lexemes.afterText(root, characters: slice.maximumCharacters) {
            result.mask = slice.tokens[text.characters]
            result.trie = slice.others
            for state in text.states { result.take(state, &lexemes) }
        }
        walkLexeme(from: 0, root, into: &result)
        masks.insert(result, lexeme: root)
        return result
    }

    /// The mask of a state with counts, from that of the one without; nil where it may be another.
    private mutating func tightened(_ loose: LexemeMask, _ root: Int32, limit: Int) -> LexemeMask? {
        var result = loose
        // The witness after a token is as long, if not the same.
        result.maximumCharge = max(loose.maximumCharge, Int32(loose.maximumLength))
        if vocabulary.maximumTokenLength.addingSaturated(loose.maximumLength) <= limit { return result }
        guard VocabularyTrie.usualLength.addingSaturated(loose.maximumLength) <= limit else { return nil }
        // Longer tokens one by one.
        let trie = loose.trie
        result.exits.removeAll { Int(trie.nodes[Int($0)].depth) >= VocabularyTrie.usualLength }
        for top in trie.deepNodes {
            for token in trie.tokens(below: Int(top)) { result.mask.remove(Int(token)) }
            var state = root
            for byte in path(trie, Int(top)) where state >= 0 { state = lexemes.step(state, byte) }
            guard state >= 0 else { continue }
            if lexemes.accepting[Int(state)] { result.exits.append(top) }
            walkLexeme(from: Int(top), state, into: &result)
        }
        return result
    }

    /// Adds the tokens below a node that stay within the lexeme.
    private mutating func walkLexeme(from top: Int, _ state: Int32, into result: inout LexemeMask) {
        let vocabulary = result.trie
        let trie = vocabulary.nodes
        let base = Int(trie[top].depth)
        var path = [Int32](repeating: state, count: vocabulary.maximumTokenLength + 1 - base)
        var last: Int32 = -1
        let end = Int(trie[top].end)
        var node = top + 1
        while node < end {
            let here = trie[node]
            let depth = Int(here.depth) - base
            let before = path[depth - 1]
            if Int(here.end) - node >= Self.leastLoop, !lexemes.accepting[Int(before)],
                lexemes.loops(before, vocabulary.kinds[node])
            {
                result.insert(vocabulary, from: node)
                if before != last { result.take(before, &lexemes) }
                last = before
                node = Int(here.end)
                continue
            }
            let state = lexemes.step(before, here.byte)
            if state < 0 {
                node = Int(here.end)
                continue
            }
            path[depth] = state
            let tokens = Int(here.firstToken)..<vocabulary.tokenEnd(node)
            if !tokens.isEmpty {
                for place in tokens { result.mask.insert(Int(vocabulary.order[place])) }
                if state != last { result.take(state, &lexemes) }
                last = state
            }
            if lexemes.accepting[Int(state)], Int(here.end) > node + 1 { result.exits.append(Int32(node)) }
            node += 1
        }
    }

    /// Fewer nodes than this are walked rather than asked about.
    private static let leastLoop = 6

    /// Inserts the tokens below a node of the trie that `state` allows, and that the budget allows after them.
    private mutating func walk(
        _ vocabulary: VocabularyTrie, from top: Int, _ state: Int32, _ walk: inout TrieWalk, into mask: inout TokenMask
    ) {
        guard state >= 0 else { return }
        let trie = vocabulary.nodes
        let base = Int(trie[top].depth)
        var path = [Int32](repeating: state, count: vocabulary.maximumTokenLength + 1 - base)
        let end = Int(trie[top].end)
        var node = top + 1
        while node < end {
            let here = trie[node]
            let depth = Int(here.depth) - base
            var next = step(path[depth - 1], here.byte)
            if next >= 0, stateIsUnknown[Int(next)] {
                walk.needsExact = true
                next = advance(walk.exact, self.path(vocabulary, node))
            }
            if next < 0 {
                node = Int(here.end)
                continue
            }
            path[depth] = next
            let tokens = Int(here.firstToken)..<vocabulary.tokenEnd(node)
            if !tokens.isEmpty {
                if walk.remaining == .max || fits(next, walk.remaining - 1) {
                    for place in tokens { mask.insert(Int(vocabulary.order[place])) }
                }
                walk.charge = max(walk.charge, stateCharge[Int(next)])
            }
            node += 1
        }
    }
}
