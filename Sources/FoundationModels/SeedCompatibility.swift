// Spellings of the framework's early betas that published code still uses. They are kept apart so that they can't hide a
// difference from the API as it is.

extension Transcript {
    /// The entries, in order: a transcript is itself this collection.
    public var entries: [Entry] { storage }
}

extension Transcript.Entry {
    /// The text of the entry's segments.
    public var content: String {
        switch self {
        case .toolCalls(let calls): calls.map(\.description).joined(separator: "\n")
        case .data(let data): data.description
        case .instructions, .prompt, .toolOutput, .response, .reasoning: segments.joinedText
        }
    }
}

/// What tools gave back in the early betas; any `PromptRepresentable` will do now.
public struct ToolOutput: PromptRepresentable, Sendable {
    private let prompt: Prompt

    /// A text.
    public init(_ text: String) {
        prompt = Prompt(parts: [text])
    }

    /// Structured content, which the model reads as JSON.
    public init(_ content: GeneratedContent) {
        prompt = content.promptRepresentation
    }

    /// A text.
    public static func string(_ text: String) -> ToolOutput { ToolOutput(text) }

    public var promptRepresentation: Prompt { return prompt }
}

extension GenerationOptions {
    /// Options that also say whether the schema of a structured response stands in the prompt: now a parameter of the
    /// request, and of `ContextOptions`.
    public init(
        samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
        includeSchemaInPrompt: Bool
    ) {
        self.init(
            samplingMode: samplingMode, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
        includesSchemaInPrompt = includeSchemaInPrompt
    }
}
