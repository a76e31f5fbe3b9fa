// From a pattern to an expression over the bytes of a JSON string's content. Anchors may stand anywhere: every part
// with an anchor inside is kept for each of the four cases "begins at the string's start" x "ends at the string's end".

package enum PatternCompiler {
    /// The content of JSON strings (what stands between the quotes) that `text` matches: somewhere inside for ECMA-262, as a
    /// whole for Swift.
    package static func content(
        _ text: String, dialect: PatternDialect, in arena: RegexArena
    ) throws(PatternError) -> RegexID {
        let tree = try PatternParser.parse(text, dialect: dialect)
        var compiler = Compilation(tree: tree, isSearch: dialect == .ecmaScript, arena: arena)
        return try compiler.run()
    }

    /// Any content of a JSON string.
    package static func anyContent(in arena: RegexArena) -> RegexID {
        arena.repetition(CodePointSet.all.spelling(in: arena), minimum: 0, maximum: nil)
    }
}

private struct Compilation {
    /// A part with anchors inside, for one case.
    struct Case {
        /// Whether it matches the empty string there.
        var isEmpty = false
        /// The other strings that it matches there.
        var filled: RegexID
    }

    enum Piece {
        case plain(RegexID)
        /// By `index(start, end)`.
        case anchored([Case])
        case lookahead
    }

    static let copyLimit = 64

    let tree: PatternTree
    let isSearch: Bool
    let arena: RegexArena
    let any: RegexID
    var pieces: [Piece] = []
    var spellings: [CodePointSet: RegexID] = [:]

    init(tree: PatternTree, isSearch: Bool, arena: RegexArena) {
        self.tree = tree
        self.isSearch = isSearch
        self.arena = arena
        any = PatternCompiler.anyContent(in: arena)
    }

    mutating func run() throws(PatternError) -> RegexID {
        pieces.reserveCapacity(tree.nodes.count)
        for node in tree.nodes { pieces.append(try piece(node)) }
        var alternatives: [RegexID] = []
        let roots = if case .alternation(let parts) = tree.nodes[tree.root] { parts } else { [tree.root] }
        for root in roots { alternatives.append(try whole(root)) }
        return arena.union(alternatives)
    }

    /// One alternative of the pattern; lookaheads at its start are conditions on the whole string.
    private func whole(_ root: Int) throws(PatternError) -> RegexID {
        var items: [Int]
        switch tree.nodes[root] {
        case .sequence(let parts): items = parts
        case .lookahead: items = [root]
        default: return try enclosed([pieces[root]])
        }
        let anchors = items.prefix { if case .start = tree.nodes[$0] { true } else { false } }
        var isAtStart = !isSearch || !anchors.isEmpty
        items.removeFirst(anchors.count)
        var conditions: [RegexID] = []
        while let first = items.first, case .lookahead(let body, let isNegative) = tree.nodes[first] {
            guard isAtStart else { throw misplacedLookahead }
            let start = Piece.anchored(anchor(isStart: true))
            let strings = try enclosed([start, pieces[body], .plain(any)])
            conditions.append(isNegative ? arena.complement(strings) : strings)
            items.removeFirst()
        }
        isAtStart = isAtStart && !(anchors.isEmpty && conditions.isEmpty)
        let head: [Piece] = isAtStart ? [.anchored(anchor(isStart: true))] : []
        return arena.intersection([try enclosed(head + items.map { pieces[$0] })] + conditions)
    }

    private var misplacedLookahead: PatternError {
        PatternError(kind: .unsupported("a lookahead elsewhere than after the '^' that begins a pattern"), offset: 0)
    }

    private func enclosed(_ parts: [Piece]) throws(PatternError) -> RegexID {
        let padding: [Piece] = isSearch ? [.plain(any)] : []
        switch try sequence(padding + parts + padding) {
        case .plain(let id): return id
        case .anchored(let cases):
            let both = cases[index(true, true)]
            return both.isEmpty ? arena.union([both.filled, arena.epsilon]) : both.filled
        case .lookahead: throw misplacedLookahead
        }
    }

    // MARK: Pieces

