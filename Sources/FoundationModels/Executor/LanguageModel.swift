// The open side of the framework: what a model of any kind must offer to answer in a session.

/// A model that a session can talk to. Its executor does the work; the model is a value that says which and how.
public protocol LanguageModel: Sendable {
    associatedtype Executor: LanguageModelExecutor where Self == Executor.Model

    /// What the model can do; a request for something else fails before it reaches the executor.
    var capabilities: LanguageModelCapabilities { get }
    /// Equal configurations share one executor.
    var executorConfiguration: Executor.Configuration { get }
}

/// What a model can do.
public struct LanguageModelCapabilities: Sendable {
    /// One ability of a model.
    public struct Capability: Sendable, Hashable {
        let name: String

        /// Reads images.
        public static var vision: Capability { Capability(name: "vision") }
        /// Answers by a schema.
        public static var guidedGeneration: Capability { Capability(name: "guidedGeneration") }
        /// Thinks before it answers.
        public static var reasoning: Capability { Capability(name: "reasoning") }
        /// Calls tools.
        public static var toolCalling: Capability { Capability(name: "toolCalling") }
    }

    private let capabilities: Set<Capability>

    public init(_ capabilities: [Capability]) {
        self.capabilities = Set(capabilities)
    }

    public func contains(_ capability: Capability) -> Bool {
        capabilities.contains(capability)
    }
}
