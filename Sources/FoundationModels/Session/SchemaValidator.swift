// Whether content follows a schema. A guided model can't do otherwise; what another executor sends is looked at here. A
// pattern is not matched: that is the business of the decoder that generates by it.

/// Looks for the first place at which content does not follow a schema.
struct SchemaValidator {
    /// A place and what is wrong there.
    struct Mismatch: Error, Equatable, CustomStringConvertible {
        /// A JSON Pointer.
        var pointer: String
        var message: String

        var description: String { "#\(pointer): error: \(message)" }
    }

    private let root: JSONValue

    init(_ schema: GenerationSchema) {
        root = schema.document
    }

    /// - Throws: `Mismatch`.
    func validate(_ content: GeneratedContent) throws(Mismatch) {
        try check(content.json, root, at: "", depth: 0)
    }

    private func check(_ value: JSONValue, _ schema: JSONValue, at pointer: String, depth: Int) throws(Mismatch) {
        // References that never come to a shape say nothing.
        guard depth < 64 else { return }
        if case .string(let reference) = schema["$ref"], let target = target(of: reference) {
            try check(value, target, at: pointer, depth: depth + 1)
        }
        if case .array(let choices) = schema["anyOf"] {
            try checkChoices(value, choices, at: pointer, depth: depth)
        }
        if let constant = schema["const"], value != constant {
            throw Mismatch(pointer: pointer, message: "expected \(constant.text(.spaced)), found \(found(value))")
        }
        if case .array(let values) = schema["enum"], !values.contains(value) {
            throw Mismatch(
                pointer: pointer,
                message: "expected one of \(values.map { $0.text(.spaced) }.joined(separator: ", ")), found "
                    + found(value))
        }
        if case .string(let type) = schema["type"] {
            guard Self.matches(value, type) else {
                throw Mismatch(pointer: pointer, message: "expected a value of type \(type), found \(found(value))")
            }
        }
        switch value {
        case .number(let number): try checkRange(number, schema, at: pointer)
        case .array(let elements): try checkElements(elements, schema, at: pointer)
        case .object(let members): try checkMembers(members, schema, at: pointer)
        case .null, .bool, .string: break
        }
    }

    private func checkChoices(
        _ value: JSONValue, _ choices: [JSONValue], at pointer: String, depth: Int
    ) throws(Mismatch) {
        var mismatches: [Mismatch] = []
        for choice in choices {
            do {
                return try check(value, choice, at: pointer, depth: depth + 1)
            } catch {
                mismatches.append(error)
            }
        }
        // The choice that went furthest is the one that was meant.
        if let deepest = mismatches.max(by: { $0.pointer.utf8.count < $1.pointer.utf8.count }) { throw deepest }
    }

    private func checkRange(_ number: JSONNumber, _ schema: JSONValue, at pointer: String) throws(Mismatch) {
        if case .number(let minimum) = schema["minimum"], number < minimum {
            throw Mismatch(
                pointer: pointer, message: "expected at least \(minimum), found \(number)")
        }
        if case .number(let maximum) = schema["maximum"], number > maximum {
            throw Mismatch(
                pointer: pointer, message: "expected at most \(maximum), found \(number)")
        }
    }

    private func checkElements(_ elements: [JSONValue], _ schema: JSONValue, at pointer: String) throws(Mismatch) {
        if case .number(let minimum) = schema["minItems"], let minimum = minimum.int, elements.count < minimum {
            throw Mismatch(pointer: pointer, message: "expected \(minimum) elements or more, found \(elements.count)")
        }
        if case .number(let maximum) = schema["maxItems"], let maximum = maximum.int, elements.count > maximum {
            throw Mismatch(pointer: pointer, message: "expected \(maximum) elements or less, found \(elements.count)")
        }
        guard let items = schema["items"] else { return }
        for (index, element) in elements.enumerated() {
            try check(element, items, at: "\(pointer)/\(index)", depth: 0)
        }
    }

    private func checkMembers(_ members: [JSONMember], _ schema: JSONValue, at pointer: String) throws(Mismatch) {
        if case .array(let required) = schema["required"] {
            for case .string(let key) in required where !members.contains(where: { $0.key == key }) {
                throw Mismatch(pointer: pointer, message: "the property '\(key)' is missing")
            }
        }
        for member in members {
            if let property = schema["properties"]?[member.key] {
                try check(member.value, property, at: "\(pointer)/\(JSONCursor.escape(member.key))", depth: 0)
            } else if schema["additionalProperties"] == .bool(false) {
                throw Mismatch(pointer: pointer, message: "there is no property '\(member.key)'")
            }
        }
    }

    private func target(of reference: String) -> JSONValue? {
        guard reference != "#" else { return root }
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix) else { return nil }
        return root["$defs"]?[String(reference.dropFirst(prefix.count))]
    }

    private func found(_ value: JSONValue) -> String {
        switch value {
        case .array, .object: value.typeName
        case .null, .bool, .number, .string: value.text(.spaced)
        }
    }

    private static func matches(_ value: JSONValue, _ type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
            ("number", .number):
            true
        case ("integer", .number(let number)): number.isWhole
        case ("object", _), ("array", _), ("string", _), ("boolean", _), ("null", _), ("number", _), ("integer", _):
            false
        // A type that nobody knows.
        default: true
        }
    }
}
