// The errors of contents that have another shape than a Swift type wants. They are made here alone.

extension GeneratedContent {
    /// The error for a content that is not what was wanted.
    /// - Parameter code: what went wrong, in one word.
    func conversionFailure(_ message: String, code: String) -> LanguageModelSession.GenerationError {
        .decodingFailure(.init(debugDescription: "\(message) [content.\(code)]"))
    }

    /// The error for a content of another type.
    func mismatch(_ wanted: String) -> LanguageModelSession.GenerationError {
        conversionFailure("expected \(wanted), found \(json.typeName)", code: "type")
    }
}

extension LanguageModelSession.GenerationError {
    /// This error with the place of the content it is about one level further out, as a JSON Pointer.
    func located(at key: String) -> Self {
        guard case .decodingFailure(let context) = self else { return self }
        let text = context.debugDescription
        let inner = text.hasPrefix("#/") ? String(text.dropFirst()) : ": error: \(text)"
        return .decodingFailure(.init(debugDescription: "#/\(JSONCursor.escape(key))\(inner)"))
    }
}
