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

/// A model that answers conversations.
package protocol TextModel: Sendable {
    var identity: ModelIdentity { get }
    /// Tokens that prompt and answer may take together.
    var contextSize: Int { get }
    /// The prompt as the model reads it, for people.
    func render(_ input: ModelInput) throws(GenerationError) -> String
    /// Tokens of the rendered prompt.
    func countTokens(_ input: ModelInput) throws(GenerationError) -> Int
    /// Snapshots of one answer; ends within one token of the consumer's leaving or the task's cancellation.
    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error>
    /// Computes the prompt's keys and values ahead of time.
    func prewarm(_ input: ModelInput) async throws
}

extension TextModel {
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
