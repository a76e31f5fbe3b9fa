// The parts of JSON without parts: words, numbers and strings, with what of them is certain where the text ends.

extension JSONParser {
    mutating func parseWord(_ word: String, as value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
        let rest = bytes[position...].prefix(word.utf8.count)
        guard rest.elementsEqual(word.utf8) else {
            guard extent != .document, position + rest.count == bytes.count, word.utf8.starts(with: rest) else {
                throw error("expected a value")
            }
            position = bytes.count
            return try end("expected a value")
        }
        position += word.utf8.count
        return value
    }

    mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue? {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let first = peek
        guard takeDigits() > 0 else {
            if position > start, isCutOff { return try end("expected a value") }
            position = start
            throw error("expected a value")
        }
        if first == UInt8(ascii: "0"), bytes[start..<position].count(where: { $0 != UInt8(ascii: "-") }) > 1 {
            position = start
            throw error("a number starts with a needless zero")
        }
        if peek == UInt8(ascii: ".") {
            position += 1
            if takeDigits() == 0 {
                guard isCutOff else { throw error("expected a digit after the point") }
                return try end("expected a digit after the point")
            }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            if takeDigits() == 0 {
                guard isCutOff else { throw error("expected a digit in the exponent") }
                return try end("expected a digit in the exponent")
            }
        }
        if isCutOff, depth > 0 || extent == .beginning(isFinal: false) {
            return try end("the text ends where a value should stand")
        }
        guard let number = JSONNumber(parsing: String(decoding: bytes[start..<position], as: UTF8.self)) else {
            position = start
            throw error("a number is out of range")
        }
        return .number(number)
    }

    /// The text ends here, and is the beginning of a document.
    private var isCutOff: Bool { position == bytes.count && extent != .document }

    private mutating func takeDigits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    /// - Returns: the text, and whether it has its closing quote.
    mutating func parseString() throws(JSONSyntaxError) -> (text: String, isWhole: Bool) {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return (String(decoding: text, as: UTF8.self), true)
            case UInt8(ascii: "\\"):
                guard let character = try parseEscape() else { return (Self.certain(text), false) }
                text += character.utf8
            case 0..<0x20: throw error("a control character must be escaped")
            default:
                text.append(byte)
                position += 1
            }
        }
        guard isCutOff else { throw error("a string does not end") }
        return (Self.certain(text), false)
    }

    /// Without the replacement characters that stand for the first bytes of a character at the end.
    private static func certain(_ text: [UInt8]) -> String {
        var scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        while scalars.last == "\u{FFFD}" { scalars.removeLast() }
        return String(scalars)
    }

    /// Nil where the text ends inside the escape.
    private mutating func parseEscape() throws(JSONSyntaxError) -> String? {
        position += 1
        guard let byte = peek else { return try endOfString() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "u"): return try parseCodePoint()
        default:
            position -= 1
            let found = byte < 0x80 ? String(Unicode.Scalar(byte)) : "byte \(byte)"
            throw error("unknown escape '\\\(found)'")
        }
    }

    private mutating func parseCodePoint() throws(JSONSyntaxError) -> String? {
        guard let unit = try parseHexadecimal() else { return nil }
        if let scalar = Unicode.Scalar(unit) { return String(scalar) }
        // Half of a surrogate pair: the other half must follow.
        let isHigh = (0xD800..<0xDC00).contains(unit)
        let rest = bytes[position...].prefix(2)
        if isHigh, rest.count < 2, extent != .document, [0x5C, 0x75].starts(with: rest) {
            position = bytes.count
            return nil
        }
        guard isHigh, rest.elementsEqual([0x5C, 0x75]) else { throw error("half of a surrogate pair") }
        position += 2
        guard let low = try parseHexadecimal() else { return nil }
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("half of a surrogate pair") }
        return String(scalar)
    }

    /// Nil where the text ends inside the digits.
    private mutating func parseHexadecimal() throws(JSONSyntaxError) -> UInt32? {
        let digits = bytes[position...].prefix(4)
        let value = digits.reduce(into: UInt32?(0)) { value, byte in
            value = value.flatMap { value in
                Character(Unicode.Scalar(byte)).hexDigitValue.map { value << 4 + UInt32($0) }
            }
        }
        if digits.count < 4, value != nil, extent != .document {
            position = bytes.count
            return nil
        }
        guard digits.count == 4, let value else { throw error("expected four hexadecimal digits") }
        position += 4
        return value
    }

    private func endOfString() throws(JSONSyntaxError) -> String? {
        guard isCutOff else { throw error("a string does not end") }
        return nil
    }
}
