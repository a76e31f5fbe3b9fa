// A set of byte values.

/// Any of the 256 byte values.
package struct ByteSet: Sendable, Hashable {
    private var four: (UInt64, UInt64, UInt64, UInt64)

    package init() { four = (0, 0, 0, 0) }

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
        case 0: four.0 |= bit
        case 1: four.1 |= bit
        case 2: four.2 |= bit
        default: four.3 |= bit
        }
    }

    package var isEmpty: Bool { four.0 | four.1 | four.2 | four.3 == 0 }

    package var count: Int {
        four.0.nonzeroBitCount + four.1.nonzeroBitCount + four.2.nonzeroBitCount + four.3.nonzeroBitCount
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

    /// 64 byte values each.
    internal var words: [UInt64] { [four.0, four.1, four.2, four.3] }

    private func word(_ index: Int) -> UInt64 {
        switch index {
        case 0: four.0
        case 1: four.1
        case 2: four.2
        default: four.3
        }
    }

    private func combine(_ other: ByteSet, _ operation: (UInt64, UInt64) -> UInt64) -> ByteSet {
        var result = ByteSet()
        result.four = (
            operation(four.0, other.four.0), operation(four.1, other.four.1), operation(four.2, other.four.2),
            operation(four.3, other.four.3)
        )
        return result
    }

    package static func == (left: ByteSet, right: ByteSet) -> Bool { left.four == right.four }

    package func hash(into hasher: inout Hasher) {
        for index in 0..<4 { hasher.combine(word(index)) }
    }
}
