// The loop that byte-pair encoding and SentencePiece share: of all neighbours that may merge, merge the best, the leftmost
// of equals first, until none may. Candidates wait in a heap, so that a word of n symbols takes O(n log n) however hostile.
// R. Sennrich, B. Haddow, A. Birch, "Neural Machine Translation of Rare Words with Subword Units", 2016, arXiv:1508.07909.

/// A piece of a word: one character or byte at first, a longer piece after merges.
struct Symbol {
    /// Where the piece begins in its text, and how many bytes it has; a symbol that went into another has none.
    var start: Int32
    var length: Int32
    /// The token of the piece, or negative where there is none (yet).
    var token: TokenID
    var previous: Int32
    var next: Int32
}

/// What two neighbours become, and how soon.
struct Merge {
    /// Merges of smaller priority come first.
    var priority: UInt32
    var token: TokenID
}

/// Says which neighbours merge.
protocol MergeRule {
    func merge(_ left: Symbol, _ right: Symbol) -> Merge?
}

/// Merges the symbols of one word after another; keeps its memory from word to word.
struct SymbolMerger {
    private(set) var symbols: [Symbol] = []
    private var candidates = MinHeap<Candidate>()

    private struct Candidate: Comparable {
        /// Priority in the upper half, index of the left symbol in the lower half.
        var key: UInt64
        var right: Int32
        /// The length of the right symbol when the candidate was found; another one since then makes it stale.
        var rightLength: Int32
        var token: TokenID

        static func < (a: Candidate, b: Candidate) -> Bool { a.key < b.key }
    }

    mutating func removeAll() {
        symbols.removeAll(keepingCapacity: true)
        candidates.removeAll()
    }

    mutating func append(start: Int, length: Int, token: TokenID) {
        let index = Int32(truncatingIfNeeded: symbols.count)
        if index > 0 { symbols[Int(index) - 1].next = index }
        symbols.append(
            Symbol(
                start: Int32(truncatingIfNeeded: start), length: Int32(truncatingIfNeeded: length), token: token,
                previous: index - 1, next: -1))
    }

    /// Merges until no rule applies. The symbols that remain are those with a length.
    mutating func merge(_ rule: some MergeRule) {
        guard symbols.count > 1 else { return }
        for left in 0..<(symbols.count - 1) { propose(left, left + 1, rule) }
        while let candidate = candidates.popFirst() {
            let left = Int(candidate.key & 0xFFFF_FFFF)
            let right = Int(candidate.right)
            // A left symbol can only have grown by taking the right one in, which leaves the right one without length.
            guard symbols[left].length > 0, symbols[right].length == candidate.rightLength else { continue }
            symbols[left].length += symbols[right].length
            symbols[left].token = candidate.token
            symbols[right].length = 0
            let next = symbols[right].next
            symbols[left].next = next
            if next >= 0 {
                symbols[Int(next)].previous = Int32(truncatingIfNeeded: left)
                propose(left, Int(next), rule)
            }
            let previous = symbols[left].previous
            if previous >= 0 { propose(Int(previous), left, rule) }
        }
    }

    private mutating func propose(_ left: Int, _ right: Int, _ rule: some MergeRule) {
        guard let merge = rule.merge(symbols[left], symbols[right]) else { return }
        candidates.insert(
            Candidate(
                key: UInt64(merge.priority) << 32 | UInt64(truncatingIfNeeded: left),
                right: Int32(truncatingIfNeeded: right), rightLength: symbols[right].length, token: merge.token))
    }
}
