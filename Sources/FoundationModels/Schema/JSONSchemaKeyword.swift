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
    // Names of schemas, and references to what depends on where they are used.
    case anchor = "$anchor"
    case dynamicReference = "$dynamicRef"
    case dynamicAnchor = "$dynamicAnchor"
    case recursiveReference = "$recursiveRef"
    case recursiveAnchor = "$recursiveAnchor"
    case vocabulary = "$vocabulary"
    // What the other keywords leave over.
    case unevaluatedProperties, unevaluatedItems

    /// What stands under a keyword.
    package enum Content: Sendable {
        case schema, schemas, schemaOrSchemas
        /// Schemas by name.
        case schemaMap
        case text, texts, number, count, flag, types, values, pointer
        /// A number, or a boolean in draft 4's form.
        case bound
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
        case .minimum, .maximum, .multipleOf: .number
        case .exclusiveMinimum, .exclusiveMaximum: .bound
        case .minProperties, .maxProperties, .minContains, .maxContains, .minItems, .maxItems, .minLength, .maxLength:
            .count
        case .uniqueItems, .deprecated, .readOnly, .writeOnly, .recursiveAnchor: .flag
        case .type: .types
        case .enum: .values
        case .reference: .pointer
        case .const, .default, .examples, .vocabulary, .dependentRequired, .dependencies: .anything
        }
    }

    /// Whether some schema with this keyword can be enforced.
    package var isEnforced: Bool { self != .unevaluatedProperties && self != .unevaluatedItems }
}
