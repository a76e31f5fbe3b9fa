// The ways to ask a session and wait for the whole answer: for text, for content by a schema and for a value of a type; with
// a prompt, a text or a builder; in the forms of the systems numbered 26 and 27.

extension LanguageModelSession {
    /// Answers a prompt in words.
    /// - Throws: what both `GenerationError` and `LanguageModelError` can be had from; `ToolCallError` where a tool throws;
    ///   `CancellationError` where the task is cancelled. The transcript is then what it was before, unless
    ///   `transcriptErrorHandlingPolicy` says otherwise.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await ResponseStream(begin(prompt, RequestParameters(options: options))).collect()
    }

    /// Answers a prompt in words.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await ResponseStream(begin(Prompt(prompt), RequestParameters(options: options))).collect()
    }

    /// Answers a prompt made from several pieces, a line each, in words.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await ResponseStream(begin(try prompt(), RequestParameters(options: options))).collect()
    }

    /// Answers a prompt in words.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await ResponseStream(
            begin(prompt, RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt in words.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await ResponseStream(
            begin(
                Prompt(prompt), RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt made from several pieces, a line each, in words.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await ResponseStream(
            begin(try prompt(), RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }
}

extension LanguageModelSession {
    /// Answers a prompt with content by a schema.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt with content by a schema.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt made from several pieces, a line each, with content by a schema.
    @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt with content by a schema.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                prompt,
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt with content by a schema.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt made from several pieces, a line each, with content by a schema.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await ResponseStream(
            begin(
                try prompt(),
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }
}

extension LanguageModelSession {
    /// Answers a prompt with a value of a type.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt made from several pieces, a line each, with a value of a type.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }

    /// Answers a prompt made from several pieces, a line each, with a value of a type.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata))
        ).collect()
    }
}
