// The JSON Schema of playground files for editors, made from the parser's own tables. Draft 7, which is what
// yaml-language-server knows best, and no untagged `oneOf`, which it explains badly.

internal import FoundationModels

/// The JSON Schema that editors check playground files against.
package enum EditorSchema {
    /// The file name that the first line of a new playground points to.
    package static let fileName = "playground-1.schema.json"

    /// The schema as JSON text: keys in a fixed order, two spaces a level, `\n` at the end.
    package static var text: String {
        let root = FieldTable.playground
        var definitions = Definitions()
        var object: [(String, SchemaJSON)] = [
            ("$schema", .string("http://json-schema.org/draft-07/schema#")),
            ("title", .string("Playground file, format version 1")),
        ]
        object += definitions.members(of: root)
        object.append(("definitions", .object(definitions.found)))
        return SchemaJSON.object(object).text(indent: 0) + "\n"
    }
}

/// Turns tables into schemas, each table once.
private struct Definitions {
    /// In the order of the first use.
    var found: [(String, SchemaJSON)] = []

    mutating func members(of table: FieldTable) -> [(String, SchemaJSON)] {
        let fields = table.fields.filter { !$0.isPlanned }
        var properties: [(String, SchemaJSON)] = []
        for field in fields {
            properties.append((field.name, .object([("description", .string(field.summary))] + schema(field.shape))))
        }
        let required = fields.filter(\.isRequired).map { SchemaJSON.string($0.name) }
        return [
            ("type", .string("object")),
            ("additionalProperties", .boolean(false)),
        ] + (required.isEmpty ? [] : [("required", .array(required))])
            + (table.holdsOneKey ? [("minProperties", .number("1")), ("maxProperties", .number("1"))] : []) + [
                ("properties", .object(properties))
            ]
    }

    private mutating func schema(_ shape: ValueShape) -> [(String, SchemaJSON)] {
        switch shape {
        case .text:
            // A text field takes `12:30`, `1.10` and `true` as they stand; editors see numbers and truth values there.
            return [("type", .array(["string", "number", "boolean"].map(SchemaJSON.string)))]
        case .nullableText:
            return [("type", .array(["string", "null"].map(SchemaJSON.string)))]
        case .identifier:
            return [
                ("type", .array(["string", "number"].map(SchemaJSON.string))),
                ("pattern", .string("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")),
            ]
        case .word(let words): return [("enum", .array(words.map(SchemaJSON.string)))]
        case .boolean: return [("type", .string("boolean"))]
        case .constant(let value): return [("const", .number(String(value)))]
        case .integer(let minimum):
            return [("type", .string("integer")), ("minimum", .number(String(minimum)))]
        case .number(let minimum, let maximum):
            let bounds = [("minimum", minimum), ("maximum", maximum)].compactMap { name, value in
                value.map { (name, SchemaJSON.number(String(Int($0)))) }
            }
            return [("type", .string("number"))] + bounds
        case .list(let item, let minimumCount):
            let items = [("type", SchemaJSON.string("array")), ("items", .object(schema(item)))]
            return items + (minimumCount > 0 ? [("minItems", .number(String(minimumCount)))] : [])
        case .mapping(let table): return [("$ref", .string(reference(to: table)))]
        case .named(let table):
            return [
                ("type", .string("object")),
                ("additionalProperties", .object([("$ref", .string(reference(to: table)))])),
            ]
        case .schemas:
            let either = [reference(to: .file), reference(toSchema: ())].map {
                SchemaJSON.object([("$ref", .string($0))])
            }
            return [
                ("type", .string("object")), ("additionalProperties", .object([("anyOf", .array(either))])),
            ]
        case .texts:
            return [("type", .string("object")), ("additionalProperties", .object(schema(.text)))]
        case .schema:
            let either = [reference(to: .file), reference(toSchema: ())].map {
                SchemaJSON.object([("$ref", .string($0))])
            }
            return [("anyOf", .array(either))]
        case .matrix:
            let values = [("type", SchemaJSON.string("array")), ("items", .object(schema(.text)))]
            let rows = SchemaJSON.object([
                ("type", .string("array")), ("items", .object([("type", .string("object"))])),
            ])
            let axis = [
                SchemaJSON.object(values + [("minItems", .number("1"))]),
                .object([("$ref", .string(reference(to: .dataset)))]),
            ]
            return [
                ("type", .string("object")), ("minProperties", .number("1")),
                ("properties", .object([("exclude", rows), ("include", rows)])),
                ("additionalProperties", .object([("anyOf", .array(axis))])),
            ]
        case .either(let shapes): return [("anyOf", .array(shapes.map { .object(schema($0)) }))]
        case .anything: return []
        }
    }

