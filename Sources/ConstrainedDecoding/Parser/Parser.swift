// The parser: a state is a set of stacks, a stack is a list of symbols still to come. Symbols, stacks and states are stored
// once and are numbers; a step from a state by a class of bytes is computed once and then read from a table. Bytes go
// through one at a time; tokens are no more than runs of bytes. Nothing here recurses on the depth of a document.

internal struct Parser {
    static let dead: Int32 = -1
    private static let unexplored: Int32 = -2

    let vocabulary: VocabularyTrie
    let spacing: Grammar.Spacing
    var lexemes: LexemeAutomaton
    var texts = TextTable()
    var spellings = SpellingTable()
    var nodes: [CompiledNode] = []
    /// The tokens of each node's cheapest value.
    var nodeCharge: [Int32] = []
    var punctuation = Punctuation()

    // Symbols.
    private var symbolNumbers = HashChains()
    private(set) var symbols: [Symbol] = []
    private var lexemeSymbol: [Int32] = []
    var symbolCharge: [Int32] = []

    // Stacks. 0 is the empty one.
    private var cellNumbers = NumberTable()
    private(set) var cellSymbol: [Int32] = [0]
    private(set) var cellRest: [Int32] = [0]
    /// Bound A: the sum of the symbols' charges.
    private(set) var cellCharge: [Int32] = [0]
    private var closureNumbers = NumberTable()
    private var closures: [[Int32]] = []
    /// Bound B, and the witness as a list. See `Parser+Bounds`.
    var witnessTable = WitnessTable()

    // States.
    private var stateOfCell = NumberTable()
    private var stateNumbers = HashChains()
    private(set) var stateCells: [[Int32]] = []
    private(set) var stateCharge: [Int32] = []
    var stateTrueCharge: [Int32] = []
    private var statePartition: [Int32] = []
    private var stateRow: [Int32] = []
    private var rows: [Int32] = []
    private var captureSteps = NumberTable()
    /// The state without spellings; -1 where not known yet. See `Parser+Anonymous`.
    var stateTwin: [Int32] = []
    private(set) var stateIsUnknown: [Bool] = []
    private var bytePartitions: [Int32] = [Int32](repeating: -1, count: 256)

    var excludedStart: [ExcludedKey: Int32] = [:]
    var masks: MaskCache
    private(set) var start: Int32 = 0

    /// - Throws: `GrammarError`.
    init(_ grammar: Grammar, _ vocabulary: VocabularyTrie) throws {
        self.vocabulary = vocabulary
        spacing = grammar.spacing
        lexemes = LexemeAutomaton(store: grammar.arena.snapshot, vocabulary: vocabulary)
        masks = MaskCache(vocabulary: vocabulary)
        punctuation = Punctuation(spacing: spacing, &texts, vocabulary)
        try compile(grammar)
        try solve(grammar)
        let root = symbol(Symbol(kind: .value, a: Int32(grammar.root.index)))
        start = state(closure(cell(root, 0)))
    }

    // MARK: Symbols and stacks

    mutating func symbol(_ symbol: Symbol) -> Int32 {
        if symbol.kind == .lexeme, Int(symbol.a) < lexemeSymbol.count, lexemeSymbol[Int(symbol.a)] >= 0 {
            return lexemeSymbol[Int(symbol.a)]
        }
        let hash = symbol.hash
        var known = symbolNumbers.last(hash)
        while known >= 0 {
            if symbols[Int(known)] == symbol { return known }
            known = symbolNumbers.before(known)
        }
        let number = Int32(symbols.count)
        symbols.append(symbol)
        symbolCharge.append(Charge.unknown)
        symbolNumbers.append(hash)
        if symbol.kind == .lexeme {
            while lexemeSymbol.count <= Int(symbol.a) { lexemeSymbol.append(-1) }
            lexemeSymbol[Int(symbol.a)] = number
        }
        return number
    }

