// What a turn runs with: evaluated anew before each, since tools and options of a session may depend on what happened.

internal import FoundationEssentials

/// Model, tools and options of one turn.
struct RequestSetup: Sendable {
    var model: SessionModel
    var tools: [any Tool]
    var options: GenerationOptions
    var contextOptions: ContextOptions
    /// Whose hooks hear of what happens, and which may change what the model sees.
    var profile: ResolvedProfile?

    var toolNames: Set<String> { Set(tools.map(\.name)) }

    private var mode: GenerationOptions.ToolCallingMode.Kind { options.toolCallingMode?.kind ?? .allowed }

    /// Tools that the model may call in this turn.
    private var enabledTools: [any Tool] { mode == .disallowed ? [] : tools }

    var isToolRequired: Bool { mode == .required }

    /// - Throws: where the model can't do what is asked.
    func check(_ request: LanguageModelExecutorGenerationRequest) throws {
        var names: Set<String> = []
        for tool in tools where !names.insert(tool.name).inserted {
            throw LanguageModelSession.DuplicateToolError(name: tool.name)
        }
        try request.schema?.checkGuides()
        for tool in enabledTools { try tool.parameters.checkGuides() }
        let capabilities = model.capabilities
        if !enabledTools.isEmpty, !capabilities.contains(.toolCalling) {
            throw ModelFailure.unsupportedCapability(.toolCalling, purpose: "to call the session's tools")
        }
        if isToolRequired, tools.isEmpty {
            throw ModelFailure(
                LanguageModelError.unsupportedCapability(
                    .init(
                        capability: .toolCalling,
                        debugDescription: "a call of a tool is required, but the session has no tools; give it one, or "
                            + "leave the tool calling mode [session.no-tools]")))
        }
        if request.schema != nil, !capabilities.contains(.guidedGeneration) {
            throw ModelFailure.unsupportedCapability(.guidedGeneration, purpose: "to answer by a schema")
        }
        try request.transcript.requireReadable(with: capabilities, isReadable: model.supportsDataAttachmentType)
    }

    /// The request for one turn.
    func request(
        _ transcript: Transcript, _ parameters: RequestParameters
    ) -> LanguageModelExecutorGenerationRequest {
        var request = LanguageModelExecutorGenerationRequest(
            id: UUID(), transcript: visible(transcript).shown(tools: toolNames),
            enabledToolDefinitions: enabledTools.map { Transcript.ToolDefinition(tool: $0) },
            schema: parameters.responseFormat?.schema, generationOptions: options, contextOptions: contextOptions,
            metadata: parameters.metadata)
        request.engine.seed = parameters.seed
        request.engine.forcedTokens = parameters.forcedTokens
        request.engine.draft = parameters.draft
        request.engine.toolsWithHiddenParameters = Set(
            enabledTools.filter { !$0.includesSchemaInInstructions }.map(\.name))
        return request
    }

    /// What the model is to see of a transcript, as the profile transforms it.
    private func visible(_ transcript: Transcript) -> Transcript {
        guard let profile else { return transcript }
        var visible = transcript
        visible.history = Transcript.HistoryView(profile.visibleHistory(Array(transcript.history)))
        return visible
    }
}
