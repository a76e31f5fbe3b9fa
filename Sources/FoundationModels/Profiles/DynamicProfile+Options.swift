// The modifiers that configure a profile.

extension LanguageModelSession.DynamicProfile {
    /// The model that answers; where none is set, that of the session.
    public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.model = $0.profile.model ?? model }
    }

    /// The model that answers; where none is set, that of the session.
    public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.model = $0.profile.model ?? model }
    }

    /// What logits are divided by before a draw.
    public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.options.temperature = $0.profile.options.temperature ?? temperature }
    }

    /// How the next token is chosen.
    public func samplingMode(
        _ samplingMode: GenerationOptions.SamplingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.options.samplingMode = $0.profile.options.samplingMode ?? samplingMode }
    }

    /// Tokens after which a response is cut.
    public func maximumResponseTokens(_ maximumResponseTokens: Int?) -> some LanguageModelSession.DynamicProfile {
        setting {
            $0.profile.options.maximumResponseTokens =
                $0.profile.options.maximumResponseTokens ?? maximumResponseTokens
        }
    }

    /// Whether the model may, must or must not call tools.
    public func toolCallingMode(
        _ toolCallingMode: GenerationOptions.ToolCallingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.options.toolCallingMode = $0.profile.options.toolCallingMode ?? toolCallingMode }
    }

    /// The older spelling of `toolCallingMode`.
    @available(*, deprecated, renamed: "toolCallingMode(_:)")
    public func toolCalling(_ mode: GenerationOptions.ToolCallingMode?) -> some LanguageModelSession.DynamicProfile {
        toolCallingMode(mode)
    }

    /// How much a model that reasons may think ahead of its response.
    public func reasoningLevel(
        _ reasoningLevel: ContextOptions.ReasoningLevel?
    ) -> some LanguageModelSession.DynamicProfile {
        setting { $0.profile.reasoningLevel = $0.profile.reasoningLevel ?? reasoningLevel }
    }

    /// What becomes of the transcript when a request fails; where none is set, what the session says.
    public func transcriptErrorHandlingPolicy(
        _ policy: TranscriptErrorHandlingPolicy?
    ) -> some LanguageModelSession.DynamicProfile {
        setting {
            $0.profile.transcriptErrorHandlingPolicy = $0.profile.transcriptErrorHandlingPolicy ?? policy
        }
    }

    /// Changes what the model sees of the history; the transcript of the session stays as it is.
    ///
    /// The closure gets the entries after the instructions, the prompt of the request last. Of several transforms
    /// the one nearest to the `Profile` is first, and each gets what the one before it made. `lastTurns` and its
    /// neighbours make such transforms.
    public func historyTransform(
        _ transform: sending @escaping ([Transcript.Entry]) -> [Transcript.Entry]
    ) -> some LanguageModelSession.DynamicProfile {
        let transform = HistoryTransform(transform)
        return setting { $0.profile.historyTransforms.append(transform) }
    }
}
