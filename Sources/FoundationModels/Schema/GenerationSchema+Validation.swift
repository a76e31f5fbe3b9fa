// Judging contents that are there already by a schema: for expectations and fixtures.

internal import ConstrainedDecoding

/// Judges contents by one schema. Cost: compiling the schema once, then the length of each content.
package final class ContentValidator: Sendable {
    private let validator: DocumentValidator

    /// - Throws: where the schema can't be enforced.
    package init(_ schema: GenerationSchema) throws {
        let compiled = try SchemaCompiler.compile(schema.jsonSchemaText, options: .strict)
        validator = try DocumentValidator(compiled.grammar)
    }

    /// Texts in which a pattern of ECMA-262 occurs, as `pattern` of JSON Schema has it.
    ///
    /// - Throws: `GenerationSchema.StrictError` for a pattern that can't be judged by.
    package init(pattern: String) throws {
        let schema = try GenerationSchema(strict: .members(["type": .string("string"), "pattern": .string(pattern)]))
        validator = try DocumentValidator(SchemaCompiler.compile(schema.jsonSchemaText, options: .strict).grammar)
    }

    /// Whether the schema allows a JSON text.
    package func admits(json text: String) -> Bool { validator.admits(text) }

    /// Whether the schema allows a text as a string.
    package func admits(text: String) -> Bool { validator.admits(JSONValue.string(text).text(.compact)) }
}
