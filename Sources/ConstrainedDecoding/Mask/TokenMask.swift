// A set of tokens, one bit each.

/// Which tokens may come next.
package struct TokenMask: Sendable, Hashable {
    /// Token t is bit t % 64 of word t / 64.
    package private(set) var words: [UInt64]
    /// The number of tokens that the mask speaks of.
    package let tokenCount: Int

    package init(tokenCount: Int) {
        self.tokenCount = tokenCount
        words = [UInt64](repeating: 0, count: (tokenCount + 63) / 64)
    }

    package func contains(_ token: Int) -> Bool {
        token >= 0 && token < tokenCount && words[token >> 6] >> UInt64(token & 63) & 1 == 1
    }

    package mutating func insert(_ token: Int) { words[token >> 6] |= 1 << UInt64(token & 63) }

    package mutating func remove(_ token: Int) { words[token >> 6] &= ~(1 << UInt64(token & 63)) }

    package mutating func formUnion(_ other: TokenMask) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    package mutating func removeAll() {
        for index in words.indices { words[index] = 0 }
    }

    /// A number that equal masks share, and others hardly.
    internal var fingerprint: UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in words {
            sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 29
        }
        return sum
    }

    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Its tokens, ascending.
    package var tokens: [Int] {
        var result: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }
}
