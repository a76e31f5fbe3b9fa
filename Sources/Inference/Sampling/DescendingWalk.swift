// Tokens by a key downwards, as few of them sorted as are asked for.

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
            var head = FirstTokens(count: Self.headCount)
            for token in tokens { head.insert(token) }
            sorted = head.sorted
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
}
