// Tokens with what they are ordered by, and the first few of many.

internal import Engine

/// One token with its logit, or with another number to order it by.
struct KeyedToken {
    var key: Double
    var token: Int32

    /// True where `self` comes before `other`: the larger key, among equals the lower id.
    func precedes(_ other: KeyedToken) -> Bool {
        key > other.key || (key == other.key && token < other.token)
    }
}

/// The first `count` of the tokens that were put in: a heap whose root is the last of them.
struct FirstTokens {
    private let count: Int
    private var heap: [KeyedToken] = []

    /// - Parameter count: at least 1.
    init(count: Int) {
        self.count = count
    }

    /// In order.
    var sorted: [KeyedToken] { heap.sorted { $0.precedes($1) } }

    mutating func insert(_ token: KeyedToken) {
        if heap.count < count {
            heap.append(token)
            if heap.count == count { heap.sort { $1.precedes($0) } }
        } else if token.precedes(heap[0]) {
            heap[0] = token
            siftDown()
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var last = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[last].precedes(heap[child]) {
                last = child
            }
            guard last != parent else { return }
            heap.swapAt(parent, last)
            parent = last
        }
    }
}

extension [KeyedToken] {
    /// Cuts tokens, ordered by logit, after the first whose cumulative mass reaches `mass` of theirs.
    mutating func cut(mass: Double) {
        guard let first else { return }
        let masses = map { Elementary.exp($0.key - first.key) }
        let wanted = mass * masses.reduce(0, +)
        var sum = 0.0
        for (index, value) in masses.enumerated() {
            sum += value
            if sum >= wanted {
                removeSubrange((index + 1)...)
                return
            }
        }
    }

    /// A draw from tokens with their logits; nil where there are none.
    func drawn(temperature: Float, noise: Noise) -> Int32? {
        let scale = 1 / Double(temperature)
        return map { KeyedToken(key: $0.key * scale + noise.gumbel($0.token), token: $0.token) }
            .min { $0.precedes($1) }?.token
    }
}
