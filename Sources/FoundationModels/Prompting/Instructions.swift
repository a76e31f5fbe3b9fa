// What a developer tells a model about its task, ahead of every prompt of a session.

/// Instructions to a model.
public struct Instructions: Sendable {
    /// The pieces, a line or more each.
    package var parts: [String]

    package init(parts: [String]) {
        self.parts = parts
    }

    /// Instructions from a text or any other value that has an instructions form.
    public init(_ content: some InstructionsRepresentable) {
        self = content.instructionsRepresentation
    }

    /// Instructions from several pieces, a line each.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
        self = try content()
    }

    /// The pieces joined by line ends: what the model reads.
    package var text: String { parts.joined(separator: "\n") }
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
        return Instructions(parts: flatMap(\.instructionsRepresentation.parts))
    }
}

/// Builds instructions from the statements of a closure. A condition that does not hold adds nothing, not even a line.
@resultBuilder
public struct InstructionsBuilder {
    public static func buildBlock<each I>(_ components: repeat each I) -> Instructions
    where repeat each I: InstructionsRepresentable {
        var parts: [String] = []
        for component in repeat each components { parts += component.instructionsRepresentation.parts }
        return Instructions(parts: parts)
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
