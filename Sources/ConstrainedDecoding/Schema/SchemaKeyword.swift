// The keywords of JSON Schema, draft 4 to 2020-12, and the form that each one's value has.

/// What a keyword's value must be.
enum KeywordForm: Sendable {
    /// Constrains nothing, or is read elsewhere; any value.
    case any
    case schema
    case schemas
    case schemaMap
    /// `items`: a schema, or a list of them in the older form.
    case schemaOrSchemas
    /// `dependencies`: by name a schema or a list of names.
    case dependencies
    case nameLists
    case count
    case number
    case positiveNumber
    /// A number, or a boolean in draft 4's form.
    case bound
    case boolean
    case text
    case names
    case values
    case types

    /// In words, for a refusal.
    var wanted: String {
        switch self {
        case .any: "any value"
        case .schema: "a schema: an object or a boolean"
        case .schemas: "a list of schemas"
        case .schemaMap: "an object of schemas"
        case .schemaOrSchemas: "a schema or a list of schemas"
        case .dependencies: "an object of schemas or lists of names"
        case .nameLists: "an object of lists of names"
        case .count: "an integer of at least 0"
        case .number: "a number"
        case .positiveNumber: "a number above 0"
        case .bound: "a number or a boolean"
        case .boolean: "a boolean"
        case .text: "a string"
        case .names: "a list of strings"
        case .values: "a list"
        case .types: "the name of a type or a list of such names"
        }
    }
}

enum SchemaKeyword {
    static let typeNames: Set<String> = ["null", "boolean", "object", "array", "number", "string", "integer"]

    /// Keywords that a dialect doesn't have yet: there they say nothing.
    static func later(than dialect: SchemaIndex.Dialect) -> Set<String> {
        var result: Set<String> = []
        if dialect < .draft6 { result.formUnion(["const", "contains", "propertyNames"]) }
        if dialect < .draft7 { result.formUnion(["if", "then", "else"]) }
        if dialect < .draft2019 {
            result.formUnion([
                "dependentRequired", "dependentSchemas", "minContains", "maxContains", "unevaluatedItems",
                "unevaluatedProperties",
            ])
        }
        if dialect < .draft2020 { result.formUnion(["prefixItems", "$dynamicRef"]) }
        return result
    }

    static func form(_ keyword: String) -> KeywordForm? {
        if keyword.hasPrefix("x-") { return .any }
        return forms[keyword]
    }

    private static let forms: [String: KeywordForm] = [
        "type": .types, "enum": .values, "const": .any,
        "properties": .schemaMap, "required": .names, "additionalProperties": .schema, "patternProperties": .schemaMap,
        "propertyNames": .schema, "minProperties": .count, "maxProperties": .count,
        "items": .schemaOrSchemas, "prefixItems": .schemas, "additionalItems": .schema, "minItems": .count,
        "maxItems": .count, "uniqueItems": .boolean, "contains": .schema, "minContains": .count, "maxContains": .count,
        "minimum": .number, "maximum": .number, "exclusiveMinimum": .bound, "exclusiveMaximum": .bound,
        "multipleOf": .positiveNumber, "minLength": .count, "maxLength": .count, "pattern": .text, "format": .text,
        "anyOf": .schemas, "allOf": .schemas, "oneOf": .schemas, "not": .schema, "if": .schema, "then": .schema,
        "else": .schema, "dependentRequired": .nameLists, "dependentSchemas": .schemaMap, "dependencies": .dependencies,
        "$ref": .text, "$dynamicRef": .text, "$recursiveRef": .text, "$recursiveAnchor": .boolean,
        "unevaluatedItems": .schema, "unevaluatedProperties": .schema,
        "$id": .text, "id": .any, "$anchor": .text, "$dynamicAnchor": .text, "$schema": .text, "$defs": .schemaMap,
        "definitions": .schemaMap, "$vocabulary": .any, "$comment": .any,
        "title": .any, "description": .any, "default": .any, "examples": .any, "example": .any, "deprecated": .any,
        "readOnly": .any, "writeOnly": .any, "contentEncoding": .any, "contentMediaType": .any, "contentSchema": .any,
    ]

    /// Draft 3's `required` and other forms of old are no names: booleans there say nothing in later drafts.
    static func has(_ document: JSONDocument, _ node: Int, _ form: KeywordForm) -> Bool {
        switch (form, document[node]) {
        case (.any, _): return true
        case (.schema, .boolean), (.schema, .object): return true
        case (.schemas, .array(let elements)): return elements.allSatisfy { has(document, $0, .schema) }
        case (.schemaOrSchemas, _): return has(document, node, .schema) || has(document, node, .schemas)
        case (.schemaMap, .object(let members)): return members.allSatisfy { has(document, $0.value, .schema) }
        case (.dependencies, .object(let members)):
            return members.allSatisfy { has(document, $0.value, .schema) || has(document, $0.value, .names) }
        case (.nameLists, .object(let members)): return members.allSatisfy { has(document, $0.value, .names) }
        case (.count, .number(let value)): return value.isInteger && !value.isNegative
        case (.number, .number), (.bound, .number), (.bound, .boolean), (.boolean, .boolean), (.text, .string):
            return true
        case (.positiveNumber, .number(let value)): return !value.isNegative && !value.isZero
        case (.names, .array(let elements)):
            return elements.allSatisfy { if case .string = document[$0] { true } else { false } }
        case (.values, .array): return true
        case (.types, .string(let name)): return typeNames.contains(name.description)
        case (.types, .array(let elements)):
            return !elements.isEmpty
                && elements.allSatisfy {
                    if case .string(let name) = document[$0] { typeNames.contains(name.description) } else { false }
                }
        default: return false
        }
    }
}
