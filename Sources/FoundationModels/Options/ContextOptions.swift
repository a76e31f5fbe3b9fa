// How a request is put before the model, as far as transcripts carry it.

/// Options of what a model reads besides the prompt.
public struct ContextOptions: Sendable, Equatable {
    /// How much a model that reasons may think ahead of its response. It asks a model that does not for nothing.
    ///
    /// Models of this package think for at most 256 tokens where it is `light`, 1,024 where it is `moderate`, and 4,096 where
    /// it is `deep`; a `custom` level is a number of tokens, and one that is no number sets no limit. Where no level is given,
    /// the model does as its chat template says.
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
