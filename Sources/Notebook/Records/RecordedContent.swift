// Structured content in a record: as YAML, keys in the order of generation, numbers with their digits, so that a change of
// one value is a change of one line. Content that YAML would not give back exactly stands there as JSON text.

internal import FoundationModels
internal import YAML

/// Content by a schema, between its JSON text and a record.
enum RecordedContent {
    /// Levels of a record above the content: the file, the cells, a cell.
    static let depthAbove = 4
    /// Bytes of a key that a reader of YAML takes on one line.
    fileprivate static let keyLimit = 500

    /// - Parameter content: JSON text in the spelling of contents.
    static func emitted(_ content: String, depthAbove: Int = depthAbove) -> EmittedValue {
        guard let json = try? JSONValue(parsing: content), json.isContainer,
            json.fits(depth: NodeReader.depthLimit - depthAbove), json.text(.spaced) == content
        else { return .text(content) }
        return json.emitted
    }

    /// A value as YAML, a line or more an entry.
    static func tree(_ json: JSONValue) -> EmittedValue { json.isContainer ? json.emitted : flow(json) }

    /// A value as YAML on one line.
    static func flow(_ json: JSONValue) -> EmittedValue {
        switch json {
        case .array(let elements): .flowList(elements.map(flow))
        case .object(let members): .flow(members.map { EmittedValue.Member($0.key, flow($0.value)) })
        default: json.emitted
        }
    }

    /// JSON text from what was recorded; nil where it can't have been.
    static func text(_ node: Node) -> String? {
        if case .scalar(let scalar) = node.content { return scalar.text }
        return json(node).text(.spaced)
    }

    static func json(_ node: Node) -> JSONValue {
        switch node.content {
        case .scalar(let scalar): SchemaReader.json(scalar)
        case .sequence(let items): .array(items.map(json))
        case .mapping(let entries): .object(entries.map { JSONMember(key: $0.key.text, value: json($0.value)) })
        }
    }
}

extension JSONValue {
    /// An object or array with anything in it. Without, and as a scalar, JSON text is as good.
    fileprivate var isContainer: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: false
        }
    }

    fileprivate func fits(depth: Int) -> Bool {
        guard depth > 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.fits(depth: depth - 1) }
        case .object(let members):
            return members.allSatisfy {
                $0.key.utf8.count <= RecordedContent.keyLimit && $0.value.fits(depth: depth - 1)
            }
        default: return true
        }
    }

    fileprivate var emitted: EmittedValue {
        switch self {
        case .null: .number("null")
        case .bool(let value): .number(value ? "true" : "false")
        case .number(let number): .number(number.literal)
        case .string(let text): text.contains("\n") ? .text(text) : .word(text)
        case .array(let elements):
            elements.contains(where: \.isContainer)
                ? .blockList(elements.map(\.emitted)) : .flowList(elements.map(\.emitted))
        case .object(let members): .block(members.map { EmittedValue.Member($0.key, $0.value.emitted) })
        }
    }
}
