// Strings and regex literals: where they end.

extension Scanner {
    private func hasPounds(_ pounds: Int, from index: Int) -> Bool {
        (0..<pounds).allSatisfy { index + $0 < bytes.count && bytes[index + $0] == UInt8(ascii: "#") }
    }

    /// Steps over a string from its first quote, interpolations included.
    mutating func skipString(pounds: Int) {
        let quote = UInt8(ascii: "\"")
        let isMultiline = peek(1) == quote && peek(2) == quote && !(pounds > 0 && isEmptyRaw(pounds))
        let run = isMultiline ? 3 : 1
        at += run
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\\"), hasPounds(pounds, from: at + 1) {
                at += 1 + pounds
                if peek() == UInt8(ascii: "(") { skipInterpolation() } else { at += 1 }
            } else if bytes[at] == quote, !isMultiline || (peek(1) == quote && peek(2) == quote),
                hasPounds(pounds, from: at + run)
            {
                at += run + pounds
                return
            } else if !isMultiline, bytes[at] == 0x0A || bytes[at] == 0x0D {
                return
            } else {
                at += 1
            }
        }
    }

    /// `#""#` is empty, though a third quote may follow: `#"""#` is a string of one quote.
    private func isEmptyRaw(_ pounds: Int) -> Bool {
        let quote = UInt8(ascii: "\"")
        var index = at + 3
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            if bytes[index - 1] == quote, hasPounds(pounds, from: index) { return true }
            index += 1
        }
        return false
    }

    private mutating func skipInterpolation() {
        var depth = 0
        var last: Token?
        while let token = next(after: last) {
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            if depth == 0 { return }
            last = token
        }
    }

    /// A slash begins a regex literal where an operand may stand, and nothing but a regex literal fits.
    func mayBeginRegex(after previous: Token?, spaceBefore: Bool) -> Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .symbol(let mark):
            if "([{,;:".utf8.contains(mark) { return true }
            // After an operator, only where blanks part the two: `=/` is an operator, too.
            return spaceBefore && !")]}".utf8.contains(mark)
        case .word:
            let text = String(decoding: bytes[previous.range], as: UTF8.self)
            return spaceBefore && Self.wordsBeforeOperands.contains(text)
        case .string, .number, .regex: return false
        }
    }

    private static let wordsBeforeOperands: Set<String> = [
        "return", "in", "case", "where", "if", "while", "guard", "switch", "try", "await", "else", "throw", "is", "as",
        "unsafe", "consume", "copy", "repeat", "do", "defer", "yield",
    ]

    /// Where a regex literal between single slashes ends; nil where none stands here.
    func endOfBareRegex() -> Int? {
        guard ![0x20, 0x09, UInt8(ascii: "/"), UInt8(ascii: "*")].contains(peek(1)) else { return nil }
        var index = at + 1
        var depth = 0
        var isClass = false
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isClass = true
            case UInt8(ascii: "]"): isClass = false
            case UInt8(ascii: "(") where !isClass: depth += 1
            case UInt8(ascii: ")") where !isClass:
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "/"):
                // A blank before the last slash makes it a division.
                let isBlank = [0x20, 0x09].contains(bytes[index - 1]) && bytes[index - 2] != UInt8(ascii: "\\")
                return isBlank ? nil : index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Where `#/…/#` ends, over lines where its first line holds nothing.
    func endOfExtendedRegex(pounds: Int) -> Int? {
        var index = at + pounds + 1
        let isMultiline = bytes[index...].first { $0 != 0x20 && $0 != 0x09 } == 0x0A
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "/") where hasPounds(pounds, from: index + 1): return index + 1 + pounds
            case 0x0A, 0x0D:
                if !isMultiline { return nil }
            default: break
            }
            index += 1
        }
        return nil
    }
}
