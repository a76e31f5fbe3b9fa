// What it takes to finish: for every symbol a number of tokens that is sure to suffice. The charge of a nonterminal is the
// sum over the parts of its cheapest alternative (Knuth, A Generalization of Dijkstra's Algorithm, 1977,
// doi:10.1016/0020-0190(77)90002-3), that of a text its best split. Because it is a sum over the very pieces that the
// parser pushes, reading the first token of the cheapest completion lowers the sum by one.

extension Parser {
    /// The cheapest value of every node.
    /// - Throws: `GrammarError.unsatisfiable` where the root has none.
    mutating func solve(_ grammar: Grammar) throws {
        nodeCharge = [Int32](repeating: Charge.infinite, count: nodes.count)
        var users = [[Int32]](repeating: [], count: nodes.count)
        for index in nodes.indices {
            for part in Set(parts(nodes[index])) { users[Int(part)].append(Int32(index)) }
        }
        var queue = nodes.indices.reversed().map { Int32($0) }
        var isQueued = [Bool](repeating: true, count: nodes.count)
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            isQueued[Int(node)] = false
            let charge = evaluate(node)
            guard charge < nodeCharge[Int(node)] else { continue }
            nodeCharge[Int(node)] = charge
            for user in users[Int(node)] where !isQueued[Int(user)] {
                isQueued[Int(user)] = true
                queue.append(user)
            }
            if next > 4096, next * 2 > queue.count {
                queue.removeFirst(next)
                next = 0
            }
        }
        guard nodeCharge[grammar.root.index] < Charge.infinite else { throw GrammarError.unsatisfiable }
    }

    private func parts(_ node: CompiledNode) -> [Int32] {
        switch node {
        case .lexeme: []
        case .choice(let options): options
        case .object(let object): object.value + object.groupValue
        case .array(let array):
            array.prefix + [array.rest, array.contains?.matching, array.contains?.other].compactMap { $0 }
        }
    }

    private mutating func evaluate(_ node: Int32) -> Int32 {
        switch nodes[Int(node)] {
        case .lexeme(let state): return lexemes.charge(of: state)
        case .choice(let options): return options.reduce(Charge.infinite) { min($0, nodeCharge[Int($1)]) }
        case .object(var object):
            nodes[Int(node)] = .choice([])  // so that the table is not copied while it is filled
            fillCharges(&object)
            nodes[Int(node)] = .object(object)
            return Charge.sum(textCharge(punctuation.openObject), object.charges[0])
        case .array(let array):
            return Charge.sum(textCharge(punctuation.openArray), closing(array, count: 0, matches: 0, used: 0))
        }
    }

    private func textCharge(_ text: Int32) -> Int32 { texts.charge(text, from: 0) }

    private func separatorCharge(_ count: Int) -> Int32 { count > 0 ? textCharge(punctuation.comma) : 0 }

    private mutating func fillCharges(_ object: inout CompiledObject) {
        let members = object.memberCount
        let width = object.width
        for count in 0..<width {
            object.charges[members * width + count] = closing(object, count: count, used: 0)
        }
        for place in (0..<members).reversed() {
            for count in 0..<width {
                var best = object.isRequired[place] ? Charge.infinite : object.charges[(place + 1) * width + count]
                if object.maximum.map({ count < $0 }) ?? true {
                    let after = min(count + 1, object.countLimit, width - 1)
                    let text = count > 0 ? object.laterText[place] : object.firstText[place]
                    let taken = Charge.total(
                        textCharge(text), nodeCharge[Int(object.value[place])],
                        object.charges[(place + 1) * width + after])
                    best = min(best, taken)
                }
                object.charges[place * width + count] = best
            }
        }
    }

    /// From behind the last member: as many additional ones as are missing, each charged as `nextName` says, and `}`.
    private mutating func closing(_ object: CompiledObject, count: Int, used: Int) -> Int32 {
        var total: Int32 = 0
        for missing in 0..<max(0, object.minimum - count) {
            if let maximum = object.maximum, count + missing >= maximum { return Charge.infinite }
            let name = nextName(object, used: used + missing)
            if name >= Charge.infinite { return Charge.infinite }
            total = Charge.total(total, separatorCharge(count + missing), name)
        }
        return Charge.sum(total, textCharge(punctuation.closeObject))
    }

    /// A name that is none of `used` others, whichever these are, with its colon and value: the shortest that is left is no
    /// longer than the shortest but `used`.
    private mutating func nextName(_ object: CompiledObject, used: Int) -> Int32 {
        var best = Charge.infinite
        var values: [Int32] = []
        var names: [RegexID] = []
        for group in object.groupName.indices {
            let value = nodeCharge[Int(object.groupValue[group])]
            guard value < Charge.infinite else { continue }
            values.append(value)
            names.append(object.groupName[group])
            guard let name = lexemes.shortestStrings(object.groupName[group], count: used + 1) else { continue }
            best = min(best, Charge.sum(name, value))
        }
        if best >= Charge.infinite, names.count > 1, let value = values.max(),
            let name = lexemes.shortestStrings(lexemes.store.union(names), count: used + 1)
        {
            // No group has enough for itself; together they have.
            best = Charge.sum(name, value)
        }
        return Charge.sum(best, textCharge(punctuation.colon))
    }

    /// From behind an element: the elements that are missing and `]`.
    private mutating func closing(_ array: CompiledArray, count: Int, matches: Int, used: Int) -> Int32 {
        var total: Int32 = 0
        var count = count
        var matches = matches
        var used = used
        let minimumMatches = array.contains?.minimum ?? 0
        while count < array.minimum || matches < minimumMatches {
            var options = elements(array, count: count, matches: matches)
            if matches >= minimumMatches { options.reverse() }  // what does not match first: it can't be too much
            var choice: ArrayElement?
            var charge = Charge.infinite
            for option in options {
                if array.isDistinct, let expression = array.spelling[option.kind] {
                    charge = lexemes.shortestStrings(expression, count: used + 1) ?? Charge.infinite
                } else {
                    charge = nodeCharge[Int(option.node)]
                }
                choice = option
                if charge < Charge.infinite { break }
                // A match is still owed: nothing else will do.
                if matches < minimumMatches { return Charge.infinite }
            }
            guard let choice, charge < Charge.infinite else { return Charge.infinite }
            // Elements alike, taken at once.
            var run = 1
            if !array.isDistinct, count >= max(array.prefix.count, 1) {
                let owed = matches < minimumMatches ? minimumMatches - matches : array.minimum - count
                run = max(1, owed)
                if let maximum = array.maximum, run > maximum - count { return Charge.infinite }
                if let contains = array.contains, choice.kind == array.prefix.count + 1 {
                    if let most = contains.maximum, run > most - matches { return Charge.infinite }
                }
            }
            let one = Charge.sum(separatorCharge(count), charge)
            total = Charge.sum(total, Charge.product(run, one))
            used += run
            if array.contains != nil, choice.kind == array.prefix.count + 1 { matches += run }
            count += run
        }
        return Charge.sum(total, textCharge(punctuation.closeArray))
    }

    mutating func charge(ofSymbol number: Int32) -> Int32 {
        let known = symbolCharge[Int(number)]
        if known >= 0 { return known }
        let symbol = symbols[Int(number)]
        let charge: Int32
        switch symbol.kind {
        case .literal: charge = texts.charge(symbol.a, from: symbol.b)
        case .lexeme: charge = lexemes.charge(of: symbol.a)
        case .value: charge = nodeCharge[Int(symbol.a)]
        case .object, .array: charge = closing(symbol)
        case .capture, .unknown: charge = captureCharge(symbol)
        }
        symbolCharge[Int(number)] = charge
        return charge
    }

    private mutating func closing(_ symbol: Symbol) -> Int32 {
        switch nodes[Int(symbol.a)] {
        case .object(let object):
            if Int(symbol.b) < object.memberCount {
                return object.charges[Int(symbol.b) * object.width + min(Int(symbol.c), object.width - 1)]
            }
            return closing(object, count: Int(symbol.c), used: spellings.size(symbol.d))
        case .array(let array):
            return closing(array, count: Int(symbol.b), matches: Int(symbol.c), used: spellings.size(symbol.d))
        case .lexeme, .choice: return Charge.infinite
        }
    }

    /// The rest of the spelling, and of the container after it. Of a spelling not begun yet, one that is sure to be left.
    private mutating func captureCharge(_ capture: Symbol) -> Int32 {
        let owner = symbols[Int(capture.c)]
        let kind = Int(capture.d)
        let used = spellings.size(owner.d)
        var value: Int32 = 0
        let expression: RegexID?
        switch nodes[Int(owner.a)] {
        case .object(let object):
            value = Charge.sum(textCharge(punctuation.colon), nodeCharge[Int(object.groupValue[kind])])
            expression = object.groupName[kind]
        case .array(let array): expression = array.spelling[kind]
        case .lexeme, .choice: return Charge.infinite
        }
        guard let expression else { return Charge.infinite }
        var lexeme: Int32
        if capture.isUnbegun {
            lexeme = lexemes.shortestStrings(expression, count: used + 1) ?? Charge.infinite
            // Where names run out, those used count, not only how many.
            if lexeme >= Charge.infinite, capture.kind == .capture { lexeme = lexemes.charge(of: capture.a) }
        } else {
            lexeme = lexemes.charge(of: capture.a)
        }
        guard lexeme < Charge.infinite else { return lexeme }
        return Charge.total(lexeme, value, closing(after(owner, kind: kind, used: oneMore(than: owner.d))))
    }
}
