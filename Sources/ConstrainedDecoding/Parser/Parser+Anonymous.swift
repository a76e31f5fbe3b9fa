// What a state inside a name allows, and what it takes to close, hardly depends on the name: only that it is none of those used,
// which the lexeme's own state knows. So a state with captures has a twin that does not follow the spelling, and masks and
// bounds are the twin's: one for all names of an object. Where a token would reach into the next name, the twin says
// `unknown`, and the state itself is asked.

extension Parser {
    /// The state without spellings; the state itself where it has none, or where names may run out.
    mutating func anonymous(_ state: Int32) -> Int32 {
        guard state >= 0 else { return state }
        let known = stateTwin[Int(state)]
        if known >= 0 { return known }
        var cells: [Int32] = []
        var isWhole = true
        for cell in stateCells[Int(state)] {
            guard cell != 0, symbols[Int(cellSymbol[Int(cell)])].kind == .capture else {
                cells.append(cell)
                continue
            }
            guard let twin = anonymous(symbols[Int(cellSymbol[Int(cell)])]) else {
                isWhole = false
                break
            }
            cells.append(self.cell(symbol(twin), cellRest[Int(cell)]))
        }
        let twin = isWhole ? self.state(cells) : state
        stateTwin[Int(state)] = twin
        return twin
    }

    private mutating func anonymous(_ capture: Symbol) -> Symbol? {
        if capture.b < 0 { return capture }
        var owner = symbols[Int(capture.c)]
        let used = spellings.size(owner.d)
        guard hasNames(owner, beside: used + 1) else { return nil }
        // How many are used matters only to what must still follow.
        owner.d = needsMore(owner) ? Int32(-1 - used) : -1
        var twin = capture
        twin.b = -1
        twin.c = symbol(owner)
        return twin
    }

    /// Whether another name, or another element of each kind, remains, whichever `count` are used.
    private mutating func hasNames(_ owner: Symbol, beside count: Int) -> Bool {
        let kinds: [RegexID]
        switch nodes[Int(owner.a)] {
        case .object(let object): kinds = object.groupName
        case .array(let array): kinds = array.spelling.compactMap { $0 }
        case .lexeme, .choice: return false
        }
        for kind in kinds where lexemes.shortestStrings(kind, count: count + 1) == nil { return false }
        return true
    }

    /// Whether a container needs further names or elements after the next one.
    func needsMore(_ owner: Symbol) -> Bool {
        switch nodes[Int(owner.a)] {
        case .object(let object): Int(owner.c) + 1 < object.minimum
        case .array(let array): Int(owner.b) + 1 < array.minimum || Int(owner.c) < array.contains?.minimum ?? 0
        case .lexeme, .choice: true
        }
    }

    /// Whether a state stands before a name that only the state it is the twin of can go on with.
    func isUnknown(_ state: Int32) -> Bool { state >= 0 && stateIsUnknown[Int(state)] }
}
