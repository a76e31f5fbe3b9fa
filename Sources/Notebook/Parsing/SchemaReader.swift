// A JSON Schema in YAML as JSON, with the place of everything in it. Scalars are read by what their keyword takes: `title:
// no` is text, `minItems: 2` a number, and a value of `enum` or `const` is what the schema's `type` says.

internal import FoundationModels
internal import YAML

/// A schema as it was written, and where.
struct WrittenSchema {
    struct Place {
        var key: SourceRange?
        var node: Node
    }

    /// A value that comes from elsewhere.
    struct Elsewhere {
        /// Of the value; what `$from` says, and where.
        var pointer: String
        var text: String
        var range: SourceRange
        var keyword: JSONSchemaKeyword
        /// Whether it is one of several values.
        var isElement: Bool
    }

    /// With references as the author wrote them.
    var json: JSONValue
    /// The file that it stands in.
    var source: SourceText
    /// By JSON Pointer, as a URI fragment.
    fileprivate(set) var places: [String: Place] = [:]
    /// Values in it, keys not counted.
    fileprivate(set) var nodeCount = 0
    /// What is wrong with it as YAML: a place, a code and words.
    fileprivate(set) var problems: [Diagnostic] = []
    /// In the order of the text.
    fileprivate(set) var elsewhere: [Elsewhere] = []

    /// With references to its own parts as JSON Pointers, whatever names they go by.
    var withPointerReferences: WrittenSchema {
        var schema = self
        schema.json = json.withPointerReferences
        return schema
    }

    /// Whether a value is to come from elsewhere.
    func isFromElsewhere(_ pointer: String) -> Bool { places[pointer + "/$from"] != nil }

    /// The scalar at a place, as it was written.
    func text(at pointer: String) -> String? {
        if case .scalar(let scalar)? = places[pointer]?.node.content { scalar.text } else { nil }
    }

    /// Where a message about something in the schema points: to the keyword, or to a value of one line.
    func location(of pointer: String, isAboutKeyword: Bool) -> SourceLocation {
        var pointer = pointer
        while places[pointer] == nil, let slash = pointer.lastIndex(of: "/") { pointer = String(pointer[..<slash]) }
        guard let place = places[pointer] else {
            let start = SourcePosition(line: 1, column: 1)
            return SourceLocation(file: source.path, range: SourceRange(start: start, end: start))
        }
        if let key = place.key {
            if isAboutKeyword { return SourceLocation(file: source.path, range: key) }
            if case .scalar = place.node.content {
                return SourceLocation(file: source.path, range: place.node.range)
            }
            return SourceLocation(file: source.path, range: key)
        }
        var range = place.node.range
        if range.end.line > range.start.line { range.end = source.lines.end(ofLine: range.start.line) }
        return SourceLocation(file: source.path, range: range)
    }
}

/// Reads one schema.
struct SchemaReader {
    private var written: WrittenSchema
    /// In a JSON file scalars are what they are.
    private let isJSON: Bool

    static func read(_ node: Node, in source: SourceText, isJSON: Bool) -> WrittenSchema {
        var reader = SchemaReader(source: source, isJSON: isJSON)
        reader.written.json = reader.schema(node, at: "#")
        return reader.written
    }

    private init(source: SourceText, isJSON: Bool) {
        written = WrittenSchema(json: .object([]), source: source)
        self.isJSON = isJSON
    }

    static func escaped(_ key: String) -> String { key.replacing("~", with: "~0").replacing("/", with: "~1") }

    /// Values that the schemas of a playground may have together: far more than any model reads.
    static let nodeLimit = 10_000
    /// Bytes of a key: places are known by all keys above them.
    private static let keyLimit = 256

    private mutating func note(_ node: Node, _ pointer: String, key: SourceRange? = nil) {
        guard written.places[pointer] == nil else { return }
        written.places[pointer] = WrittenSchema.Place(key: key, node: node)
        written.nodeCount += 1
    }

    private mutating func refuse(_ code: String, _ message: String, _ range: SourceRange) {
        let place = SourceLocation(file: written.source.path, range: range)
        written.problems.append(Diagnostic(.error, "notebook.\(code)", message, at: place))
    }

    /// The members of a mapping, those without a value told and left out.
    private mutating func members(
        _ entries: [Node.Entry], at pointer: String, value: (inout SchemaReader, Node.Entry, String) -> JSONValue
    ) -> JSONValue {
        var members: [JSONMember] = []
        for entry in entries where written.nodeCount <= Self.nodeLimit {
            guard entry.key.text.utf8.count <= Self.keyLimit else {
                refuse("schema-size", "a key of a schema can have at most \(Self.keyLimit) bytes", entry.key.range)
                continue
            }
            let path = "\(pointer)/\(Self.escaped(entry.key.text))"
            note(entry.value, path, key: entry.key.range)
            if entry.value.isAbsent {
                refuse("missing-value", "'\(entry.key.text)' has no value", entry.key.range)
            } else if entry.key.text == "$from" {
                refuse(
                    "from",
                    "'$from' can stand for a value of 'enum', for 'const', and for a bound; write the value here",
                    entry.key.range)
            } else {
                members.append(JSONMember(key: entry.key.text, value: value(&self, entry, path)))
            }
        }
        return .object(members)
    }

