// Tokens to text while they come. A token may end in the middle of a character; what a character still lacks is waited for.

/// Turns a stream of tokens into pieces of text that are whole characters (Unicode scalars). All pieces together are the
/// text that `Tokenizer.decode` makes of all tokens.
package struct StreamingDetokenizer: Sendable {
    private let tokenizer: Tokenizer
    /// Bytes that are the beginning of a character and not yet all of it; at most three between calls.
    private var pending: [UInt8] = []

    package init(tokenizer: Tokenizer) {
        self.tokenizer = tokenizer
    }

    /// The text that is complete with this token; empty while a character is not. Bytes that can no longer become a
    /// character are U+FFFD.
    package mutating func append(_ token: TokenID) -> String {
        tokenizer.appendBytes(of: token, to: &pending)
        let end = pending.count - Self.unfinishedCount(pending)
        let text = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end)
        return text
    }

    /// The rest: U+FFFD if the last character never became whole, else nothing.
    package mutating func finish() -> String {
        let text = String(decoding: pending, as: UTF8.self)
        pending.removeAll()
        return text
    }

    /// How many bytes at the end are a character that more bytes could complete (The Unicode Standard, table 3-7).
    private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let start = bytes.count - count
            let lead = bytes[start]
            if lead & 0xC0 == 0x80 { continue }
            let length =
                switch lead {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            guard count < length else { return 0 }
            guard count > 1 else { return 1 }
            let second: ClosedRange<UInt8> =
                switch lead {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
            return second.contains(bytes[start + 1]) ? count : 0
        }
        return 0
    }
}
