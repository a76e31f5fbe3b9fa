// Bound A, the sum of charges, and bound B, the fewest tokens that spell a whole witness, any split. B is never more than A:
// a state whose A fits needs no B. Both count the end token.
//
// The witness of a stack is the concatenation of its symbols' witnesses, each symbol taking its own best alternative.
// Reading its first byte leads to a stack whose witness is the rest, so the first token of the best split leads to a state
// with a bound smaller by one: with B(start) tokens every document can be closed, whatever the model prefers.

/// Witnesses as linked lists of stacks, and their splits.
internal struct WitnessTable {
    struct Link {
        /// The stack with the witness's first byte on top; 0 where the witness is empty.
        var top: Int32
        /// The stack after that byte.
        var next: Int32
        var byte: UInt8
    }

    var links: [Int32: Link] = [:]
    /// Tokens of the witness of a stack that is its own top.
    var splits: [Int32: Int32] = [0: 0]
    var best: [Int32: [Int32]] = [:]
}

extension Parser {
    /// Tokens that surely suffice from here, the end token included; infinite for `dead`. Quick.
    func chargeA(_ state: Int32) -> Int32 { state < 0 ? Charge.infinite : stateCharge[Int(state)] }

    /// Tokens that surely suffice from here, the end token included; infinite for `dead`. The smaller bound.
    mutating func chargeB(_ state: Int32) -> Int32 {
        guard state >= 0 else { return Charge.infinite }
        let known = stateTrueCharge[Int(state)]
        if known >= 0 { return known }
        var best = Charge.infinite
        for cell in stateCells[Int(state)] { best = min(best, split(cell)) }
        best = Charge.sum(best, 1)
        stateTrueCharge[Int(state)] = best
        return best
    }

    /// Whether `state` may be entered with `remaining` tokens left, the end token among them.
    mutating func fits(_ state: Int32, _ remaining: Int) -> Bool {
        guard state >= 0 else { return false }
        return Int(stateCharge[Int(state)]) <= remaining || Int(chargeB(state)) <= remaining
    }

    /// The alternative of least charge; the first of those. Where a container may close, nothing is cheaper, and the others are
    /// not made: of an object with open names each would be an automaton of its own.
    private mutating func best(_ symbol: Int32) -> [Int32] {
        if let known = witnessTable.best[symbol] { return known }
        var best = closing(symbol)
        guard best.isEmpty else {
            witnessTable.best[symbol] = best
            return best
        }
        var least = Charge.infinite
        for alternative in alternatives(symbol) {
            var charge: Int32 = 0
            for part in alternative { charge = Charge.sum(charge, self.charge(ofSymbol: part)) }
            if charge < least { (least, best) = (charge, alternative) }
        }
        witnessTable.best[symbol] = best
        return best
    }

    mutating func witnessLink(_ cell: Int32) -> WitnessTable.Link {
        if cell == 0 { return WitnessTable.Link(top: 0, next: 0, byte: 0) }
        if let known = witnessTable.links[cell] { return known }
        var place = cell
        while place != 0 {
            let symbol = symbols[Int(cellSymbol[Int(place)])]
            let rest = cellRest[Int(place)]
            switch symbol.kind {
            case .literal:
                let text = texts.texts[Int(symbol.a)]
                var next = rest
                if Int(symbol.b) + 1 < text.count {
                    next = self.cell(self.symbol(Symbol(kind: .literal, a: symbol.a, b: symbol.b + 1)), rest)
                }
                return remember(cell, WitnessTable.Link(top: place, next: next, byte: text[Int(symbol.b)]))
            case .lexeme, .capture:
                if let step = lexemes.witnessStep(symbol.a) {
                    var after = symbol
                    after.a = step.next
                    if symbol.kind == .capture, symbol.b >= 0 { after.b = spellings.append(step.byte, to: symbol.b) }
                    let next = self.cell(self.symbol(after), rest)
                    return remember(cell, WitnessTable.Link(top: place, next: next, byte: step.byte))
                }
                place = symbol.kind == .lexeme ? rest : self.cell(finish(symbol), rest)
            case .unknown: return remember(cell, WitnessTable.Link(top: place, next: 0, byte: 0))
            case .value, .object, .array: place = self.cell(best(cellSymbol[Int(place)]), rest)
            }
        }
        return remember(cell, WitnessTable.Link(top: 0, next: 0, byte: 0))
    }

    private mutating func remember(_ cell: Int32, _ link: WitnessTable.Link) -> WitnessTable.Link {
        witnessTable.links[cell] = link
        return link
    }

    /// The fewest tokens that spell the witness of a stack.
    mutating func split(_ cell: Int32) -> Int32 {
        var path: [Int32] = []
        var link = witnessLink(cell)
        let top = link.top
        while !isSplit(link.top) {
            path.append(link.top)
            link = witnessLink(link.next)
        }
        for start in path.reversed() {
            var best = Charge.infinite
            var node = 0
            var link = witnessLink(start)
            while link.top != 0, !isUnbegun(link.top), let child = vocabulary.child(of: node, link.byte) {
                node = child
                link = witnessLink(link.next)
                if vocabulary.hasToken(node), let rest = witnessTable.splits[link.top] {
                    best = min(best, Charge.sum(1, rest))
                }
            }
            witnessTable.splits[start] = best
        }
        return witnessTable.splits[top] ?? Charge.infinite
    }

    /// Whether the split of a stack that is its own top is known. Before a name that is not begun it is bound A: what name
    /// it will be is not looked at.
    private mutating func isSplit(_ top: Int32) -> Bool {
        if witnessTable.splits[top] != nil { return true }
        guard isUnbegun(top) else { return false }
        witnessTable.splits[top] = cellCharge[Int(top)]
        return true
    }

    private func isUnbegun(_ cell: Int32) -> Bool { cell != 0 && symbols[Int(cellSymbol[Int(cell)])].isUnbegun }

    /// The witness of the cheapest stack of a state; nil where it goes on with a name that only the state itself knows which
    /// `state` is the twin of.
    mutating func knownWitness(_ state: Int32) -> [UInt8]? {
        var best: (charge: Int32, cell: Int32) = (Charge.infinite, 0)
        for cell in stateCells[Int(state)] {
            let charge = split(cell)
            if charge < best.charge { best = (charge, cell) }
        }
        var result: [UInt8] = []
        var link = witnessLink(best.cell)
        while link.top != 0 {
            if symbols[Int(cellSymbol[Int(link.top)])].kind == .unknown { return nil }
            result.append(link.byte)
            link = witnessLink(link.next)
        }
        return result
    }

    /// The witness of the cheapest stack of a state.
    mutating func witness(_ state: Int32) -> [UInt8] { knownWitness(anonymous(state)) ?? knownWitness(state) ?? [] }
}
