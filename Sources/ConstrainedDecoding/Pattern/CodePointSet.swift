// A set of Unicode scalars as ascending ranges, and what it is in a generated document: the bytes of each scalar's
// spelling inside a JSON string.

/// Any of the Unicode scalars; surrogates are none.
package struct CodePointSet: Sendable, Hashable {
    /// Ascending, apart from each other by one at least.
    package private(set) var ranges: [ClosedRange<UInt32>]

    package init() { ranges = [] }

    package init(_ ranges: [ClosedRange<UInt32>]) {
        var sorted: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = sorted.last, range.lowerBound <= last.upperBound &+ 1 {
                sorted[sorted.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                sorted.append(range)
            }
        }
        self.ranges = sorted
    }

    package init(_ scalar: UInt32) { ranges = [scalar...scalar] }

    package init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

    package static let all = CodePointSet([0...0x10FFFF])
    private static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

    package var isEmpty: Bool { ranges.isEmpty }

    package func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }

    package func union(_ other: CodePointSet) -> CodePointSet { CodePointSet(ranges + other.ranges) }

    package var complement: CodePointSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return CodePointSet(result)
    }

    package func intersection(_ other: CodePointSet) -> CodePointSet {
        complement.union(other.complement).complement
    }

    package func subtracting(_ other: CodePointSet) -> CodePointSet { intersection(other.complement) }

    // MARK: The spelling

    /// One scalar of the set, as it is spelled inside a JSON string.
    package func spelling(in arena: RegexArena) -> RegexID {
        arena.spelling(of: self) { makeSpelling(in: arena) }
    }

    private func makeSpelling(in arena: RegexArena) -> RegexID {
        var single = ByteSet()
        var parts: [RegexID] = []
        var sequences: [[ClosedRange<UInt8>]] = []
        for range in subtracting(CodePointSet([CodePointSet.surrogates])).ranges {
            if range.lowerBound < 0x80 {
                for value in range.lowerBound...min(range.upperBound, 0x7F) {
                    let byte = UInt8(value)
                    let spelling = JSONString.spelling(ofByte: byte)
                    if spelling.count == 1 { single.insert(byte) } else { parts.append(arena.literal(spelling)) }
                }
            }
            if range.upperBound >= 0x80 {
                CodePointSet.append(max(range.lowerBound, 0x80)...range.upperBound, to: &sequences)
            }
        }
        if !single.isEmpty { parts.append(arena.bytes(single)) }
        parts += CodePointSet.tree(sequences[...], in: arena)
        return arena.union(parts)
    }

    /// Splits a range into products of byte ranges, ascending.
    private static func append(_ range: ClosedRange<UInt32>, to sequences: inout [[ClosedRange<UInt8>]]) {
        var work = [range]
        while let range = work.popLast() {
            let (low, high) = (range.lowerBound, range.upperBound)
            // One length of UTF-8 at a time.
            if let limit = [UInt32(0x7F), 0x7FF, 0xFFFF].first(where: { low <= $0 && high > $0 }) {
                work += [(limit + 1)...high, low...limit]
                continue
            }
            let length = low < 0x800 ? 2 : low < 0x10000 ? 3 : 4
            // Trailing bytes of a product run over all 64 values below the first byte that differs.
            var isSplit = false
            for level in 1..<length {
                let mask: UInt32 = (1 << (6 * UInt32(level))) - 1
                guard low & ~mask != high & ~mask else { continue }
                if low & mask != 0 {
                    work += [((low | mask) + 1)...high, low...(low | mask)]
                    isSplit = true
                } else if high & mask != mask {
                    work += [(high & ~mask)...high, low...((high & ~mask) - 1)]
                    isSplit = true
                }
                if isSplit { break }
            }
            if !isSplit { sequences.append(zip(encode(low), encode(high)).map { $0...$1 }) }
        }
    }

    private static func encode(_ value: UInt32) -> [UInt8] {
        Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? []
    }

    /// Sequences with a common head share it.
    private static func tree(_ sequences: ArraySlice<[ClosedRange<UInt8>]>, in arena: RegexArena) -> [RegexID] {
        var result: [RegexID] = []
        var rest = sequences
        while let head = rest.first?.first {
            let group = rest.prefix { $0.first == head }
            rest = rest.dropFirst(group.count)
            let tails = group.map { Array($0.dropFirst()) }
            let first = arena.bytes(ByteSet(head))
            if tails.contains(where: \.isEmpty) {
                result.append(first)
            } else {
                result.append(arena.concatenation([first, arena.union(tree(tails[...], in: arena))]))
            }
        }
        return result
    }
}
