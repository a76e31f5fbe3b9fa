// A local model as a model of sessions.

internal import Inference

extension LocalLanguageModel: LanguageModel {
    /// Answers by a schema and calls tools.
    public var capabilities: LanguageModelCapabilities { EngineCapabilities.all }

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

/// What models can do that the engine runs. Whether one reasons is known by its template; a level of reasoning asks a model
/// that does not for nothing.
enum EngineCapabilities {
    static let all = LanguageModelCapabilities([.guidedGeneration, .toolCalling])
}
