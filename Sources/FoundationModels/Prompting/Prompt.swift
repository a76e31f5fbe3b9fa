// What a person or an app asks a model, made from texts and values.

/// A prompt to a model.
public struct Prompt: Sendable {
    /// The pieces, a line or more each.
    package var parts: [String]

    package init(parts: [String]) {
        self.parts = parts
    }

    /// A prompt from a text or any other value that has a prompt form.
    public init(_ content: some PromptRepresentable) {
        self = content.promptRepresentation
    }

    /// A prompt from several pieces, a line each.
    public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
        self = try content()
    }

    /// The pieces joined by line ends: what the model reads.
    package var text: String { parts.joined(separator: "\n") }
}

/// A type whose values may stand in a prompt.
public protocol PromptRepresentable {
    @PromptBuilder var promptRepresentation: Prompt { get }
}

// The getters below say `return`: without it the protocol's builder would wrap their bodies, and a prompt would ask itself
// for its own representation without end.

extension Prompt: PromptRepresentable {
    public var promptRepresentation: Prompt { return self }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    public var promptRepresentation: Prompt { return Prompt(parts: flatMap(\.promptRepresentation.parts)) }
}

/// Builds a prompt from the statements of a closure. A condition that does not hold adds nothing, not even a line.
@resultBuilder
public struct PromptBuilder {
    public static func buildBlock<each P>(_ components: repeat each P) -> Prompt
    where repeat each P: PromptRepresentable {
        var parts: [String] = []
        for component in repeat each components { parts += component.promptRepresentation.parts }
        return Prompt(parts: parts)
    }

    public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
        prompts.promptRepresentation
    }

    public static func buildEither(first component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }

    public static func buildEither(second component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }

    public static func buildOptional(_ component: Prompt?) -> Prompt {
        component ?? Prompt(parts: [])
    }

    public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt {
        prompt.promptRepresentation
    }

    @_disfavoredOverload
    public static func buildExpression<P: PromptRepresentable>(_ expression: P) -> P {
        expression
    }

    public static func buildExpression(_ expression: Prompt) -> Prompt {
        expression
    }

    @available(*, unavailable, message: "Only `Prompt` and `PromptRepresentable` are supported.")
    @_disfavoredOverload
    public static func buildExpression<T>(_ expression: T) -> Prompt {
        Prompt(parts: [])
    }
}
