// JSON text of a response by a schema, whole or as far as it has grown, to content.

internal import FoundationEssentials

/// Reads structured responses.
enum StructuredText {
    /// The content of a whole response.
    /// - Parameter validate: throws where the content is no value of what was asked for.
    /// - Throws: a failure that can be caught as `GenerationError.decodingFailure` and as `GeneratedContent.ParsingError`.
    static func content(
        of text: String, _ format: Transcript.ResponseFormat, validate: (GeneratedContent) throws -> Void
    ) throws -> GeneratedContent {
        let name = format.name.isEmpty ? "" : " '\(format.name)'"
        let content: GeneratedContent
        do {
            content = try GeneratedContent(json: text)
            if content.isComplete {
                try SchemaValidator(format.schema).validate(content)
                try validate(content)
            }
        } catch {
            let cause = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            throw failure(text, "the response does not fit the schema\(name): \(cause)", error)
        }
        guard content.isComplete else {
            throw failure(text, "the response by the schema\(name) ended before it was complete", nil)
        }
        return content
    }

    private static func failure(_ text: String, _ message: String, _ cause: (any Error)?) -> ModelFailure {
        let message = "\(message) [session.decoding]"
        return .decodingFailure(
            message,
            form: GeneratedContent.ParsingError(
                rawContent: text, underlyingError: cause, debugDescription: message))
    }

    /// The content of a response so far; nil where there is none yet, or where the text is none.
    static func partialContent(of text: String, isFinal: Bool) -> GeneratedContent? {
        guard let content = try? GeneratedContent(json: text, isFinal: isFinal),
            content.isComplete || content.kind != .null
        else { return nil }
        return content
    }
}

extension GeneratedContent.ParsingError: ModelFailureForm {}