    private mutating func schema(_ node: Node, at pointer: String) -> JSONValue {
        note(node, pointer)
        guard case .mapping(let entries) = node.content else { return plain(node, at: pointer) }
        let types = Self.types(entries)
        return members(entries, at: pointer) { reader, entry, path in
            guard let keyword = JSONSchemaKeyword(rawValue: entry.key.text) else {
                return reader.plain(entry.value, at: path)
            }
            return reader.value(entry.value, of: keyword, types, at: path)
        }
    }

    private mutating func value(
        _ node: Node, of keyword: JSONSchemaKeyword, _ types: [String], at pointer: String
    ) -> JSONValue {
        if let value = elsewhere(node, keyword, isElement: false, at: pointer) { return value }
        return switch (keyword.content, node.content) {
        case (.schema, _), (.schemaOrSchemas, .mapping), (.schemaOrSchemas, .scalar): schema(node, at: pointer)
        case (.schemas, .sequence(let items)), (.schemaOrSchemas, .sequence(let items)):
            list(items, at: pointer) { $0.schema($1, at: $2) }
        case (.schemaMap, .mapping(let entries)):
            members(entries, at: pointer) { reader, entry, path in reader.schema(entry.value, at: path) }
        case (.text, .scalar(let scalar)), (.pointer, .scalar(let scalar)), (.types, .scalar(let scalar)):
            isJSON ? plain(node, at: pointer) : .string(scalar.text)
        case (.texts, .sequence(let items)), (.types, .sequence(let items)):
            list(items, at: pointer) { reader, item, path in
                guard case .scalar(let scalar) = item.content, !reader.isJSON else {
                    return reader.plain(item, at: path)
                }
                return .string(scalar.text)
            }
        case (.values, .sequence(let items)):
            list(items, at: pointer) {
                $0.elsewhere($1, keyword, isElement: true, at: $2) ?? $0.typed($1, types, at: $2)
            }
        case (.anything, .sequence(let items)) where keyword == .examples:
            list(items, at: pointer) { $0.typed($1, types, at: $2) }
        case (.anything, _) where keyword == .const || keyword == .default: typed(node, types, at: pointer)
        default: plain(node, at: pointer)
        }
    }

    /// A value from elsewhere; nil for one that stands here.
    private mutating func elsewhere(
        _ node: Node, _ keyword: JSONSchemaKeyword, isElement: Bool, at pointer: String
    ) -> JSONValue? {
        guard case .mapping(let entries) = node.content, entries.count == 1, entries[0].key.text == "$from",
            case .scalar(let scalar) = entries[0].value.content, !entries[0].value.isAbsent
        else { return nil }
        switch keyword.content {
        case .number, .count, .values: break
        default: guard keyword == .const else { return nil }
        }
        note(node, pointer)
        note(entries[0].value, pointer + "/$from", key: entries[0].key.range)
        written.elsewhere.append(
            WrittenSchema.Elsewhere(
                pointer: pointer, text: scalar.text, range: entries[0].value.range, keyword: keyword,
                isElement: isElement))
        return .object([JSONMember(key: "$from", value: .string(scalar.text))])
    }

    private mutating func list(
        _ items: [Node], at pointer: String, item: (inout SchemaReader, Node, String) -> JSONValue
    ) -> JSONValue {
        .array(
            items.prefix(max(0, Self.nodeLimit + 1 - written.nodeCount)).enumerated().map { index, node in
                note(node, "\(pointer)/\(index)")
                return item(&self, node, "\(pointer)/\(index)")
            })
    }

    /// A value by the types that its schema allows.
    private mutating func typed(_ node: Node, _ types: [String], at pointer: String) -> JSONValue {
        guard !isJSON, !types.isEmpty, case .scalar(let scalar) = node.content, scalar.style == .plain else {
            return plain(node, at: pointer)
        }
        note(node, pointer)
        let value = json(scalar, of: node)
        let isAllowed =
            switch value {
            case .null: types.contains("null")
            case .bool: types.contains("boolean")
            case .number: types.contains("number") || types.contains("integer")
            default: true
            }
        return isAllowed || !types.contains("string") ? value : .string(scalar.text)
    }

    /// Any value, scalars by JSON's grammar.
    private mutating func plain(_ node: Node, at pointer: String) -> JSONValue {
        note(node, pointer)
        switch node.content {
        case .scalar(let scalar): return json(scalar, of: node)
        case .sequence(let items): return list(items, at: pointer) { $0.plain($1, at: $2) }
        case .mapping(let entries):
            return members(entries, at: pointer) { reader, entry, path in reader.plain(entry.value, at: path) }
        }
    }

    private mutating func json(_ scalar: Node.Scalar, of node: Node) -> JSONValue {
        let value = Self.json(scalar)
        if scalar.style == .plain, case .string(let text) = value, NumberSyntax.isNumber(text) {
            refuse("value", "the exponent of a number can have at most 9 digits", node.range)
        }
        return value
    }

    /// A scalar by JSON's grammar; whatever that does not know is text.
    static func json(_ scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain else { return .string(scalar.text) }
        switch scalar.text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default:
            guard NumberSyntax.isNumber(scalar.text), let number = JSONNumber(parsing: scalar.text) else {
                return .string(scalar.text)
            }
            return .number(number)
        }
    }

    /// What `type` says, as far as it can be read.
    private static func types(_ entries: [Node.Entry]) -> [String] {
        switch entries.first(where: { $0.key.text == "type" })?.value.content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let items):
            items.compactMap { if case .scalar(let scalar) = $0.content { scalar.text } else { nil } }
        default: []
        }
    }
}
