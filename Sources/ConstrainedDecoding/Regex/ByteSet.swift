// A set of byte values.

/// Any of the 256 byte values.
package struct ByteSet: Sendable, Hashable {
    private var words: (UInt64, UInt64, UInt64, UInt64)

    package init() { words = (0, 0, 0, 0) }

    package init(_ bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { insert(byte) }
    }

    package static let all = ByteSet(UInt8.min...UInt8.max)

    package func contains(_ byte: UInt8) -> Bool {
        word(Int(byte >> 6)) >> UInt64(byte & 63) & 1 == 1
    }

    package mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }

    package var isEmpty: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

    package var count: Int {
        words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount
    }

    package func union(_ other: ByteSet) -> ByteSet { combine(other, |) }
    package func intersection(_ other: ByteSet) -> ByteSet { combine(other, &) }
    package var complement: ByteSet { ByteSet.all.combine(self) { $0 & ~$1 } }

    /// Its bytes, ascending.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        forEach { result.append($0) }
        return result
    }

    /// The least byte; nil of the empty set.
    package var first: UInt8? {
        for index in 0..<4 where word(index) != 0 { return UInt8(index << 6 + word(index).trailingZeroBitCount) }
        return nil
    }

    @inline(__always)
    package func forEach(_ body: (UInt8) -> Void) {
        for index in 0..<4 {
            var rest = word(index)
            while rest != 0 {
                body(UInt8(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    private func word(_ index: Int) -> UInt64 {
        switch index {
        case 0: words.0
        case 1: words.1
        case 2: words.2
        default: words.3
        }
    }

    private func combine(_ other: ByteSet, _ operation: (UInt64, UInt64) -> UInt64) -> ByteSet {
        var result = ByteSet()
        result.words = (
            operation(words.0, other.words.0), operation(words.1, other.words.1), operation(words.2, other.words.2),
            operation(words.3, other.words.3)
        )
        return result
    }

    package static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }

    package func hash(into hasher: inout Hasher) {
        for index in 0..<4 { hasher.combine(word(index)) }
    }
}
