// Schemas through Swift's coders, in Apple's dialect of JSON Schema. Decoding is strict about the keys of that dialect, so
// that a schema from elsewhere is noticed; those are read by `init(jsonSchema:)`.

extension GenerationSchema: Codable {
    /// Reads Apple's dialect. An object must have `properties`, `required`, `additionalProperties` and `x-order`; the order
    /// of its properties is that of `x-order`. Keywords beyond the dialect are kept.
    /// - Throws: `DecodingError`: a key is missing, `type` is no single type, or there is nothing that says what is wanted.
    public init(from decoder: any Decoder) throws {
        let document = try JSONValue(from: decoder)
        try DialectChecker(codingPath: decoder.codingPath).check(document)
        self.init(document: document)
    }

    public func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
    }
}

extension GenerationSchema {
    /// How to read the patterns of this schema. True where they are Swift's regular expressions, of guides, which must
    /// match a text as a whole; false where they are those of JSON Schema (ECMA-262), which must match somewhere in it.
    /// A schema that was decoded is taken for one of guides where it is in Apple's dialect.
    package var hasSwiftPatterns: Bool {
        guard source == nil else { return false }
        guard case .document(let document) = node else { return true }
        return (try? DialectChecker(codingPath: []).check(document)) != nil
    }
}

/// Holds a document against Apple's dialect.
private struct DialectChecker {
    var codingPath: [any CodingKey]

    private func below(_ key: String) -> DialectChecker {
        DialectChecker(codingPath: codingPath + [JSONKey(stringValue: key)])
    }

    private func below(_ index: Int) -> DialectChecker {
        DialectChecker(codingPath: codingPath + [JSONKey(index: index)])
    }

    private func mismatch(_ type: any Any.Type, _ wanted: String, _ found: JSONValue) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "expected \(wanted), found \(found.typeName)"))
    }

    private func required(_ key: String, in schema: JSONValue) throws -> JSONValue {
        guard let value = schema[key] else {
            throw DecodingError.keyNotFound(
                JSONKey(stringValue: key),
                .init(codingPath: codingPath, debugDescription: "the key '\(key)' is missing"))
        }
        return value
    }

    func check(_ schema: JSONValue) throws {
        guard case .object(let members) = schema else { throw mismatch([String: Any].self, "an object", schema) }
        if let definitions = schema["$defs"] { try below("$defs").checkMap(definitions) }
        if let type = schema["type"] {
            try below("type").check(type: type)
            if type == .string("object") { try checkObject(schema) }
            if type == .string("array") { try below("items").check(try required("items", in: schema)) }
        } else if let reference = schema["$ref"] {
            guard case .string = reference else { throw below("$ref").mismatch(String.self, "a string", reference) }
        } else if let shapes = schema["anyOf"] {
            guard case .array(let shapes) = shapes else {
                throw below("anyOf").mismatch([Any].self, "an array", shapes)
            }
            for (index, shape) in shapes.enumerated() { try below("anyOf").below(index).check(shape) }
        } else if schema["const"] == nil, !members.allSatisfy({ ["title", "description", "$defs"].contains($0.key) }) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath,
                    debugDescription: "none of the keys 'type', 'const', '$ref' and 'anyOf' is present"))
        }
    }

    private func check(type: JSONValue) throws {
        guard case .string(let name) = type else { throw mismatch(String.self, "a string", type) }
        guard SchemaScalar(rawValue: name) != nil || name == "object" || name == "array" else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "unknown type '\(name)'"))
        }
    }

    private func checkObject(_ schema: JSONValue) throws {
        try below("properties").checkMap(try required("properties", in: schema))
        try below("required").checkTexts(try required("required", in: schema))
        let rest = try required("additionalProperties", in: schema)
        guard case .bool = rest else { throw below("additionalProperties").mismatch(Bool.self, "a boolean", rest) }
        try below("x-order").checkTexts(try required("x-order", in: schema))
    }

    private func checkMap(_ value: JSONValue) throws {
        guard case .object(let members) = value else { throw mismatch([String: Any].self, "an object", value) }
        for member in members { try below(member.key).check(member.value) }
    }

    private func checkTexts(_ value: JSONValue) throws {
        guard case .array(let elements) = value else { throw mismatch([String].self, "an array", value) }
        for (index, element) in elements.enumerated() {
            guard case .string = element else { throw below(index).mismatch(String.self, "a string", element) }
        }
    }
}
