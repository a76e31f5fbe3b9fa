// JSON text of a response by a schema, whole or as far as it has grown, to content.

/// Reads structured responses.
enum StructuredText {
    /// The content of a whole response.
    /// - Throws: where the text is no JSON.
    static func content(of text: String, schemaName: String) throws -> GeneratedContent {
        do {
            return GeneratedContent(json: try JSONValue(parsing: text))
        } catch {
            throw ModelFailure.decodingFailure(
                "the response by the schema '\(schemaName)' is no JSON: \(error) [session.decoding]")
        }
    }

    /// The content of a response so far; nil where there is none yet.
    static func partialContent(of text: String) -> GeneratedContent? {
        try? GeneratedContent(json: JSONValue(parsing: text))
    }
}
