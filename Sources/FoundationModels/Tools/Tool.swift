// What a model may call: a function with a name, a description and a schema for its arguments.

public import FoundationEssentials

/// A function that a model may call while it answers.
///
/// A call may run while another call of the same tool runs. An error thrown from `call` ends the request as
/// `LanguageModelSession.ToolCallError`; the model sees nothing of it.
public protocol Tool<Arguments, Output>: Sendable {
    /// What a call gives back; the model reads its prompt form.
    associatedtype Output: PromptRepresentable
    /// What a call takes.
    associatedtype Arguments: ConvertibleFromGeneratedContent

    /// The name that the model calls; the name of the type, where not given.
    var name: String { get }
    /// When and why to call the tool, in words for the model.
    var description: String { get }
    /// The shape of the arguments; that of `Arguments`, where it is `Generable`.
    var parameters: GenerationSchema { get }
    /// Whether the model is shown `parameters`, beside the name and the description; true, where not given.
    var includesSchemaInInstructions: Bool { get }

    /// Does the work of one call.
    @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
    public var name: String { String(describing: Self.self) }

    public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

// Arguments of a tool are the members of an object. A tool whose arguments were a single value would have none.

extension Tool where Arguments == String {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'String'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Int {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'Int'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Double {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'Double'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Float {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'Float'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Decimal {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'Decimal'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Bool {
    @available(*, unavailable, message: "Arguments must be a Generable struct or GeneratedContent, not 'Bool'.")
    public var parameters: GenerationSchema { Arguments.generationSchema }
}
