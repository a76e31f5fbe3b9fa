// The keywords of JSON Schema (drafts 4 to 2020-12) and what must stand under each.

/// A keyword that a schema from outside may have.
package enum JSONSchemaKeyword: String, CaseIterable, Sendable {
    // What it applies to values and their parts.
    case type, properties, required, additionalProperties, patternProperties, propertyNames, minProperties,
        maxProperties
    case dependentRequired, dependentSchemas, dependencies
    case items, prefixItems, additionalItems, contains, minContains, maxContains, minItems, maxItems, uniqueItems
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case minLength, maxLength, pattern, format, contentEncoding, contentMediaType, contentSchema
    case `enum`, const
    case anyOf, oneOf, allOf, not, `if`, then, `else`
    case reference = "$ref"
    case defs = "$defs"
    case definitions
    // What it says for people and tools.
    case order = "x-order"
    case title, description, `default`, examples, deprecated, readOnly, writeOnly
    case schema = "$schema"
    case id = "$id"
    case comment = "$comment"
    // What has no meaning in one document by itself, or can't be told from it.
    case anchor = "$anchor"
    case dynamicReference = "$dynamicRef"
    case dynamicAnchor = "$dynamicAnchor"
    case recursiveReference = "$recursiveRef"
    case recursiveAnchor = "$recursiveAnchor"
    case vocabulary = "$vocabulary"
    case unevaluatedProperties, unevaluatedItems

    /// What stands under a keyword.
    package enum Content: Sendable {
        case schema, schemas, schemaOrSchemas
        /// Schemas by name.
        case schemaMap
        case text, texts, number, count, flag, types, values, pointer
        case anything
    }

    package var content: Content {
        switch self {
        case .additionalProperties, .propertyNames, .additionalItems, .contains, .not, .if, .then, .else,
            .contentSchema,
            .unevaluatedProperties, .unevaluatedItems:
            .schema
        case .anyOf, .oneOf, .allOf, .prefixItems: .schemas
        case .items: .schemaOrSchemas
        case .properties, .patternProperties, .dependentSchemas, .defs, .definitions: .schemaMap
        case .title, .description, .pattern, .format, .contentEncoding, .contentMediaType, .schema, .id, .comment,
            .anchor, .dynamicReference, .dynamicAnchor, .recursiveReference:
            .text
        case .required, .order: .texts
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        case .minProperties, .maxProperties, .minContains, .maxContains, .minItems, .maxItems, .minLength, .maxLength:
            .count
        case .uniqueItems, .deprecated, .readOnly, .writeOnly, .recursiveAnchor: .flag
        case .type: .types
        case .enum: .values
        case .reference: .pointer
        case .const, .default, .examples, .vocabulary, .dependentRequired, .dependencies: .anything
        }
    }

    /// Why a schema with this keyword is refused; nil where it is not.
    package var refusal: String? {
        switch self {
        case .dynamicReference, .recursiveReference: "a reference that depends on where it is used can't be followed"
        case .dynamicAnchor, .recursiveAnchor, .anchor: "parts of a schema are known by JSON Pointers alone"
        case .vocabulary: "a vocabulary of its own can't be known"
        case .unevaluatedProperties, .unevaluatedItems: "what the other keywords leave over can't be told"
        default: nil
        }
    }
}
