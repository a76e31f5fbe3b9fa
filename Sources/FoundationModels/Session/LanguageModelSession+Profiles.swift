// Sessions whose model, instructions, tools and options are stated by a profile, which is evaluated before each turn.

extension LanguageModelSession {
    /// A session that follows a profile.
    /// - Parameter history: what was said before, without instructions.
    public convenience init(
        profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
    ) {
        self.init(
            model: SessionModel(SystemLanguageModel.default), transcript: Transcript(entries: history),
            profile: ProfileEvaluator(profile: profile))
    }

    /// A session with instructions and tools that are evaluated before each turn.
    /// - Parameter history: what was said before, without instructions.
    public convenience init(
        model: some LanguageModel = SystemLanguageModel.default,
        dynamicInstructions: sending some DynamicInstructions, history: some Collection<Transcript.Entry> = []
    ) {
        self.init(
            model: SessionModel(model), transcript: Transcript(entries: history),
            profile: ProfileEvaluator(dynamicInstructions: dynamicInstructions))
    }

    /// What the next turn of a request runs with.
    func setup(_ parameters: RequestParameters, _ profile: ResolvedProfile?) -> RequestSetup {
        guard let profile else {
            return RequestSetup(
                model: model, tools: tools, options: parameters.options, contextOptions: parameters.contextOptions)
        }
        return RequestSetup(
            model: profile.model.map { SessionModel(erasing: $0) } ?? model, tools: profile.tools,
            options: profile.options(of: parameters.options),
            contextOptions: profile.contextOptions(of: parameters.contextOptions), profile: profile)
    }
}

extension SessionModel {
    fileprivate init(erasing model: any LanguageModel) {
        func erase(_ model: some LanguageModel) -> SessionModel { SessionModel(model) }
        self = erase(model)
    }
}

extension LanguageModelSession: SessionHistory {
    package var history: Transcript.HistoryView { transcript.history }

    package func setHistory(_ history: Transcript.HistoryView, during phase: SessionScope.Phase?) {
        switch phase {
        case .hook: replaceHistory(history)
        case .evaluation, .tool, nil: transcript.history = history
        }
    }
}
