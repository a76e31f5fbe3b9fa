// A JSON file as located nodes, by JSON's own grammar: YAML's is wider, and knows no escapes of two halves.

internal import FoundationModels
internal import YAML

/// Reads a text of JSON twice: for what it says, and for where it says it.
struct JSONNodeReader {
    private let source: SourceText
    /// Of the next byte.
    private var offset: Int

    /// - Throws: the first thing that is no JSON, or nested too deeply.
    static func read(_ source: SourceText) throws(Diagnostic) -> Node {
        let start = source.lines.byteOrderMarkLength
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: String(decoding: source.bytes[start...], as: UTF8.self))
        } catch {
            // Its lines end in `\n` alone, and its columns are bytes.
            var at = start
            for _ in 1..<error.line { at = (source.bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? at) + 1 }
            at = min(at + error.column - 1, source.bytes.count)
            throw problem(error.message, atByte: at, in: source)
        }
        var reader = JSONNodeReader(source: source, offset: start)
        return try reader.node(value, depth: NodeReader.depthLimit)
    }

    private static func problem(_ message: String, atByte offset: Int, in source: SourceText) -> Diagnostic {
        let place = source.lines.position(ofByte: offset)
        let range = SourceRange(
            start: place, end: SourcePosition(line: place.line, column: place.column + 1))
        return Diagnostic(.error, "json.syntax", message, at: SourceLocation(file: source.path, range: range))
    }

    private mutating func node(_ value: JSONValue, depth: Int) throws(Diagnostic) -> Node {
        skipSpace()
        let start = offset
        guard depth > 0 else {
            throw Self.problem("more than \(NodeReader.depthLimit) levels", atByte: start, in: source)
        }
        let content: Node.Content
        switch value {
        case .object(let members):
            var entries: [Node.Entry] = []
            skip(1)
            for member in members {
                skipSpace()
                let keyStart = offset
                skipString()
                let key = Node.Key(text: member.key, range: range(from: keyStart))
                skipSpace()
                skip(1)
                entries.append(Node.Entry(key: key, value: try node(member.value, depth: depth - 1)))
                skipSeparator()
            }
            if members.isEmpty { skipSeparator() }
            content = .mapping(entries)
        case .array(let elements):
            var items: [Node] = []
            skip(1)
            for element in elements {
                items.append(try node(element, depth: depth - 1))
                skipSeparator()
            }
            if elements.isEmpty { skipSeparator() }
            content = .sequence(items)
        case .string(let text):
            skipString()
            content = .scalar(Node.Scalar(text: text, style: .doubleQuoted))
        case .null, .bool, .number:
            while let byte = peek, !Self.space.contains(byte), !Array(",]}".utf8).contains(byte) { skip(1) }
            content = .scalar(
                Node.Scalar(text: String(decoding: source.bytes[start..<offset], as: UTF8.self), style: .plain))
        }
        return Node(content, range: range(from: start))
    }

    // MARK: The way through a text that is JSON

    private static let space = Array(" \t\r\n".utf8)

    private var peek: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

    private func range(from start: Int) -> SourceRange {
        SourceRange(start: source.lines.position(ofByte: start), end: source.lines.position(ofByte: offset))
    }

    private mutating func skip(_ count: Int) { offset += count }

    private mutating func skipSpace() {
        while let byte = peek, Self.space.contains(byte) { skip(1) }
    }

    /// A comma or a closing bracket.
    private mutating func skipSeparator() {
        skipSpace()
        skip(1)
    }

    private mutating func skipString() {
        skip(1)
        while let byte = peek, byte != UInt8(ascii: "\"") { skip(byte == UInt8(ascii: "\\") ? 2 : 1) }
        skip(1)
    }
}
