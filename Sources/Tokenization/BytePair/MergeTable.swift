// The merges of byte-level BPE by the two tokens that they join: an open-addressing hash table of 16 bytes a slot.

/// Which two tokens merge, at which rank, into which token.
struct MergeTable: MergeRule, Sendable {
    private struct Slot {
        /// Left token in the upper half, right token in the lower; the largest number is a free slot.
        var pair: UInt64
        var merge: Merge
    }

    private var slots: [Slot]
    private let mask: Int

    /// Reads the merges of a description, "left right" by rank. The first of equal merges counts. Merges into a control
    /// token are left out: text must not become structure.
    ///
    /// - Throws: `noMerges`, `badOffset`, `badMerge`, `mergeOfUnknownToken`.
    init(_ description: VocabularyDescription, vocabulary: Vocabulary) throws(TokenizationError) {
        let bytes = description.mergeBytes
        let offsets = description.mergeOffsets
        guard offsets.count > 1 else { throw TokenizationError(.noMerges) }
        try Vocabulary.checkOffsets(offsets, byteCount: bytes.count, list: "merge")
        let count = offsets.count - 1
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = [Slot](repeating: Slot(pair: .max, merge: Merge(priority: 0, token: -1)), count: capacity)

        let table = vocabulary.table
        var joined: [UInt8] = []
        for rank in 0..<count {
            let start = Int(offsets[rank])
            let end = Int(offsets[rank + 1])
            let text = { String(decoding: bytes[start..<end], as: UTF8.self) }
            var space = start + 1
            while space < end, bytes[space] != 0x20 { space += 1 }
            guard space + 1 < end else { throw TokenizationError(.badMerge(rank: rank, text: text())) }
            joined.removeAll(keepingCapacity: true)
            joined.append(contentsOf: bytes[start..<space])
            joined.append(contentsOf: bytes[(space + 1)..<end])
            let left = table.find(bytes, start, space)
            let right = table.find(bytes, space + 1, end)
            let result = table.find(joined, 0, joined.count)
            guard left >= 0, right >= 0, result >= 0 else {
                let part = left < 0 ? "left part" : right < 0 ? "right part" : "result"
                throw TokenizationError(.mergeOfUnknownToken(rank: rank, text: text(), part: part))
            }
            guard vocabulary.kinds[Int(result)].isText else { continue }
            insert(Self.pair(left, right), Merge(priority: UInt32(rank), token: result))
        }
    }

    private mutating func insert(_ pair: UInt64, _ merge: Merge) {
        var slot = Self.hash(pair) & mask
        while slots[slot].pair != .max {
            if slots[slot].pair == pair { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = Slot(pair: pair, merge: merge)
    }

    func merge(_ left: Symbol, _ right: Symbol) -> Merge? {
        guard left.token >= 0, right.token >= 0 else { return nil }
        return merge(left.token, right.token)
    }

    /// What the two tokens merge into, or nil.
    func merge(_ left: TokenID, _ right: TokenID) -> Merge? {
        let pair = Self.pair(left, right)
        var slot = Self.hash(pair) & mask
        while slots[slot].pair != pair {
            if slots[slot].pair == .max { return nil }
            slot = (slot + 1) & mask
        }
        return slots[slot].merge
    }

    private static func pair(_ left: TokenID, _ right: TokenID) -> UInt64 {
        UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }

    /// Fibonacci hashing: the high bits of the product are the well mixed ones.
    private static func hash(_ pair: UInt64) -> Int {
        Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}
