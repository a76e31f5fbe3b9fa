// A local model as a model of sessions.

internal import Inference

extension LocalLanguageModel: LanguageModel {
    /// Answers by a schema and calls tools; reasons, where its template marks reasoning.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities(of: textModel) }

    public var executorConfiguration: Executor.Configuration {
        Executor.Configuration(weights: textModel.identity.sha256)
    }

    /// Runs the engine on the model's weights.
    public struct Executor: EngineExecutor {
        public typealias Model = LocalLanguageModel

        /// Which weights.
        public struct Configuration: Hashable, Sendable {
            /// SHA-256 of the file.
            let weights: String
        }

        public init(configuration: Configuration) {}

        func handle(of model: LocalLanguageModel) -> ModelHandle { model.handle }
    }
}

extension LanguageModelCapabilities {
    /// What a model can do that the engine runs. Tools and schemas need no ability of the model: they are shown in words,
    /// and calls are read out of its text.
    /// - Parameter model: nil: one that has not been opened, and may turn out to reason.
    init(of model: (any TextModel)?) {
        self.init([.guidedGeneration, .toolCalling] + (model?.abilities.isReasoning == true ? [.reasoning] : []))
    }
}