    mutating func literal(_ text: Int32) -> Int32 { symbol(Symbol(kind: .literal, a: text)) }

    mutating func cell(_ symbol: Int32, _ rest: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: symbol)) << 32 | UInt64(UInt32(bitPattern: rest))
        let known = cellNumbers[key]
        if known >= 0 { return known }
        let number = Int32(cellSymbol.count)
        cellNumbers.set(key, number)
        cellSymbol.append(symbol)
        cellRest.append(rest)
        cellCharge.append(Charge.sum(charge(ofSymbol: symbol), cellCharge[Int(rest)]))
        return number
    }

    mutating func cell(_ symbols: [Int32], _ rest: Int32) -> Int32 {
        var result = rest
        for symbol in symbols.reversed() { result = cell(symbol, result) }
        return result
    }

    /// The stacks with a terminal on top, or empty, that `cell` stands for; ascending.
    mutating func closure(_ root: Int32) -> [Int32] {
        if root == 0 { return [0] }
        let top = symbols[Int(cellSymbol[Int(root)])]
        if top.kind == .literal || top.kind == .lexeme && !lexemes.accepting[Int(top.a)] { return [root] }
        let known = closureNumbers[UInt64(root)]
        if known >= 0 { return closures[Int(known)] }
        var result: [Int32] = []
        var seen: [Int32] = [root]
        var seenMany: Set<Int32> = []
        func isNew(_ cell: Int32) -> Bool {
            if seen.count < 32 {
                guard !seen.contains(cell) else { return false }
                seen.append(cell)
                if seen.count == 32 { seenMany = Set(seen) }
                return true
            }
            return seenMany.insert(cell).inserted
        }
        var work = [root]
        while let cell = work.popLast() {
            if cell == 0 {
                result.append(cell)
                continue
            }
            let number = cellSymbol[Int(cell)]
            let rest = cellRest[Int(cell)]
            let symbol = symbols[Int(number)]
            if symbol.isTerminal {
                let accepts =
                    (symbol.kind == .lexeme || symbol.kind == .capture) && lexemes.accepting[Int(symbol.a)]
                if !accepts || lexemes.hasContinuation(symbol.a) { result.append(cell) }
                guard accepts else { continue }
                let after = symbol.kind == .lexeme ? rest : self.cell(finish(symbol), rest)
                if isNew(after) { work.append(after) }
                continue
            }
            for alternative in alternatives(number) {
                let next = self.cell(alternative, rest)
                if isNew(next) { work.append(next) }
            }
        }
        result.sort()
        closureNumbers.set(UInt64(root), Int32(closures.count))
        closures.append(result)
        return result
    }

    /// Adds the stacks after `byte` to `result`.
    private mutating func step(cell: Int32, _ byte: UInt8, into result: inout [Int32]) {
        guard cell != 0 else { return }
        let symbol = symbols[Int(cellSymbol[Int(cell)])]
        let rest = cellRest[Int(cell)]
        switch symbol.kind {
        case .literal:
            let text = texts.texts[Int(symbol.a)]
            guard text[Int(symbol.b)] == byte else { return }
            if Int(symbol.b) + 1 == text.count {
                result += closure(rest)
            } else {
                let next = self.symbol(Symbol(kind: .literal, a: symbol.a, b: symbol.b + 1))
                result.append(self.cell(next, rest))
            }
        case .lexeme:
            let next = lexemes.step(symbol.a, byte)
            guard next != LexemeAutomaton.dead else { return }
            result += closure(self.cell(self.symbol(Symbol(kind: .lexeme, a: next)), rest))
        case .capture:
            let next = lexemes.step(symbol.a, byte)
            guard next != LexemeAutomaton.dead else { return }
            let spelling = symbol.b < 0 ? symbol.b : spellings.append(byte, to: symbol.b)
            let after = Symbol(kind: .capture, a: next, b: spelling, c: symbol.c, d: symbol.d)
            result += closure(self.cell(self.symbol(after), rest))
        case .unknown, .value, .object, .array: return
        }
    }

    // MARK: States

    /// - Parameter cells: with repetitions or not.
    mutating func state(_ cells: [Int32]) -> Int32 {
        if cells.isEmpty { return Self.dead }
        if cells.count == 1 {
            let known = stateOfCell[UInt64(cells[0])]
            if known >= 0 { return known }
            let number = addState(cells, UInt64(UInt32(bitPattern: cells[0])))
            stateOfCell.set(UInt64(cells[0]), number)
            return number
        }
        var sorted = cells.sorted()
        var kept = 1
        for place in 1..<sorted.count where sorted[place] != sorted[kept - 1] {
            sorted[kept] = sorted[place]
            kept += 1
        }
        sorted.removeSubrange(kept...)
        if kept == 1 { return state(sorted) }
        let hash = sorted.reduce(UInt64(kept)) { HashChains.mix($0, 0, $1) }
        var known = stateNumbers.last(hash)
        while known >= 0 {
            if stateCells[Int(known)] == sorted { return known }
            known = stateNumbers.before(known)
        }
        return addState(sorted, hash)
    }

    private mutating func addState(_ cells: [Int32], _ hash: UInt64) -> Int32 {
        let number = Int32(stateCells.count)
        stateNumbers.append(hash)
        stateCells.append(cells)
        var charge = Charge.infinite
        for cell in cells { charge = min(charge, cellCharge[Int(cell)]) }
        stateCharge.append(Charge.sum(charge, 1))
        stateTrueCharge.append(Charge.unknown)
        statePartition.append(-1)
        stateRow.append(-1)
        var hasCapture = false
        var isUnknown = false
        for cell in cells where cell != 0 {
            let top = symbols[Int(cellSymbol[Int(cell)])]
            if top.kind == .capture, top.b >= 0 { hasCapture = true }
            if top.kind == .unknown { isUnknown = true }
        }
        stateTwin.append(hasCapture ? -1 : number)
        stateIsUnknown.append(isUnknown)
        return number
    }

    func accepts(_ state: Int32) -> Bool { state >= 0 && stateCells[Int(state)].first == 0 }

    /// The state after `byte`, or `dead`.
    @inline(__always)
    mutating func step(_ state: Int32, _ byte: UInt8) -> Int32 {
        let row = stateRow[Int(state)]
        if row >= 0 {
            let known = rows[Int(row) + Int(lexemes.partitions.classOf(statePartition[Int(state)], byte))]
            if known != Self.unexplored { return known }
        }
        return explore(state, byte)
    }

    private mutating func explore(_ state: Int32, _ byte: UInt8) -> Int32 {
        var row = stateRow[Int(state)]
        if row == -1 {
            classify(state)
            row = stateRow[Int(state)]
        }
        if row < -1 {
            let key = UInt64(UInt32(bitPattern: state)) << 8 | UInt64(byte)
            let known = captureSteps[key]
            if known >= 0 { return known - 1 }
            let next = compute(state, byte)
            captureSteps.set(key, next + 1)
            return next
        }
        let place = Int(row) + Int(lexemes.partitions.classOf(statePartition[Int(state)], byte))
        let next = compute(state, byte)
        rows[place] = next
        return next
    }

    private mutating func compute(_ state: Int32, _ byte: UInt8) -> Int32 {
        guard vocabulary.alphabet.contains(byte) else { return Self.dead }
        var result: [Int32] = []
        for cell in stateCells[Int(state)] { step(cell: cell, byte, into: &result) }
        return self.state(result)
    }

    /// Bytes that no stack of the state can tell apart share a column. A state that follows a spelling has none: each byte matters.
    private mutating func classify(_ state: Int32) {
        let cells = stateCells[Int(state)].filter { $0 != 0 }
        let tops = cells.map { symbols[Int(cellSymbol[Int($0)])] }.filter { $0.kind != .unknown }
        guard !tops.contains(where: { $0.kind == .capture && $0.b >= 0 }) else {
            stateRow[Int(state)] = -2
            return
        }
        let number: Int32
        if tops.count == 1 {
            number =
                tops[0].kind != .literal
                ? lexemes.partition(of: tops[0].a) : partition(ofByte: firstByte(tops[0]))
        } else {
            var result: Int32 = -1
            for top in tops {
                let part =
                    top.kind == .literal ? partition(ofByte: firstByte(top)) : lexemes.partition(of: top.a)
                result = result < 0 ? part : lexemes.product(result, part)
            }
            number = result < 0 ? lexemes.partitions.number(BytePartition()) : result
        }
        statePartition[Int(state)] = number
        stateRow[Int(state)] = Int32(rows.count)
        let width = lexemes.partitions.representatives(number).count
        rows.append(contentsOf: repeatElement(Self.unexplored, count: width))
    }

    private func firstByte(_ symbol: Symbol) -> UInt8 { texts.texts[Int(symbol.a)][Int(symbol.b)] }

    private mutating func partition(ofByte byte: UInt8) -> Int32 {
        let known = bytePartitions[Int(byte)]
        if known >= 0 { return known }
        var partition = BytePartition()
        partition.refine(by: ByteSet(CollectionOfOne(byte)))
        let number = lexemes.partitions.number(partition)
        bytePartitions[Int(byte)] = number
        return number
    }

    /// The state after the bytes of a token, or `dead`; a token without bytes leads nowhere.
    mutating func advance(_ state: Int32, token: Int) -> Int32 {
        let bytes = vocabulary.bytes(of: token)
        return bytes.isEmpty ? Self.dead : advance(state, bytes)
    }

    mutating func advance(_ state: Int32, _ bytes: some Sequence<UInt8>) -> Int32 {
        var state = state
        for byte in bytes {
            if state < 0 { return Self.dead }
            state = step(state, byte)
        }
        return state
    }

    /// The only byte that may follow; nil where there are several or none.
    mutating func forcedByte(_ state: Int32) -> UInt8? {
        guard state >= 0 else { return nil }
        var result: UInt8?
        for byte in UInt8.min...UInt8.max where vocabulary.alphabet.contains(byte) && step(state, byte) >= 0 {
            guard result == nil else { return nil }
            result = byte
        }
        return result
    }

    /// A parser that knows the automaton of this one and, of all stacks, those of `state`, and the number that it gives them.
    /// - Parameter fresh: this parser as it was before it was used.
    func compacted(to state: Int32, _ fresh: Parser) -> (parser: Parser, state: Int32) {
        var result = fresh
        result.lexemes = lexemes
        result.lexemes.store.forgetDerivatives()
        result.spellings = spellings
        result.excludedStart = excludedStart
        result.masks = masks.withoutStates
        let cells = stateCells[Int(state)].map { result.move($0, from: self) }
        let moved = result.state(cells)
        return (result, moved)
    }

    private mutating func move(_ stack: Int32, from other: Parser) -> Int32 {
        var symbols: [Int32] = []
        var place = stack
        while place != 0 {
            symbols.append(move(symbol: other.cellSymbol[Int(place)], from: other))
            place = other.cellRest[Int(place)]
        }
        return cell(symbols, 0)
    }

    private mutating func move(symbol number: Int32, from other: Parser) -> Int32 {
        var moved = other.symbols[Int(number)]
        if moved.kind == .capture || moved.kind == .unknown { moved.c = move(symbol: moved.c, from: other) }
        return symbol(moved)
    }

    /// A measure of the memory in use, in bytes; somewhat less than the truth.
    var byteCount: Int {
        symbols.count * 100 + cellSymbol.count * 60 + stateCells.count * 120 + rows.count * 4 + captureSteps.count * 24
            + spellings.byteCount + excludedStart.count * 24
            + closures.count * 80 + witnessTable.links.count * 64 + lexemes.byteCount + masks.byteCount
    }
}
