// The open side of the framework: what a model of any kind must offer to answer in a session.

#if canImport(UniformTypeIdentifiers)
    public import UniformTypeIdentifiers
#endif

/// A model that a session can talk to. Its executor does the work; the model is a value that says which and how.
public protocol LanguageModel: Sendable {
    associatedtype Executor: LanguageModelExecutor where Self == Executor.Model

    /// What the model can do; a request for something else fails before it reaches the executor.
    var capabilities: LanguageModelCapabilities { get }
    /// Equal configurations share one executor.
    var executorConfiguration: Executor.Configuration { get }
    /// Whether the model reads data of a type in prompts; no, where not given.
    func supportsDataAttachmentType(_ type: UTType) -> Bool
    /// Whether the model reads entries of data of a type; no, where not given.
    func supportsDataEntryType(_ type: UTType) -> Bool
}

extension LanguageModel {
    public func supportsDataAttachmentType(_ type: UTType) -> Bool { false }

    public func supportsDataEntryType(_ type: UTType) -> Bool { false }
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

    /// The spelling of the early betas.
    public init(capabilities: [Capability]) {
        self.init(capabilities)
    }

    public func contains(_ capability: Capability) -> Bool {
        capabilities.contains(capability)
    }
}
