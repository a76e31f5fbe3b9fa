// The texts of all tokens, and the way from a text back to its token: an open-addressing hash table over slices of one
// flat array. No string or array is made per token, so that a quarter of a million tokens take milliseconds.

/// Token texts by identifier, and identifiers by text.
struct TokenTable: Sendable {
    /// All texts in one piece; token `t` is `bytes[offsets[t]..<offsets[t + 1]]`.
    let bytes: [UInt8]
    let offsets: [UInt32]
    /// Upper half: the hash; lower half: the identifier plus one. Zero is a free slot.
    private var slots: [UInt64]
    private let mask: Int

    var count: Int { offsets.count - 1 }

    /// Tokens without text are kept, but no text leads to them.
    ///
    /// - Parameter offsets: `count + 1` ascending offsets into `bytes`, checked by the caller.
    /// - Throws: `duplicateToken`.
    init(bytes: [UInt8], offsets: [UInt32]) throws(TokenizationError) {
        self.bytes = bytes
        self.offsets = offsets
        let count = offsets.count - 1
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = [UInt64](repeating: 0, count: capacity)
        for token in 0..<count {
            let start = Int(offsets[token])
            let end = Int(offsets[token + 1])
            guard end > start else { continue }
            let hash = Self.hash(bytes, start, end)
            var slot = Int(hash) & mask
            while slots[slot] != 0 {
                let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
                if slots[slot] >> 32 == UInt64(hash), isText(of: other, equalTo: bytes, start, end) {
                    throw TokenizationError(
                        .duplicateToken(
                            text: String(decoding: bytes[start..<end], as: UTF8.self), first: TokenID(other),
                            second: TokenID(token)))
                }
                slot = (slot + 1) & mask
            }
            slots[slot] = UInt64(hash) << 32 | UInt64(token + 1)
        }
    }

    /// The token whose text is `text[start..<end]`, or a negative number.
    func find(_ text: [UInt8], _ start: Int, _ end: Int) -> TokenID {
        let hash = Self.hash(text, start, end)
        var slot = Int(hash) & mask
        while true {
            let entry = slots[slot]
            if entry == 0 { return -1 }
            if entry >> 32 == UInt64(hash) {
                let token = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
                if isText(of: token, equalTo: text, start, end) { return TokenID(truncatingIfNeeded: token) }
            }
            slot = (slot + 1) & mask
        }
    }

    /// Where the text of `token` lies in `bytes`.
    func range(of token: TokenID) -> Range<Int> {
        Int(offsets[Int(token)])..<Int(offsets[Int(token) + 1])
    }

    private func isText(of token: Int, equalTo text: [UInt8], _ start: Int, _ end: Int) -> Bool {
        let first = Int(offsets[token])
        guard Int(offsets[token + 1]) - first == end - start else { return false }
        for index in 0..<(end - start) where bytes[first + index] != text[start + index] { return false }
        return true
    }

    /// FNV-1a over 64 bits, folded to the better half.
    private static func hash(_ text: [UInt8], _ start: Int, _ end: Int) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = start
        while index < end {
            hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
            index += 1
        }
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}
