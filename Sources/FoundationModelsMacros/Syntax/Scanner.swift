// From the bytes of Swift source to tokens. Comments are dropped; strings with their interpolations and regex literals are
// one token each, so that no brace or comma inside them is taken for the declaration's own.

/// Cuts source into tokens.
struct Scanner {
    let bytes: [UInt8]
    var at = 0

    /// The tokens of `source`, damaged source included: what doesn't end is a token up to the end.
    static func tokens(of source: [UInt8]) -> [Token] {
        var scanner = Scanner(bytes: source)
        var tokens: [Token] = []
        while let token = scanner.next(after: tokens.last) { tokens.append(token) }
        return tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    func peek(_ ahead: Int = 0) -> UInt8 {
        let index = at + ahead
        return index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }

    /// The next token; `previous` tells whether a slash may begin a regex literal.
    mutating func next(after previous: Token?) -> Token? {
        let (newline, space) = skipTrivia()
        guard at < bytes.count else { return nil }
        let start = at
        let kind = kind(after: previous, spaceBefore: space)
        at = min(at, bytes.count)
        return Token(kind: kind, range: start..<at, newlineBefore: newline, spaceBefore: space)
    }

    /// Steps over one token.
    private mutating func kind(after previous: Token?, spaceBefore: Bool) -> Token.Kind {
        let byte = bytes[at]
        switch byte {
        case UInt8(ascii: "\""):
            skipString(pounds: 0)
            return .string
        case UInt8(ascii: "#"):
            var pounds = 1
            while peek(pounds) == byte { pounds += 1 }
            if peek(pounds) == UInt8(ascii: "\"") {
                at += pounds
                skipString(pounds: pounds)
                return .string
            }
            if peek(pounds) == UInt8(ascii: "/"), let end = endOfExtendedRegex(pounds: pounds) {
                at = end
                return .regex
            }
        case UInt8(ascii: "/"):
            if mayBeginRegex(after: previous, spaceBefore: spaceBefore), let end = endOfBareRegex() {
                at = end
                return .regex
            }
        case UInt8(ascii: "`"):
            var end = at + 1
            while end < bytes.count, bytes[end] != byte, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            if end < bytes.count, bytes[end] == byte {
                at = end + 1
                return .word
            }
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while Self.isWord(peek()) || (peek() == UInt8(ascii: ".") && Self.isWord(peek(1))) { at += 1 }
            return .number
        default:
            if Self.isWord(byte) {
                while Self.isWord(peek()) { at += 1 }
                return .word
            }
        }
        at += 1
        return .symbol(byte)
    }

    /// Steps over blanks, line ends and comments, nested ones included.
    private mutating func skipTrivia() -> (newline: Bool, space: Bool) {
        var newline = false
        let start = at
        while at < bytes.count {
            switch (bytes[at], peek(1)) {
            case (0x0A, _), (0x0D, _):
                newline = true
                at += 1
            case (0x20, _), (0x09, _), (0x0B, _), (0x0C, _), (0x00, _):
                at += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                newline = skipBlockComment() || newline
            default:
                return (newline, at > start)
            }
        }
        return (newline, at > start)
    }

    private mutating func skipBlockComment() -> Bool {
        var newline = false
        var depth = 0
        repeat {
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                at += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                at += 2
            default:
                if peek() == 0x0A || peek() == 0x0D { newline = true }
                at += 1
            }
        } while depth > 0 && at < bytes.count
        return newline
    }
}
