// Tokens by a key downwards, as few of them sorted as are asked for.

/// One token with what it is ordered by.
struct KeyedToken {
    var key: Double
    var token: Int32

    /// True where `self` comes before `other`: the larger key, among equals the lower id.
    func precedes(_ other: KeyedToken) -> Bool {
        key > other.key || (key == other.key && token < other.token)
    }
}

/// Walks tokens in order. The first 64 cost one pass; whoever asks for more pays for a sort.
struct DescendingWalk {
    private static let headCount = 64

    private var rest: [KeyedToken]
    private var sorted: [KeyedToken]
    private var index = 0
    private var isWhollySorted: Bool

    init(_ tokens: [KeyedToken]) {
        rest = tokens
        if tokens.count <= 2 * Self.headCount {
            sorted = tokens.sorted { $0.precedes($1) }
            isWhollySorted = true
        } else {
            sorted = Self.head(tokens)
            isWhollySorted = false
        }
    }

    mutating func next() -> KeyedToken? {
        if index == sorted.count, !isWhollySorted {
            sorted = rest.sorted { $0.precedes($1) }
            isWhollySorted = true
        }
        guard index < sorted.count else { return nil }
        defer { index += 1 }
        return sorted[index]
    }

    /// The first of all, in order: a heap whose root is the last of them.
    private static func head(_ tokens: [KeyedToken]) -> [KeyedToken] {
        var heap = Array(tokens.prefix(headCount))
        heap.sort { $1.precedes($0) }
        for token in tokens.dropFirst(headCount) where token.precedes(heap[0]) {
            heap[0] = token
            var parent = 0
            while true {
                var last = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < heap.count && heap[last].precedes(heap[child]) { last = child }
                guard last != parent else { break }
                heap.swapAt(parent, last)
                parent = last
            }
        }
        return heap.sorted { $0.precedes($1) }
    }
}
