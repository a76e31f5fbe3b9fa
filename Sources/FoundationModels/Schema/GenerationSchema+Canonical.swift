// One order for the keys of a schema document, touching nothing but keys whose order has no meaning: what a decoder of
// unordered objects gives, and what a text gives, becomes the same.

extension GenerationSchema {
    private static let leadingKeywords = [
        "$ref", "type", "title", "description", "properties", "required", "additionalProperties", "x-order",
    ]

    /// Keywords in one order: those above, the others by code points, definitions last. Properties stand in the order of
    /// `x-order`, the rest of them as they stand. What is no schema, such as the values under `const`, is left alone, and so
    /// is whatever stands under a keyword that is not known.
    static func canonical(_ schema: JSONValue) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        var ranks = Dictionary(uniqueKeysWithValues: leadingKeywords.enumerated().map { ($1, $0) })
        ranks["$defs"] = Int.max
        let ordered = members.sorted { left, right in
            let leftRank = ranks[left.key] ?? leadingKeywords.count
            let rightRank = ranks[right.key] ?? leadingKeywords.count
            return leftRank == rightRank ? left.key.unicodeScalarsPrecede(right.key) : leftRank < rightRank
        }
        return .object(
            ordered.map { JSONMember(key: $0.key, value: canonical($0.value, under: $0.key, of: schema)) })
    }

    private static func canonical(_ value: JSONValue, under keyword: String, of schema: JSONValue) -> JSONValue {
        switch (JSONSchemaKeyword(rawValue: keyword)?.content, value) {
        case (.schema, _), (.schemaOrSchemas, .object): return canonical(value)
        case (.schemas, .array(let schemas)), (.schemaOrSchemas, .array(let schemas)):
            return .array(schemas.map(canonical))
        case (.schemaMap, .object(var members)):
            switch keyword {
            case "properties": members = ordered(members, by: order(of: schema))
            case "$defs": members.sort { $0.key.unicodeScalarsPrecede($1.key) }
            default: break
            }
            return .object(members.map { JSONMember(key: $0.key, value: canonical($0.value)) })
        default: return value
        }
    }

    private static func order(of schema: JSONValue) -> [String] {
        guard case .array(let keys) = schema["x-order"] else { return [] }
        return keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    /// Members named in `order` first, in that order, then the others as they stand.
    private static func ordered(_ members: [JSONMember], by order: [String]) -> [JSONMember] {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return members.enumerated().sorted { left, right in
            let leftRank = ranks[left.element.key] ?? order.count
            let rightRank = ranks[right.element.key] ?? order.count
            return leftRank == rightRank ? left.offset < right.offset : leftRank < rightRank
        }.map(\.element)
    }
}

extension JSONValue {
    /// This value with the keys of all objects in the order of their code points.
    package var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                members.map { JSONMember(key: $0.key, value: $0.value.sorted) }
                    .sorted { $0.key.unicodeScalarsPrecede($1.key) })
        default: self
        }
    }

    /// This schema document as a part of another one: references to its own parts lead to `pointer` and on.
    func relocated(to pointer: String) -> JSONValue {
        mappingSchemas { schema in
            guard case .string(let reference) = schema["$ref"], reference == "#" || reference.hasPrefix("#/") else {
                return schema
            }
            var moved = schema
            moved["$ref"] = .string(pointer + reference.dropFirst())
            return moved
        }
    }

    /// This schema with every schema in it replaced, from the inside out.
    package func mappingSchemas(_ transform: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        let mapped = members.map { member -> JSONMember in
            var member = member
            switch (JSONSchemaKeyword(rawValue: member.key)?.content, member.value) {
            case (.schema, _), (.schemaOrSchemas, .object): member.value = member.value.mappingSchemas(transform)
            case (.schemas, .array(let schemas)), (.schemaOrSchemas, .array(let schemas)):
                member.value = .array(schemas.map { $0.mappingSchemas(transform) })
            case (.schemaMap, .object(let schemas)):
                member.value = .object(
                    schemas.map { JSONMember(key: $0.key, value: $0.value.mappingSchemas(transform)) })
            default: break
            }
            return member
        }
        return transform(.object(mapped))
    }
}
