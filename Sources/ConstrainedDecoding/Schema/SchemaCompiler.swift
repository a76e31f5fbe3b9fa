// JSON Schema to `Grammar`: the entry. A schema is enforced completely or refused with its place; what constrains
// nothing is accepted.

/// What a schema became.
package struct CompiledSchema: Sendable {
    package let grammar: Grammar
    /// JSON pointers of keywords that nobody knows, where those are let through.
    package let ignoredKeywords: [String]
}

package enum SchemaCompiler {
    package struct Options: Sendable, Hashable {
        /// Whether an object may have members beside the declared ones, as the standard says. Where not, objects that declare
        /// members are closed to others, unless `additionalProperties` says otherwise.
        package var objectsAreOpenByDefault: Bool
        /// Whether a keyword that nobody knows is listed and ignored, as the standard says, or refused.
        package var ignoresUnknownKeywords: Bool
        package var spacing: Grammar.Spacing
        /// What `pattern` is written in: ECMAScript's, which searches, or Swift's, which means the whole string.
        package var patterns: PatternDialect
        /// Whether integers are those of Swift's `Int`, or of any number of digits.
        package var integersHave64Bits: Bool

        package init(
            objectsAreOpenByDefault: Bool, ignoresUnknownKeywords: Bool, spacing: Grammar.Spacing,
            patterns: PatternDialect = .ecmaScript, integersHave64Bits: Bool = false
        ) {
            self.objectsAreOpenByDefault = objectsAreOpenByDefault
            self.ignoresUnknownKeywords = ignoresUnknownKeywords
            self.spacing = spacing
            self.patterns = patterns
            self.integersHave64Bits = integersHave64Bits
        }

        /// As the standard says: for schemas from elsewhere.
        package static let lenient = Options(
            objectsAreOpenByDefault: true, ignoresUnknownKeywords: true, spacing: .compact)
        /// For schemas that are written for a model: closed objects, no unknown keyword.
        package static let strict = Options(
            objectsAreOpenByDefault: false, ignoresUnknownKeywords: false, spacing: .compact)
    }

    /// - Throws: the first reason why the schema can't be enforced, or why nothing satisfies it.
    package static func compile(_ text: String, options: Options) throws(SchemaError) -> CompiledSchema {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(text)
        } catch {
            throw SchemaError(kind: .json(error), pointer: "")
        }
        return try compile(document, options: options)
    }

    package static func compile(_ document: JSONDocument, options: Options) throws(SchemaError) -> CompiledSchema {
        let index = try SchemaIndex(document, options: options)
        let normalizer = Normalizer(index: index, options: options)
        var builder = GrammarBuilder(normalizer: normalizer, options: options)
        let grammar = try builder.build()
        return CompiledSchema(grammar: grammar, ignoredKeywords: index.ignoredKeywords)
    }
}
