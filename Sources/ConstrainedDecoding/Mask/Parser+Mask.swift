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
            _ = walk(vocabulary, from: 0, state, remaining: remaining, into: &mask)
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
        guard let known = masks.states[state] else {
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
        walk(vocabulary, from: 0, state, remaining: remaining, into: &within)
        switch known.tokens {
        case .few(let tokens): return within.count < tokens.count
        case .many(let mask): return within != mask
        }
    }

    private mutating func stateMask(_ state: Int32) -> StateMask {
        if let known = masks.states[state] { return known }
        var mask = TokenMask(tokenCount: vocabulary.count)
        var charge: Int32 = 0
        var literals: [Int32] = []
        for cell in stateCells[Int(state)] where cell != 0 {
            let symbol = symbols[Int(cellSymbol[Int(cell)])]
            if symbol.kind == .literal {
                literals.append(cell)
            } else {
                charge = max(charge, addLexeme(cell, symbol, to: &mask))
            }
        }
        if !literals.isEmpty {
            charge = max(charge, walk(vocabulary, from: 0, self.state(literals), remaining: .max, into: &mask))
        }
        let count = mask.count
        let tokens: StateMask.Tokens = count <= Self.listLimit ? .few(mask.tokens.map { Int32($0) }) : .many(mask)
        let result = StateMask(tokens: tokens, maximumCharge: charge)
        masks.insert(result, state: state)
        return result
    }

    /// Adds what one stack allows that has a lexeme on top; the largest charge, or more, of the states it leads to.
    private mutating func addLexeme(_ cell: Int32, _ symbol: Symbol, to mask: inout TokenMask) -> Int32 {
        let rest = cellRest[Int(cell)]
        let known = lexemeMask(symbol.a)
        mask.formUnion(known.mask)
        var charge: Int32
        if symbol.kind == .lexeme {
            charge = Charge.total(known.maximumCharge, cellCharge[Int(rest)], 1)
            if !known.exits.isEmpty {
                let after = state(closure(rest))
                for exit in known.exits {
                    charge = max(charge, walk(known.trie, from: Int(exit), after, remaining: .max, into: &mask))
                }
            }
            return charge
        }
        charge =
            known.maximumCharge >= Charge.infinite
            ? Charge.infinite
            : Charge.sum(cellCharge[Int(cell)], 1 + max(0, known.maximumCharge - lexemes.charge(of: symbol.a)))
        if needsMore(symbols[Int(symbol.c)]) { charge = Charge.infinite }
        for exit in known.exits {
            let node = known.trie.nodes[Int(exit)]
            let path = vocabulary.bytes(of: Int(known.trie.order[Int(node.firstToken)])).prefix(Int(node.depth))
            var ended = symbol
            for byte in path {
                ended.a = lexemes.step(ended.a, byte)
                ended.b = spellings.append(byte, to: ended.b)
            }
            let after = state(closure(self.cell(finish(ended), rest)))
            charge = max(charge, walk(known.trie, from: Int(exit), after, remaining: .max, into: &mask))
        }
        return charge
    }

    /// Whether what a capture spells changes what closing its container takes.
    private func needsMore(_ owner: Symbol) -> Bool {
        switch nodes[Int(owner.a)] {
        case .object(let object): Int(owner.c) + 1 < object.minimum
        case .array(let array): Int(owner.b) + 1 < array.minimum || Int(owner.c) < array.contains?.minimum ?? 0
        case .lexeme, .choice: true
        }
    }

    private mutating func lexemeMask(_ root: Int32) -> LexemeMask {
        if let known = masks.lexemes[root] { return known }
        var result = LexemeMask(
            mask: TokenMask(tokenCount: vocabulary.count), trie: vocabulary, exits: [], maximumCharge: 0)
        let slice = masks.slice
        if let charge = lexemes.chargeAfterAnyText(root) {
            result.mask = slice.tokens
            result.trie = slice.others
            result.maximumCharge = charge
        } else if let states = lexemes.statesWithin(root, characters: slice.maximumCharacters) {
            result.mask = slice.tokens
            result.trie = slice.others
            for state in states { result.maximumCharge = max(result.maximumCharge, lexemes.charge(of: state)) }
        }
        let vocabulary = result.trie
        var path = [Int32](repeating: root, count: vocabulary.maximumTokenLength + 1)
        var last: Int32 = -1
        let trie = vocabulary.nodes
        let end = vocabulary.nodeCount
        var node = 1
        while node < end {
            let here = trie[node]
            let state = lexemes.step(path[Int(here.depth) - 1], here.byte)
            if state < 0 {
                node = Int(here.end)
                continue
            }
            path[Int(here.depth)] = state
            let tokens = Int(here.firstToken)..<vocabulary.tokenEnd(node)
            if !tokens.isEmpty {
                for place in tokens { result.mask.insert(Int(vocabulary.order[place])) }
                if state != last {
                    result.maximumCharge = max(result.maximumCharge, lexemes.charge(of: state))
                    last = state
                }
            }
            if lexemes.accepting[Int(state)], Int(here.end) > node + 1 { result.exits.append(Int32(node)) }
            node += 1
        }
        masks.insert(result, lexeme: root)
        return result
    }

    /// Inserts the tokens below a node of the trie that `state` allows, and that the budget allows after them.
    /// - Returns: the largest bound A among the states that they lead to.
    @discardableResult
    private mutating func walk(
        _ vocabulary: VocabularyTrie, from top: Int, _ state: Int32, remaining: Int, into mask: inout TokenMask
    ) -> Int32 {
        guard state >= 0 else { return 0 }
        let trie = vocabulary.nodes
        let base = Int(trie[top].depth)
        var path = [Int32](repeating: state, count: vocabulary.maximumTokenLength + 1 - base)
        var charge: Int32 = 0
        let end = Int(trie[top].end)
        var node = top + 1
        while node < end {
            let here = trie[node]
            let depth = Int(here.depth) - base
            let next = step(path[depth - 1], here.byte)
            if next < 0 {
                node = Int(here.end)
                continue
            }
            path[depth] = next
            let tokens = Int(here.firstToken)..<vocabulary.tokenEnd(node)
            if !tokens.isEmpty {
                if remaining == .max || fits(next, remaining - 1) {
                    for place in tokens { mask.insert(Int(vocabulary.order[place])) }
                }
                charge = max(charge, stateCharge[Int(next)])
            }
            node += 1
        }
        return charge
    }
}
