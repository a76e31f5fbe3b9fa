// What one request asks for, beside its prompt.

internal import Inference

/// How one response is to be generated.
struct RequestParameters: Sendable {
    var options: GenerationOptions
    var contextOptions = ContextOptions()
    var metadata: [String: GeneratedContent] = [:]
    /// The shape of the response; nil: text.
    var responseFormat: Transcript.ResponseFormat?
    /// Throws where a response of that shape is no value of the type that was asked for.
    var validate: @Sendable (GeneratedContent) throws -> Void = { _ in }
    /// For a draw whose options carry no seed; nil draws one.
    var seed: UInt64?
    var forcedTokens: [Int32] = []
    /// Instead of the mode of the options, once the model has called a tool.
    var toolCallingModeAfterCalls: GenerationOptions.ToolCallingMode?
    /// What the response is expected to be.
    var draft: AnswerDraft?

    /// A request for text.
    init(
        options: GenerationOptions, contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        self.options = options
        self.contextOptions = contextOptions
        if let isIncluded = options.includesSchemaInPrompt { self.contextOptions.includeSchemaInPrompt = isIncluded }
        self.metadata = metadata.mapValues(\.generatedContent)
    }

    /// A request for content by a schema.
    init(
        schema: GenerationSchema, options: GenerationOptions, contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        self.init(options: options, contextOptions: contextOptions, metadata: metadata)
        responseFormat = Transcript.ResponseFormat(schema: schema)
    }

    /// A request for a value of a type. Text is generated as it is, not as JSON.
    init<Content: Generable>(
        generating type: Content.Type, options: GenerationOptions, contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        self.init(options: options, contextOptions: contextOptions, metadata: metadata)
        guard type != String.self else { return }
        responseFormat = Transcript.ResponseFormat(type: type)
        validate = { _ = try Content($0) }
    }
}
