// How a request is put before the model, as far as transcripts carry it.

/// Options of what a model reads besides the prompt.
public struct ContextOptions: Sendable, Equatable {
    /// How much a model that reasons may think ahead of its response.
    public enum ReasoningLevel: Sendable, Equatable {
        case light
        case moderate
        case deep
        case custom(String)
    }

    /// Whether the schema of a structured response stands in the prompt.
    public var includeSchemaInPrompt: Bool?
    public var reasoningLevel: ReasoningLevel?

    public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
        self.includeSchemaInPrompt = includeSchemaInPrompt
        self.reasoningLevel = reasoningLevel
    }
}
