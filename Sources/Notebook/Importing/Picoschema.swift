// Picoschema, the short form of schemas in dotprompt files, as JSON Schema: `tags(array, labels): string`.
//
// Reference: google.github.io/dotprompt/reference/picoschema

internal import FoundationModels

/// Reads Picoschema.
enum Picoschema {
    struct Problem: Error {
        var reason: String
    }

    private static let scalars: Set<String> = ["string", "number", "integer", "boolean", "null", "any"]
    private static let types: Set<String> = ["string", "number", "integer", "boolean", "null", "object", "array"]

    /// JSON Schema of a schema in either form.
    static func jsonSchema(_ value: JSONValue) throws(Problem) -> JSONValue {
        if let type = value["type"]?.text, types.contains(type) { return value }
        if case .object(let properties)? = value["properties"] {
            return .members([
                "type": .string("object"), "properties": .object(properties), "required": value["required"],
            ])
        }
        return try schema(value)
    }

    private static func schema(_ value: JSONValue) throws(Problem) -> JSONValue {
        switch value {
        case .string(let text): return try scalar(text)
        case .object(let members): return try object(members)
        default: throw Problem(reason: "'\(value.text(.spaced))' is no schema")
        }
    }

    /// `string, what it is about`
    private static func scalar(_ text: String) throws(Problem) -> JSONValue {
        let (type, description) = halves(text)
        guard scalars.contains(type) else { throw Problem(reason: "there is no type '\(type)'") }
        return .members([
            "type": type == "any" ? nil : .string(type), "description": description.map(JSONValue.string),
        ])
    }

    private static func object(_ members: [JSONMember]) throws(Problem) -> JSONValue {
        var properties: [JSONMember] = []
        var required: [JSONValue] = []
        var others: JSONValue = .bool(false)
        for member in members {
            let (head, inside) = parts(of: member.key)
            if head.isEmpty, inside?.type == "*" {
                others = try schema(member.value)
                continue
            }
            let isOptional = head.hasSuffix("?")
            let name = isOptional ? String(head.dropLast()) : head
            if !isOptional { required.append(.string(name)) }
            var property: JSONValue
            switch inside?.type {
            case nil: property = try schema(member.value)
            case "array"?: property = .members(["type": .string("array"), "items": try schema(member.value)])
            case "object"?: property = try schema(member.value)
            case "enum"?:
                let isText = member.value.elements.allSatisfy { $0.text != nil }
                property = .members(["type": isText ? .string("string") : nil, "enum": .array(member.value.elements)])
            case let type?: throw Problem(reason: "there is no '(\(type))' in '\(member.key)'")
            }
            if let description = inside?.description { property["description"] = .string(description) }
            properties.append(JSONMember(key: name, value: property))
        }
        return .members([
            "type": .string("object"), "properties": .object(properties), "required": .array(required),
            "additionalProperties": others,
        ])
    }

    /// `name(array, description)` taken apart.
    private static func parts(of key: String) -> (head: String, inside: (type: String, description: String?)?) {
        guard key.hasSuffix(")"), let open = key.firstIndex(of: "(") else { return (key, nil) }
        let (type, description) = halves(String(key[key.index(after: open)...].dropLast()))
        return (String(key[..<open]), (type, description))
    }

    private static func halves(_ text: String) -> (String, String?) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let description = parts.count > 1 ? String(parts[1].drop(while: \.isWhitespace)) : nil
        return (parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " "), description)
    }
}
