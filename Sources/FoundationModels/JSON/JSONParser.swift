// JSON values from text (RFC 8259), keeping the order of keys: no comments, no trailing commas. Files of ours are read
// whole and strictly; what a model writes may be a beginning only, and then as much of it is read as is certain.

/// What is wrong with a text that should be JSON, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    package var message: String

    package var description: String { "\(line):\(column): error: \(message) [json.syntax]" }
}

extension JSONValue {
    /// Parses one document of at most 512 levels. A key may stand once only.
    package init(parsing text: String) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text.utf8), extent: .document)
        guard let value = try parser.parseDocument() else { throw parser.error("expected a value") }
        self = value
    }
}

/// A document, or the beginning of one, as far as it is certain how it goes on.
struct JSONBeginning: Sendable, Hashable {
    /// Nil where no value has begun that could be read. Left out: a key whose value has not begun, a number that could
    /// still grow, a word such as `tru`, half an escape, half a character.
    var value: JSONValue?
    /// How many values have begun and not ended: the outermost one, the last one inside it, and so on.
    var openLevels: Int

    /// Parses at most 512 levels. Of several equal keys the first one counts, so that what was read stays as it was when
    /// the text goes on.
    /// - Parameter isFinal: that nothing follows; then `12` by itself is the number 12.
    init(parsing text: String, isFinal: Bool) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text.utf8), extent: .beginning(isFinal: isFinal))
        value = try parser.parseDocument()
        openLevels = parser.openLevels
    }
}

struct JSONParser {
    /// How much of a document the text is.
    enum Extent: Equatable {
        case document
        case beginning(isFinal: Bool)
    }

    static let maximumDepth = 512

    let bytes: [UInt8]
    let extent: Extent
    var position = 0
    var depth = 0
    /// See `JSONBeginning.openLevels`.
    private(set) var openLevels = 0
    /// The text ended inside a value.
    private(set) var hasEnded = false

    init(bytes: [UInt8], extent: Extent) {
        self.bytes = bytes
        self.extent = extent
    }

    /// Nil where the text ended before a value that can be read; only beginnings may.
    mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue? {
        let value = try parseValue()
        skipSpace()
        guard position == bytes.count else { throw error("found text after the document") }
        return value
    }

    private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue? {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONSyntaxError) in try parser.parseObject() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONSyntaxError) in try parser.parseArray() }
        case UInt8(ascii: "\""):
            let (text, isWhole) = try parseString()
            if !isWhole { open() }
            return .string(text)
        case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", as: .null)
        case nil: return try end("the text ends where a value should stand")
        default: return try parseNumber()
        }
    }

    private mutating func nested(
        _ parse: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels") }
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
            guard peek == UInt8(ascii: "\"") else { return try open(.object(members), or: "expected a key in quotes") }
            let start = position
            let (key, isWhole) = try parseString()
            guard isWhole else { return try open(.object(members), or: "a string does not end") }
            let isNew = keys.insert(key).inserted
            if !isNew, extent == .document {
                position = start
                throw error("duplicate key '\(key)'")
            }
            guard take(":") else { return try open(.object(members), or: "expected ':' after the key '\(key)'") }
            let value = try parseValue()
            if isNew, let value {
                members.append(JSONMember(key: key, value: value))
            } else {
                openLevels = 0
            }
            if hasEnded { return try open(.object(members), or: "expected ',' or '}'") }
        } while take(",")
        guard take("}") else { return try open(.object(members), or: "expected ',' or '}'") }
        return .object(members)
    }

    private mutating func parseArray() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if take("]") { return .array([]) }
        repeat {
            if let value = try parseValue() { elements.append(value) }
            if hasEnded { return try open(.array(elements), or: "expected ',' or ']'") }
        } while take(",")
        guard take("]") else { return try open(.array(elements), or: "expected ',' or ']'") }
        return .array(elements)
    }
}

// What happens where the text ends.
extension JSONParser {
    /// Nothing of a value can be read.
    /// - Throws: with `message`, where the text should be a whole document.
    mutating func end(_ message: String) throws(JSONSyntaxError) -> JSONValue? {
        guard extent != .document else { throw error(message) }
        hasEnded = true
        return nil
    }

    /// One more value has begun and not ended.
    private mutating func open() {
        hasEnded = true
        openLevels += 1
    }

    /// What there is of a value that the end of the text cuts off.
    /// - Throws: with `message`, where it is something else that stands in the way.
    private mutating func open(_ value: JSONValue, or message: String) throws(JSONSyntaxError) -> JSONValue {
        guard extent != .document, position == bytes.count else { throw error(message) }
        open()
        return value
    }

    func error(_ message: String) -> JSONSyntaxError {
        let before = bytes[..<min(position, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let column = position - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONSyntaxError(line: line, column: column, message: message)
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
