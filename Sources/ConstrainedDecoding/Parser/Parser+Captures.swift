// Names of open objects and elements of distinct arrays: lexemes whose spelling matters to what follows, since none may stand
// twice. What is used already is taken out of the lexeme's automaton, so that no state is a dead end.

/// Names or spellings of a group that are not used yet.
internal struct ExcludedKey: Hashable {
    let expression: RegexID
    let used: Int32
}

extension Parser {
    /// The lexeme of a name or element that is none of those used; nil where there is none left, or none that can be
    /// followed to the end.
    mutating func captureSymbol(_ expression: RegexID, used: Int32, owner: Int32, kind: Int) -> Int32? {
        let capture: Int32
        if used < 0 {
            capture = symbol(Symbol(kind: .unknown, a: 0, c: owner, d: Int32(kind)))
        } else {
            let start = self.start(of: expression, without: used)
            guard lexemes.isAlive(start) else { return nil }
            capture = symbol(Symbol(kind: .capture, a: start, b: 0, c: owner, d: Int32(kind)))
        }
        return charge(ofSymbol: capture) < Charge.infinite ? capture : nil
    }

    private mutating func start(of expression: RegexID, without used: Int32) -> Int32 {
        if used == 0 { return lexemes.state(expression) }
        let key = ExcludedKey(expression: expression, used: used)
        if let known = excludedStart[key] { return known }
        let trie = spellings.trie(used, &lexemes.store.names)
        let others = lexemes.store.complement(lexemes.store.names(below: trie))
        let state = lexemes.state(lexemes.store.intersection([expression, others]))
        excludedStart[key] = state
        return state
    }

    /// What follows a captured lexeme that ends here.
    mutating func finish(_ capture: Symbol) -> [Int32] {
        let owner = symbols[Int(capture.c)]
        let used = capture.b < 0 ? oneMore(than: owner.d) : spellings.insert(capture.b, into: owner.d)
        let after = self.after(owner, kind: Int(capture.d), used: used)
        guard owner.kind == .object, case .object(let object) = nodes[Int(owner.a)] else { return [symbol(after)] }
        return [
            literal(punctuation.colon), symbol(Symbol(kind: .value, a: object.groupValue[Int(capture.d)])),
            symbol(after),
        ]
    }

    /// A set of unknown names that has one more.
    func oneMore(than used: Int32) -> Int32 { Int32(-2 - spellings.size(used)) }

    /// The rest of a container after one more additional member or distinct element.
    func after(_ owner: Symbol, kind: Int, used: Int32) -> Symbol {
        var result = owner
        result.d = used
        switch nodes[Int(owner.a)] {
        case .object(let object):
            result.c = Int32(min(Int(owner.c) + 1, object.countLimit))
        case .array(let array):
            let element = ArrayElement(node: 0, kind: kind)
            result.b = Int32(array.next(Int(owner.b)))
            result.c = Int32(array.nextMatches(Int(owner.c), element))
        case .lexeme, .choice: break
        }
        return result
    }
}
