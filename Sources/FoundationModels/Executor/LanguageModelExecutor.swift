// What does the work of a model: reads a transcript, streams the events of one turn into a channel.

public import Foundation
package import Inference

/// Generates for models of one kind.
public protocol LanguageModelExecutor: Sendable {
    /// Tells executors apart: weights, an address, an account.
    associatedtype Configuration: Hashable, Sendable
    associatedtype Model: LanguageModel

    init(configuration: Configuration) throws

    /// Prepares for a request that begins with `transcript`. Does nothing, where not given.
    func prewarm(model: Model, transcript: Transcript)

    /// Generates one turn. Calls of tools are sent, not made: the session makes them when this returns, and asks again.
    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest, model: Model,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws
}

extension LanguageModelExecutor {
    public func prewarm(model: Model, transcript: Transcript) {}
}

/// One turn to be generated.
public struct LanguageModelExecutorGenerationRequest: Sendable {
    public var id: UUID
    /// Everything said so far, the prompt included.
    public var transcript: Transcript
    /// Tools that may be called.
    public var enabledToolDefinitions: [Transcript.ToolDefinition]
    /// The shape that the answer must have; nil: text.
    public var schema: GenerationSchema?
    public var generationOptions: GenerationOptions
    public var contextOptions: ContextOptions
    public var metadata: [String: GeneratedContent]
    /// What the engine of this package is told beyond what other executors are.
    package var engine = EngineParameters()

    public init(
        id: UUID, transcript: Transcript, enabledToolDefinitions: [Transcript.ToolDefinition],
        schema: GenerationSchema?, generationOptions: GenerationOptions, contextOptions: ContextOptions,
        metadata: [String: GeneratedContent]
    ) {
        self.id = id
        self.transcript = transcript
        self.enabledToolDefinitions = enabledToolDefinitions
        self.schema = schema
        self.generationOptions = generationOptions
        self.contextOptions = contextOptions
        self.metadata = metadata
    }

    /// The spelling of the early betas.
    public init(
        id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition], schema: GenerationSchema? = nil,
        generationOptions: GenerationOptions, contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent]
    ) {
        self.init(
            id: id, transcript: transcript, enabledToolDefinitions: enabledTools, schema: schema,
            generationOptions: generationOptions, contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent))
    }
}

/// What a request tells the engine of this package alone.
package struct EngineParameters: Sendable {
    /// For a draw whose options carry no seed; nil draws one.
    package var seed: UInt64?
    /// Ids to take instead of generated ones, as far as they go.
    package var forcedTokens: [Int32] = []
    /// What the answer is expected to be. Changes its speed alone.
    package var draft: AnswerDraft?
    /// Tools whose parameters the model is not shown.
    package var toolsWithHiddenParameters: Set<String> = []

    package init() {}
}
