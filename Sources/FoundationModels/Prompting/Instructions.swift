// What a developer tells a model about its task, ahead of every prompt of a session.

/// Instructions to a model.
public struct Instructions: Sendable {
    /// Texts, a line or more each, and attachments.
    package var pieces: [PromptPiece]

    package init(pieces: [PromptPiece]) {
        self.pieces = pieces
    }

    package init(parts: [String]) {
        pieces = parts.map { .text($0) }
    }

    /// Instructions from a text or any other value that has an instructions form.
    public init(_ content: some InstructionsRepresentable) {
        self = content.instructionsRepresentation
    }

    /// Instructions from several pieces, a line each.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
        self = try content()
    }

    /// The texts, a line or more each, without attachments.
    package var parts: [String] { pieces.texts }

    /// The texts joined by line ends: what a model of text reads.
    package var text: String { parts.joined(separator: "\n") }

    /// What a transcript keeps.
    package var segments: [Transcript.Segment] { pieces.segments }
}

/// A type whose values may stand in instructions.
public protocol InstructionsRepresentable {
    @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Instructions: InstructionsRepresentable {
    public var instructionsRepresentation: Instructions { return self }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
    public var instructionsRepresentation: Instructions {
        return Instructions(pieces: flatMap(\.instructionsRepresentation.pieces))
    }
}

/// Builds instructions from the statements of a closure. A condition that does not hold adds nothing, not even a line.
@resultBuilder
public struct InstructionsBuilder {
    public static func buildBlock<each I>(_ components: repeat each I) -> Instructions
    where repeat each I: InstructionsRepresentable {
        var pieces: [PromptPiece] = []
        for component in repeat each components { pieces += component.instructionsRepresentation.pieces }
        return Instructions(pieces: pieces)
    }

    public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
        instructions.instructionsRepresentation
    }

    public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }

    public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }

    public static func buildOptional(_ instructions: Instructions?) -> Instructions {
        instructions ?? Instructions(parts: [])
    }

    public static func buildLimitedAvailability(_ instructions: some InstructionsRepresentable) -> Instructions {
        instructions.instructionsRepresentation
    }

    @_disfavoredOverload
    public static func buildExpression<I: InstructionsRepresentable>(_ expression: I) -> I {
        expression
    }

    public static func buildExpression(_ expression: Instructions) -> Instructions {
        expression
    }

    @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are supported.")
    @_disfavoredOverload
    public static func buildExpression<T>(_ expression: T) -> Instructions {
        Instructions(parts: [])
    }
}
