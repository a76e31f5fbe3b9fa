// What a person or an app asks a model, made from texts and values.

/// A prompt to a model.
public struct Prompt: Sendable {
    /// Texts, a line or more each, and attachments.
    package var pieces: [PromptPiece]

    package init(pieces: [PromptPiece]) {
        self.pieces = pieces
    }

    package init(parts: [String]) {
        pieces = parts.map { .text($0) }
    }

    /// A prompt from a text or any other value that has a prompt form.
    public init(_ content: some PromptRepresentable) {
        self = content.promptRepresentation
    }

    /// A prompt from several pieces, a line each.
    public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
        self = try content()
    }

    /// The texts, a line or more each, without attachments.
    package var parts: [String] { pieces.texts }

    /// The texts joined by line ends: what a model of text reads.
    package var text: String { parts.joined(separator: "\n") }

    /// What a transcript keeps.
    package var segments: [Transcript.Segment] { pieces.segments }
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
    public var promptRepresentation: Prompt { return Prompt(pieces: flatMap(\.promptRepresentation.pieces)) }
}

extension Result: PromptRepresentable where Success: PromptRepresentable, Failure: PromptRepresentable {
    /// The prompt form of what there is: the value or the error.
    public var promptRepresentation: Prompt {
        switch self {
        case .success(let value): return value.promptRepresentation
        case .failure(let error): return error.promptRepresentation
        }
    }
}

/// Builds a prompt from the statements of a closure. A condition that does not hold adds nothing, not even a line.
@resultBuilder
public struct PromptBuilder {
    public static func buildBlock<each P>(_ components: repeat each P) -> Prompt
    where repeat each P: PromptRepresentable {
        var pieces: [PromptPiece] = []
        for component in repeat each components { pieces += component.promptRepresentation.pieces }
        return Prompt(pieces: pieces)
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
