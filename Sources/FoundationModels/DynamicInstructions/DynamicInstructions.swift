// Instructions and tools that are stated anew for every request, as a value with a `body`.

/// Instructions and tools that depend on the state of an app.
///
/// A session evaluates the `body` before each request. Instructions and tools reach the model in the order in which the body
/// names them. Put what is always the same first: models keep what they computed up to the first token that
/// differs from the last request, so a change at the head costs the whole conversation, a change at the foot little.
///
/// ```swift
/// struct Cooking: DynamicInstructions {
///     var showsPantry: Bool
///
///     var body: some DynamicInstructions {
///         Instructions("You help people cook.")
///         FindRecipe()
///         if showsPantry { Pantry() }
///     }
/// }
/// ```
public protocol DynamicInstructions {
    associatedtype Body: DynamicInstructions

    /// Instructions, tools and further dynamic instructions. It is evaluated often and may run on any thread: let it read
    /// state and have no effects.
    @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
    public typealias ForEach = DynamicInstructionsForEach
    public typealias SessionProperty = LanguageModelSession.SessionProperty
}

/// Dynamic instructions that the framework reads by itself, not through a body.
protocol PrimitiveInstructions: DynamicInstructions where Body == Never {
    func collect(into collected: inout CollectedInstructions)
}

extension Never {
    public var body: Never { switch self {} }
}

extension Never: DynamicInstructions {}

extension Instructions: DynamicInstructions, PrimitiveInstructions {
    public typealias Body = Never

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        if !pieces.isEmpty { collected.instructions.append(self) }
    }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
    public typealias Body = Never

    public var body: Never { primitiveHasNoBody() }
}

extension Optional: PrimitiveInstructions where Wrapped: DynamicInstructions {
    func collect(into collected: inout CollectedInstructions) {
        if let self { collected.add(self) }
    }
}

/// The body of a type that has none; asked for only by code that calls `body` itself.
func primitiveHasNoBody(_ function: StaticString = #function, file: StaticString = #fileID, line: UInt = #line) -> Never
{
    preconditionFailure("this type is read by the framework and has no body", file: file, line: line)
}
