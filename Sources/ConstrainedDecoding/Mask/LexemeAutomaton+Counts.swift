// A text of at most 1,000 characters allows at its first place what it allows at its hundredth. Without its large counts an
// expression has few states, and below those counts it matches the same strings: replacing x{m,n} by x{m,} changes no string
// shorter than n, since each x that matters takes a byte.

extension LexemeAutomaton {
    /// Smaller counts than this are kept.
    private static let leastCount = 36
    private static let depthLimit = 16
    private static let partLimit = 8

    /// The state without large counts, and the length up to which its strings are the same; nil where there are none.
    mutating func withoutCounts(_ state: Int32) -> (state: Int32, limit: Int)? {
        if let known = looseStates[state] { return known.state == state ? nil : known }
        var limit = Int.max
        let expression = withoutCounts(expressions[Int(state)], &limit, depth: 0)
        let loose = (state: self.state(expression), limit: limit)
        looseStates[state] = loose
        return loose.state == state ? nil : loose
    }

    /// Counts inside complements stay: all that is allowed with the counts must be allowed without them.
    private mutating func withoutCounts(_ id: RegexID, _ limit: inout Int, depth: Int) -> RegexID {
        guard depth < Self.depthLimit else { return id }
        switch store[id] {
        case .concatenation(let head, let tail):
            let first = withoutCounts(head, &limit, depth: depth + 1)
            return store.concatenation(first, withoutCounts(tail, &limit, depth: depth + 1))
        case .union(let parts) where parts.count <= Self.partLimit:
            return store.union(parts.map { withoutCounts($0, &limit, depth: depth + 1) })
        case .intersection(let parts) where parts.count <= Self.partLimit:
            return store.intersection(parts.map { withoutCounts($0, &limit, depth: depth + 1) })
        case .repetition(let operand, let minimum, let maximum?) where maximum >= Self.leastCount:
            limit = min(limit, maximum)
            return store.repetition(operand, minimum: minimum, maximum: nil)
        default: return id
        }
    }
}
