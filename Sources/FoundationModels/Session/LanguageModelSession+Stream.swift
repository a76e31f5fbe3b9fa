// The ways to ask a session and read the answer as it grows: for text, for content by a schema and for a value of a type; with
// a prompt, a text or a builder; in the forms of the systems numbered 26 and 27.

extension LanguageModelSession {
    /// Answers a prompt in words, in snapshots that grow.
    /// Generation starts at once; errors, too, are thrown by the stream.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        ResponseStream(begin(prompt, RequestParameters(options: options)))
    }

    /// Answers a prompt in words, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        ResponseStream(begin(Prompt(prompt), RequestParameters(options: options)))
    }

    /// Answers a prompt made from several pieces, a line each, in words, in snapshots that grow.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        ResponseStream(begin(try prompt(), RequestParameters(options: options)))
    }

    /// Answers a prompt in words, in snapshots that grow.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<String> {
        ResponseStream(
            begin(prompt, RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata)))
    }

    /// Answers a prompt in words, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<String> {
        ResponseStream(
            begin(
                Prompt(prompt), RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata))
        )
    }

    /// Answers a prompt made from several pieces, a line each, in words, in snapshots that grow.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        ResponseStream(
            begin(try prompt(), RequestParameters(options: options, contextOptions: contextOptions, metadata: metadata))
        )
    }
}

extension LanguageModelSession {
    /// Answers a prompt with content by a schema, in snapshots that grow.
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt with content by a schema, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt made from several pieces, a line each, with content by a schema, in snapshots that grow.
    public func streamResponse(
        schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt with content by a schema, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                prompt,
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        )
    }

    /// Answers a prompt with content by a schema, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        )
    }

    /// Answers a prompt made from several pieces, a line each, with content by a schema, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        ResponseStream(
            begin(
                try prompt(),
                RequestParameters(schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
        )
    }
}

extension LanguageModelSession {
    /// Answers a prompt with a value of a type, in snapshots that grow.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt with a value of a type, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt made from several pieces, a line each, with a value of a type, in snapshots that grow.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    generating: type, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
    }

    /// Answers a prompt with a value of a type, in snapshots that grow.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                prompt,
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata)))
    }

    /// Answers a prompt with a value of a type, in snapshots that grow.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                Prompt(prompt),
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata)))
    }

    /// Answers a prompt made from several pieces, a line each, with a value of a type, in snapshots that grow.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        ResponseStream(
            begin(
                try prompt(),
                RequestParameters(
                    generating: type, options: options, contextOptions: contextOptions, metadata: metadata)))
    }
}
