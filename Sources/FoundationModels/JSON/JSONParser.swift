// JSON values from text (RFC 8259), keeping the order of keys. Strict: no comments, no trailing commas, no duplicate keys.

/// What is wrong with a text that should be JSON, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    package var message: String

    package var description: String { "\(line):\(column): error: \(message) [json.syntax]" }
}

extension JSONValue {
    /// Parses one document of at most 512 levels.
    package init(parsing text: String) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text.utf8))
        self = try parser.parseDocument()
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue {
        let value = try parseValue()
        skipSpace()
        guard position == bytes.count else { throw error("found text after the document") }
        return value
    }

    private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONSyntaxError) in try parser.parseObject() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONSyntaxError) in try parser.parseArray() }
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", as: .null)
        case nil: throw error("the text ends where a value should stand")
        default: return try parseNumber()
        }
    }

    private mutating func nested(
        _ parse: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < 512 else { throw error("more than 512 levels") }
        depth += 1
        position += 1
        let value = try parse(&self)
        depth -= 1
        return value
    }

    private mutating func parseObject() throws(JSONSyntaxError) -> JSONValue {
        var members: [JSONMember] = []
        var keys: Set<String> = []
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            let start = position
            let key = try parseString()
            guard keys.insert(key).inserted else {
                position = start
                throw error("duplicate key '\(key)'")
            }
            guard take(":") else { throw error("expected ':' after the key '\(key)'") }
            members.append(JSONMember(key: key, value: try parseValue()))
        } while take(",")
        guard take("}") else { throw error("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func parseArray() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if take("]") { return .array([]) }
        repeat { elements.append(try parseValue()) } while take(",")
        guard take("]") else { throw error("expected ',' or ']'") }
        return .array(elements)
    }

    private mutating func parseWord(_ word: String, as value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("expected a value") }
        position += word.utf8.count
        return value
    }

    private mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let first = peek
        guard takeDigits() > 0 else {
            position = start
            throw error("expected a value")
        }
        if first == UInt8(ascii: "0"), bytes[start..<position].count(where: { $0 != UInt8(ascii: "-") }) > 1 {
            position = start
            throw error("a number starts with a needless zero")
        }
        if peek == UInt8(ascii: ".") {
            position += 1
            guard takeDigits() > 0 else { throw error("expected a digit after the point") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard takeDigits() > 0 else { throw error("expected a digit in the exponent") }
        }
        guard let number = JSONNumber(parsing: String(decoding: bytes[start..<position], as: UTF8.self)) else {
            position = start
            throw error("a number is out of range")
        }
        return .number(number)
    }

    private mutating func parseString() throws(JSONSyntaxError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += Array(String(try parseEscape()).utf8)
            case 0..<0x20:
                position -= 1
                throw error("a control character must be escaped")
            default: text.append(byte)
            }
        }
        throw error("a string does not end")
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> Character {
        guard let byte = peek else { throw error("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "u"): return try parseCodePoint()
        default:
            position -= 1
            throw error("unknown escape '\\\(Character(Unicode.Scalar(byte)))'")
        }
    }

    private mutating func parseCodePoint() throws(JSONSyntaxError) -> Character {
        let unit = try parseHexadecimal()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        // Half of a surrogate pair: the other half must follow.
        guard (0xD800..<0xDC00).contains(unit), bytes[position...].starts(with: [0x5C, 0x75]) else {
            throw error("half of a surrogate pair")
        }
        position += 2
        let low = try parseHexadecimal()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("half of a surrogate pair") }
        return Character(scalar)
    }

    private mutating func parseHexadecimal() throws(JSONSyntaxError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("expected four hexadecimal digits") }
        position += 4
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    private func error(_ message: String) -> JSONSyntaxError {
        let before = bytes[..<min(position, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let column = position - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONSyntaxError(line: line, column: column, message: message)
    }
}
