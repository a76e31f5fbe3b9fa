// What guides ask of a value, and how several of them become keywords of JSON Schema: the strictest of each kind counts, and
// what contradicts itself is written as it is, for the schema's compiler to refuse.

/// One demand on a value.
enum SchemaConstraint: Sendable, Hashable {
    case constant(String)
    case oneOf([String])
    case pattern(String)
    /// A regular expression of which Swift does not tell the text.
    case unreadablePattern
    case minimum(JSONNumber)
    case maximum(JSONNumber)
    case minimumCount(Int)
    case maximumCount(Int)
    indirect case element(SchemaConstraint)
    indirect case all([SchemaConstraint])
    /// No value will do.
    case impossible

    /// Stands for a regular expression whose text is not known. It is none itself, so that whoever compiles it fails.
    static let unreadableText = "(?{this Regex does not tell its text; write it as a literal}"
}

extension JSONValue {
    /// This schema and what `constraints` add to it.
    func constrained(by constraints: [SchemaConstraint]) -> JSONValue {
        constraints.reduce(self) { $0.constrained(by: $1) }
    }

    private func constrained(by constraint: SchemaConstraint) -> JSONValue {
        var schema = self
        switch constraint {
        case .constant(let text):
            schema = schema.restricted(to: [text])
            if case .array(let texts) = schema["enum"], texts.count == 1 {
                schema["enum"] = nil
                schema["type"] = nil
                schema["const"] = .string(text)
            }
        case .oneOf(let texts): schema = schema.restricted(to: texts)
        case .pattern(let text): schema.addPattern(text)
        case .unreadablePattern: schema.addPattern(SchemaConstraint.unreadableText)
        case .minimum(let number):
            if case .number(let other) = schema["minimum"], other > number { break }
            schema["minimum"] = .number(number)
        case .maximum(let number):
            if case .number(let other) = schema["maximum"], other < number { break }
            schema["maximum"] = .number(number)
        case .minimumCount(let count):
            if case .number(let other) = schema["minItems"], other > JSONNumber(count) { break }
            schema["minItems"] = .integer(max(count, 0))
        case .maximumCount(let count):
            guard count >= 0 else { return schema.constrained(by: .impossible) }
            if case .number(let other) = schema["maxItems"], other < JSONNumber(count) { break }
            schema["maxItems"] = .integer(count)
        case .element(let constraint):
            schema["items"] = (schema["items"] ?? .object([])).constrained(by: constraint)
        case .all(let constraints): schema = schema.constrained(by: constraints)
        case .impossible:
            schema["const"] = nil
            schema["enum"] = .array([])
        }
        return schema
    }

    /// Only those of `texts` that were allowed before, in their order.
    private func restricted(to texts: [String]) -> JSONValue {
        var schema = self
        var seen: Set<String> = []
        var allowed = texts.filter { seen.insert($0).inserted }
        if case .array(let before) = schema["enum"] { allowed.removeAll { !before.contains(.string($0)) } }
        if let constant = schema["const"] {
            if case .string(let text) = constant, allowed.contains(text) { return schema }
            allowed = []
            schema["const"] = nil
            schema["type"] = .string("string")
        }
        schema["enum"] = .array(allowed.map(JSONValue.string))
        return schema
    }

    /// All patterns must match: the first is a keyword of the schema, the others stand in `allOf`.
    private mutating func addPattern(_ text: String) {
        guard let first = self["pattern"] else {
            self["pattern"] = .string(text)
            return
        }
        guard first != .string(text) else { return }
        var others: [JSONValue] = if case .array(let elements) = self["allOf"] { elements } else { [] }
        let pattern = JSONValue.members(["pattern": .string(text)])
        if !others.contains(pattern) { others.append(pattern) }
        self["allOf"] = .array(others)
    }
}