    private mutating func piece(_ node: PatternTree.Node) throws(PatternError) -> Piece {
        switch node {
        case .empty: return .plain(arena.epsilon)
        case .set(let set):
            if let known = spellings[set] { return .plain(known) }
            let id = set.spelling(in: arena)
            spellings[set] = id
            return .plain(id)
        case .start: return .anchored(anchor(isStart: true))
        case .end: return .anchored(anchor(isStart: false))
        case .lookahead: return .lookahead
        case .sequence(let parts):
            // A lookahead inside is judged where the whole is put together; see `whole`.
            if parts.contains(where: { isLookahead(pieces[$0]) }) { return .lookahead }
            return try sequence(parts.map { pieces[$0] })
        case .alternation(let parts):
            if parts.contains(where: { isLookahead(pieces[$0]) }) { return .lookahead }
            return alternation(parts.map { pieces[$0] })
        case .repetition(let part, let minimum, let maximum):
            return try repetition(pieces[part], minimum, maximum)
        }
    }

    private func isLookahead(_ piece: Piece) -> Bool { if case .lookahead = piece { true } else { false } }

    private func index(_ start: Bool, _ end: Bool) -> Int { (start ? 2 : 0) + (end ? 1 : 0) }

    private func anchor(isStart: Bool) -> [Case] {
        [(false, false), (false, true), (true, false), (true, true)].map { start, end in
            Case(isEmpty: isStart ? start : end, filled: arena.nothing)
        }
    }

    private func cases(_ piece: Piece) -> [Case] {
        switch piece {
        case .plain(let id):
            return Array(repeating: Case(isEmpty: arena.isNullable(id), filled: id), count: 4)
        case .anchored(let cases): return cases
        case .lookahead: return []
        }
    }

    private func sequence(_ parts: [Piece]) throws(PatternError) -> Piece {
        if parts.contains(where: isLookahead) { throw misplacedLookahead }
        // Runs without anchors are one expression.
        var merged: [Piece] = []
        var run: [RegexID] = []
        for part in parts {
            if case .plain(let id) = part {
                run.append(id)
                continue
            }
            if !run.isEmpty { merged.append(.plain(arena.concatenation(run))) }
            run = []
            merged.append(part)
        }
        if !run.isEmpty { merged.append(.plain(arena.concatenation(run))) }
        guard var result = merged.last else { return .plain(arena.epsilon) }
        for part in merged.dropLast().reversed() { result = .anchored(pair(cases(part), cases(result))) }
        return result
    }

    private func pair(_ left: [Case], _ right: [Case]) -> [Case] {
        [(false, false), (false, true), (true, false), (true, true)].map { start, end in
            let whole = index(start, end)
            var filled = [
                arena.concatenation([left[index(start, false)].filled, right[index(false, end)].filled])
            ]
            // Where one part is empty, the other one's both ends are the whole's.
            if right[index(false, end)].isEmpty { filled.append(left[whole].filled) }
            if left[index(start, false)].isEmpty { filled.append(right[whole].filled) }
            return Case(isEmpty: left[whole].isEmpty && right[whole].isEmpty, filled: arena.union(filled))
        }
    }

    private func alternation(_ parts: [Piece]) -> Piece {
        var plain: [RegexID] = []
        for case .plain(let id) in parts { plain.append(id) }
        if plain.count == parts.count { return .plain(arena.union(plain)) }
        let all = parts.map(cases)
        return .anchored(
            (0..<4).map { place in
                Case(
                    isEmpty: all.contains { $0[place].isEmpty }, filled: arena.union(all.map { $0[place].filled }))
            })
    }

    private func repetition(_ part: Piece, _ minimum: Int, _ maximum: Int?) throws(PatternError) -> Piece {
        switch part {
        case .lookahead: throw misplacedLookahead
        case .plain(let id): return .plain(arena.repetition(id, minimum: minimum, maximum: maximum))
        case .anchored(let one):
            let count = max(minimum, maximum ?? 0)
            guard count <= Compilation.copyLimit else {
                throw PatternError(
                    kind: .unsupported("an anchor that is repeated more than \(Compilation.copyLimit) times"), offset: 0
                )
            }
            let optional = one.map { Case(isEmpty: true, filled: $0.filled) }
            var copies = Array(repeating: one, count: minimum)
            if let maximum {
                copies += Array(repeating: optional, count: maximum - minimum)
            } else {
                copies.append(star(one))
            }
            guard var result = copies.last else { return .plain(arena.epsilon) }
            for copy in copies.dropLast() { result = pair(copy, result) }
            return .anchored(result)
        }
    }

    private func star(_ one: [Case]) -> [Case] {
        let inner = arena.repetition(one[index(false, false)].filled, minimum: 0, maximum: nil)
        return [(false, false), (false, true), (true, false), (true, true)].map { start, end in
            let many = arena.concatenation([
                one[index(start, false)].filled, inner, one[index(false, end)].filled,
            ])
            return Case(isEmpty: true, filled: arena.union([one[index(start, end)].filled, many]))
        }
    }
}
