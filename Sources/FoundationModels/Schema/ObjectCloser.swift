// Closing objects in words: where an object is described in one place, that place says that there are no other members, what
// is required and in which order, as Apple's dialect wants it. Where several schemas describe one object together, none of
// them may say so alone; the one that brings them together says that there are no members but those that any of them names.

/// Closes the objects of one document.
struct ObjectCloser {
    private let document: JSONValue
    private let places: [SchemaPlace]
    private let byPointer: [String: SchemaPlace]
    private let parts: [String: [SchemaPlace]]
    /// Pointers of schemas that describe an object, or a part of one, together with others.
    private var shared: Set<String> = []
    /// Names of all members of an object that several schemas describe, by the pointer of the one that holds the others.
    private var merged: [String: [String]] = [:]

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
        let roots = places.filter { merges($0.schema) }.map(\.pointer)
        let inner = Set(roots.flatMap { inPlace($0).dropFirst() })
        for root in roots where !inner.contains(root) { merged[root] = memberNames(inPlace(root)) }
    }

    /// A schema and all that describe the same value with it, in the order of the text.
    private func inPlace(_ pointer: String) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var waiting = [pointer]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            var more = [byPointer[next].flatMap { target(of: $0.schema) }].compactMap { $0 }
            for part in parts[next] ?? [] {
                switch part.keyword {
                case .allOf, .anyOf, .oneOf, .if, .then, .else, .dependentSchemas: more.append(part.pointer)
                default: break
                }
            }
            waiting += more.reversed()
        }
        return found
    }

    /// The names that schemas declare together; nil where they declare none, say themselves what others there may be, or do
    /// not all apply at once: then each choice has its own members, which is for the compiler to keep apart.
    private func memberNames(_ pointers: [String]) -> [String]? {
        var names: [String] = []
        for schema in pointers.compactMap({ byPointer[$0]?.schema }) {
            let others = [
                "additionalProperties", "patternProperties", "propertyNames", "dependencies", "not", "anyOf", "oneOf",
                "if",
                "dependentSchemas",
            ]
            if others.contains(where: { schema[$0] != nil }) { return nil }
            guard case .object(let properties)? = schema["properties"] else { continue }
            names += properties.map(\.key).filter { !names.contains($0) }
        }
        return names.isEmpty ? nil : names
    }

    private func target(of schema: JSONValue) -> String? {
        guard case .string(let reference)? = schema["$ref"] else { return nil }
        return JSONSchemaChecker.parts(of: reference).map {
            (["#"] + $0.map(JSONCursor.escape)).joined(separator: "/")
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
        if let names = merged[pointer] {
            var declared: [JSONMember] = []
            if case .object(let own)? = result["properties"] { declared = own }
            let own = Set(declared.map(\.key))
            declared += names.filter { !own.contains($0) }.map { JSONMember(key: $0, value: .bool(true)) }
            result["properties"] = .object(declared)
            result["additionalProperties"] = .bool(false)
        }
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
            if let target = target(of: place.schema) { waiting.append(target) }
        }
    }
}
