// Closing objects in words: where an object is described in one place, that place says that there are no other members, what
// is required and in which order, as Apple's dialect wants it. Where several schemas describe one object together, none of
// them may say so alone; those are left as they are, for whoever enforces the schema to close when it has merged them.

/// Closes the objects of one document.
struct ObjectCloser {
    private let document: JSONValue
    private let places: [SchemaPlace]
    private let byPointer: [String: SchemaPlace]
    private let parts: [String: [SchemaPlace]]
    /// Pointers of schemas that describe an object, or a part of one, together with others.
    private var shared: Set<String> = []

    init(_ document: JSONValue) {
        self.document = document
        places = document.schemaPlaces
        byPointer = Dictionary(places.map { ($0.pointer, $0) }, uniquingKeysWith: { first, _ in first })
        parts = Dictionary(grouping: places.filter { $0.parent != nil }, by: { $0.parent ?? "" })
        for place in places {
            if merges(place.schema) { share(place.pointer) }
            // What must not hold, or holds of names, is no description of a value either.
            switch place.keyword {
            case .not, .propertyNames: share(place.pointer)
            default: break
            }
        }
    }

    /// The document with its objects closed.
    var closed: JSONValue { close(document, "#") }

    private func close(_ schema: JSONValue, _ pointer: String) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        let inner = Dictionary(
            (parts[pointer] ?? []).map { ($0.pointer, $0.schema) }, uniquingKeysWith: { first, _ in first })
        func part(_ value: JSONValue, _ path: String) -> JSONValue { inner[path] == nil ? value : close(value, path) }
        var result = JSONValue.object(
            members.map { member in
                let path = "\(pointer)/\(JSONCursor.escape(member.key))"
                let value: JSONValue
                switch member.value {
                case .object(let named) where inner[path] == nil:
                    value = .object(
                        named.map {
                            JSONMember(key: $0.key, value: part($0.value, "\(path)/\(JSONCursor.escape($0.key))"))
                        })
                case .array(let elements):
                    value = .array(elements.enumerated().map { part($1, "\(path)/\($0)") })
                default: value = part(member.value, path)
                }
                return JSONMember(key: member.key, value: value)
            })
        guard let properties = properties(toClose: schema, pointer) else { return result }
        if schema["required"] == nil { result["required"] = .array([]) }
        if schema["additionalProperties"] == nil { result["additionalProperties"] = .bool(false) }
        if schema["x-order"] == nil { result["x-order"] = .array(properties.map { .string($0.key) }) }
        return result
    }

    /// The properties of an object that one schema describes by itself; nil for anything else.
    private func properties(toClose schema: JSONValue, _ pointer: String) -> [JSONMember]? {
        guard !shared.contains(pointer), schema["type"] == .string("object"),
            case .object(let properties)? = schema["properties"]
        else { return nil }
        return properties
    }

    /// What objects require without declaring it, though they are closed: places and names.
    var undeclared: [(pointer: String, name: String)] {
        places.flatMap { place -> [(pointer: String, name: String)] in
            guard let properties = properties(toClose: place.schema, place.pointer),
                [nil, .bool(false)].contains(place.schema["additionalProperties"]),
                case .array(let required)? = place.schema["required"]
            else { return [] }
            let names = Set(properties.map(\.key))
            return required.enumerated().compactMap { index, name in
                guard case .string(let name) = name, !names.contains(name) else { return nil }
                return ("\(place.pointer)/required/\(index)", name)
            }
        }
    }

    /// Whether a value has to satisfy several schemas that may each declare members.
    private func merges(_ schema: JSONValue) -> Bool {
        func has(_ keywords: JSONSchemaKeyword...) -> Bool { keywords.contains { schema[$0.rawValue] != nil } }
        let declares = has(.properties, .patternProperties, .additionalProperties, .required)
        let chooses = has(.anyOf, .oneOf)
        if has(.allOf, .if, .dependentSchemas, .dependencies, .patternProperties, .contains) { return true }
        if has(.reference), declares || chooses { return true }
        return (chooses && declares) || (has(.anyOf) && has(.oneOf))
    }

    /// Notes a schema, all in it, and all that it refers to.
    private mutating func share(_ pointer: String) {
        var waiting = [pointer]
        while let pointer = waiting.popLast() {
            guard let place = byPointer[pointer], shared.insert(pointer).inserted else { continue }
            waiting += (parts[pointer] ?? []).filter { $0.keyword != .defs && $0.keyword != .definitions }.map(
                \.pointer)
            if case .string(let reference)? = place.schema["$ref"],
                let target = JSONSchemaChecker.parts(of: reference)
            {
                waiting.append((["#"] + target.map(JSONCursor.escape)).joined(separator: "/"))
            }
        }
    }
}
