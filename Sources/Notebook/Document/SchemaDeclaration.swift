// Schemas of structured contents: as a playground declares them, and as a cell asks by one.

package import FoundationModels

/// One entry of `schemas:`, with all that it refers to.
package struct SchemaDeclaration: Sendable, Equatable {
    package var name: Located<String>
    /// By itself: what other schemas of the file it refers to stands under its `$defs`. Objects are closed.
    package var schema: GenerationSchema
    /// Where values come from elsewhere: `schema` is what is known without them. nil: nowhere.
    package var dynamic: DynamicSchema?

    package init(name: Located<String>, schema: GenerationSchema, dynamic: DynamicSchema? = nil) {
        self.name = name
        self.schema = schema
        self.dynamic = dynamic
    }
}

/// The schema that one cell is answered by.
package struct CellSchema: Sendable, Equatable {
    /// As the playground declares it.
    package var name: String
    package var schema: GenerationSchema
    /// Whether the model is shown the schema.
    package var isShown: Bool

    package init(name: String, schema: GenerationSchema, isShown: Bool) {
        self.name = name
        self.schema = schema
        self.isShown = isShown
    }

    /// The JSON Schema as the model sees it, on one line.
    package var text: String { schema.jsonSchemaText }
}

extension CellSchema {
    /// What enters a cell's key. Order counts: properties are generated as they stand.
    var fields: [String] { [name, text, isShown ? "shown" : "hidden"] }

    /// An answer in the one spelling in which contents are recorded, inserted and gone on from: on one line, keys in the
    /// order of generation, numbers with all their digits.
    ///
    /// - Throws: where the answer is no JSON, as one that was cut.
    func content(of answer: String) throws(ContentError) -> String {
        do {
            return GeneratedContent(json: try JSONValue(parsing: answer)).json.text(.spaced)
        } catch {
            throw ContentError(schema: name, reason: "\(error)")
        }
    }
}

/// An answer that is no content by its schema.
struct ContentError: Error, CustomStringConvertible {
    var schema: String
    var reason: String

    var description: String { "the answer by the schema '\(schema)' is no JSON: \(reason) [run.content]" }
}
