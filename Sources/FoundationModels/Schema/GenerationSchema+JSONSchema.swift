// Schemas from ordinary JSON Schema, as servers of tools and other interfaces give them.

internal import ConstrainedDecoding
public import FoundationEssentials

extension GenerationSchema {
    /// Why a text is no JSON Schema that can be used.
    public struct JSONSchemaError: LocalizedError, Sendable, CustomDebugStringConvertible {
        /// One reason.
        public struct Problem: Sendable, Hashable, CustomStringConvertible {
            /// Where it is, as a JSON Pointer from `#` on; `#` for a text that is no JSON.
            public let pointer: String
            public let message: String

            public var description: String { "\(pointer): error: \(message)" }
        }

        /// All that is wrong, in the order of the text.
        public let problems: [Problem]

        public var debugDescription: String { problems.map(\.description).joined(separator: "\n") }

        public var errorDescription: String? { debugDescription }
    }

    /// Reads a JSON Schema (drafts 4 to 2020-12). It means what the standard says: objects may have more properties than
    /// are listed, unless it forbids them. Properties are generated in the order of the text.
    /// - Throws: `JSONSchemaError` where the text is no JSON Schema, refers to other documents, or can't be enforced while a
    ///   model answers, or where no value satisfies it.
    /// - Complexity: the schema is compiled, which takes a millisecond as a rule.
    public init(jsonSchema text: String) throws {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: text)
        } catch {
            throw JSONSchemaError(problems: [.init(pointer: "#", message: "the text is no JSON: \(error)")])
        }
        let followed = document.withPointerReferences
        var checker = JSONSchemaChecker(followed)
        checker.check()
        guard checker.problems.isEmpty else { throw JSONSchemaError(problems: checker.problems) }
        do throws(StrictError.Problem) {
            try Self.compile(document, options: .lenient)
        } catch {
            throw JSONSchemaError(
                problems: [.init(pointer: error.pointer, message: "\(error.message) [\(error.code)]")])
        }
        self.init(node: .document(Self.canonical(followed)), source: document)
    }

    /// Reads a JSON Schema in UTF-8.
    /// - Throws: as `init(jsonSchema:)` for a text.
    public init(jsonSchema data: Data) throws {
        guard let text = String(validating: data, as: UTF8.self) else {
            throw JSONSchemaError(problems: [.init(pointer: "#", message: "the text is not UTF-8 [json.syntax]")])
        }
        try self.init(jsonSchema: text)
    }

    /// JSON Pointers of the keywords that have no effect because they are not known, in the order of the document.
    public var ignoredKeywords: [String] {
        var checker = JSONSchemaChecker(source?.withPointerReferences ?? document)
        checker.check()
        return checker.ignored
    }

    /// The guides that no model can be held to because Swift does not tell the text of their regular expressions.
    /// - Throws: `LanguageModelSession.GenerationError.unsupportedGuide`, which names the first of them.
    package func checkGuides() throws {
        var checker = JSONSchemaChecker(document)
        checker.check()
        guard let pointer = checker.unreadablePatterns.first else { return }
        throw LanguageModelSession.GenerationError.unsupportedGuide(
            .init(
                debugDescription:
                    "\(pointer): error: Swift does not tell the text of this Regex; write it as a literal, "
                    + "without transforming closures [schema.pattern]"))
    }
}
