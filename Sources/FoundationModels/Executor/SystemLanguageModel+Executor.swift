// The model of this machine as a model of sessions.

extension SystemLanguageModel: LanguageModel {
    /// Answers by a schema and calls tools; reasons, where its template marks reasoning, which is known when it is open.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities(of: handle.modelIfOpen) }

    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// Runs the engine on the weights of the registered default.
    public struct Executor: EngineExecutor {
        public typealias Model = SystemLanguageModel

        /// There is one.
        public struct Configuration: Hashable, Sendable {}

        public init(configuration: Configuration) {}

        func handle(of model: SystemLanguageModel) -> ModelHandle { model.handle }
    }
}
