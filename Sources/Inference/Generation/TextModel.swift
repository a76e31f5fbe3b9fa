// A loaded model that answers conversations: what the layers above see of the engine.

package import Tokenization

/// Which weights answered: enough to say so in a record and to key a result.
package struct ModelIdentity: Sendable, Hashable, Codable {
    /// SHA-256 of the weights file, lower-case hexadecimal.
    package var sha256: String
    /// `general.name` of the file, or its file name.
    package var name: String
    /// `general.architecture`.
    package var architecture: String
    /// Stored precision of keys and values: `f16` or `f32`.
    package var kvType: String
    package var numerics: Int

    package init(sha256: String, name: String, architecture: String, kvType: String, numerics: Int) {
        self.sha256 = sha256
        self.name = name
        self.architecture = architecture
        self.kvType = kvType
        self.numerics = numerics
    }
}

/// What a model can do beyond text.
package struct ModelAbilities: Sendable, Hashable {
    /// Whether the model's own chat template shows tools; else they are shown in plain words.
    package var isToolAware: Bool
    /// Whether the model marks what it thinks before it answers.
    package var isReasoning: Bool
    /// How it writes calls.
    package var toolFormat: ToolCallFormat

    package init(
        isToolAware: Bool = false, isReasoning: Bool = false, toolFormat: ToolCallFormat = ToolCallFormat(.plain)
    ) {
        self.isToolAware = isToolAware
        self.isReasoning = isReasoning
        self.toolFormat = toolFormat
    }
}

/// A model that answers conversations.
package protocol TextModel: Sendable {
    var identity: ModelIdentity { get }
    /// By default: text alone, with tools in plain words.
    var abilities: ModelAbilities { get }
    /// Tokens that prompt and answer may take together.
    var contextSize: Int { get }
    /// The prompt as the model reads it, for people.
    func render(_ input: ModelInput) throws(GenerationError) -> String
    /// Tokens of the rendered prompt.
    func countTokens(_ input: ModelInput) throws(GenerationError) -> Int
    /// Token ids of the rendered prompt; by default nil: the model does not tell.
    func tokens(of input: ModelInput) throws(GenerationError) -> [Int32]?
    /// Snapshots of one answer; ends within one token of the consumer's leaving or the task's cancellation.
    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error>
    /// Computes the prompt's keys and values ahead of time.
    func prewarm(_ input: ModelInput) async throws
}

extension TextModel {
    package var abilities: ModelAbilities { ModelAbilities() }

    package func tokens(of input: ModelInput) throws(GenerationError) -> [Int32]? { nil }

    package func render(_ messages: [ChatMessage]) throws(GenerationError) -> String {
        try render(ModelInput(messages: messages))
    }

    package func countTokens(_ messages: [ChatMessage]) throws(GenerationError) -> Int {
        try countTokens(ModelInput(messages: messages))
    }

    package func prewarm(_ messages: [ChatMessage]) async throws {
        try await prewarm(ModelInput(messages: messages))
    }
}