    /// Of schemas of contents, from the keywords that are read.
    private mutating func reference(toSchema: Void) -> String {
        let name = "schema"
        let this = SchemaJSON.object([("$ref", .string("#/definitions/\(name)"))])
        if !found.contains(where: { $0.0 == name }) {
            let keywords = JSONSchemaKeyword.allCases.filter(\.isEnforced)
            found.append(
                (
                    name,
                    .object([
                        ("type", .array([.string("object"), .string("boolean")])),
                        ("additionalProperties", .boolean(false)),
                        (
                            "properties",
                            .object(keywords.map { ($0.rawValue, .object(Self.members(of: $0.content, this))) })
                        ),
                        ("patternProperties", .object([("^x-", .object([]))])),
                    ])
                ))
        }
        return "#/definitions/\(name)"
    }

    /// What stands under a keyword of a schema. Texts take what looks like a number, as everywhere.
    private static func members(of content: JSONSchemaKeyword.Content, _ this: SchemaJSON) -> [(String, SchemaJSON)] {
        func list(_ items: SchemaJSON) -> SchemaJSON {
            .object([("type", .string("array")), ("items", items)])
        }
        let texts = SchemaJSON.array(["string", "number", "boolean"].map(SchemaJSON.string))
        let types = SchemaJSON.object([
            (
                "enum",
                .array(
                    ["string", "integer", "number", "boolean", "object", "array", "null"].map(SchemaJSON.string)
                        + [.null])
            )
        ])
        // `{$from: …}`: these say something of objects alone, so that no union is needed.
        let from: [(String, SchemaJSON)] = [
            ("required", .array([.string("$from")])), ("additionalProperties", .boolean(false)),
            ("properties", .object([("$from", .object([("type", .string("string"))]))])),
        ]
        switch content {
        case .schema: return [("$ref", .string("#/definitions/schema"))]
        case .schemas: return [("type", .string("array")), ("items", this)]
        case .schemaOrSchemas: return [("anyOf", .array([this, list(this)]))]
        case .schemaMap: return [("type", .string("object")), ("additionalProperties", this)]
        case .text, .pointer: return [("type", texts)]
        case .texts: return [("type", .string("array")), ("items", .object([("type", texts)]))]
        case .number: return [("type", .array([.string("number"), .string("object")]))] + from
        case .count:
            return [("type", .array([.string("integer"), .string("object")])), ("minimum", .number("0"))] + from
        case .bound: return [("type", .array([.string("number"), .string("boolean")]))]
        case .flag: return [("type", .string("boolean"))]
        case .types: return [("anyOf", .array([types, list(types)]))]
        case .values: return [("type", .array([.string("array"), .string("object")]))] + from
        case .anything: return []
        }
    }

    private mutating func reference(to table: FieldTable) -> String {
        let words = table.name.split(separator: " ").drop { $0 == "a" || $0 == "an" }
        let name = words.joined(separator: "-")
        if !found.contains(where: { $0.0 == name }) {
            let place = found.count
            // First the name, so that a table that holds itself ends here.
            found.append((name, .object([])))
            found[place].1 = .object(members(of: table))
        }
        return "#/definitions/\(name)"
    }
}
