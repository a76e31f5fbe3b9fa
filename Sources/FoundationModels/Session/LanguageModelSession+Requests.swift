// The ways to ask a session for text.

extension LanguageModelSession {
    /// Answers a prompt.
    /// - Throws: `GenerationError`; `CancellationError` where the task is cancelled. The transcript is then what it was
    ///   before, unless `transcriptErrorHandlingPolicy` says otherwise.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await streamResponse(to: prompt, options: options).collect()
    }

    /// Answers a prompt.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await respond(to: Prompt(prompt), options: options)
    }

    /// Answers a prompt made from several pieces, a line each.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await respond(to: try prompt(), options: options)
    }

    /// Answers a prompt, in snapshots that grow. Generation starts at once; errors, too, are thrown by the stream.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        stream(prompt, options: options)
    }

    /// Answers a prompt, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        streamResponse(to: Prompt(prompt), options: options)
    }

    /// Answers a prompt made from several pieces, a line each, in snapshots that grow.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        streamResponse(to: try prompt(), options: options)
    }

    /// Answers a prompt so that the answer can be had again.
    /// - Parameters:
    ///   - seed: for options that draw and carry no seed; nil draws one, which the response's record then holds.
    ///   - forcedTokens: ids to take instead of generated ones, as far as they go.
    package func stream(
        _ prompt: Prompt, options: GenerationOptions, seed: UInt64? = nil, forcedTokens: [Int32] = []
    ) -> ResponseStream<String> {
        ResponseStream(begin(prompt, RequestParameters(options: options, seed: seed, forcedTokens: forcedTokens)))
    }
}
