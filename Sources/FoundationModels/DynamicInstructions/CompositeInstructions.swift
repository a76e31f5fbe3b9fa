// The types that the builder of dynamic instructions makes of its statements.

/// No instructions and no tools.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable, PrimitiveInstructions {
    public typealias Body = Never

    public init() {}

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {}
}

/// Several dynamic instructions, one after another.
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions, PrimitiveInstructions {
    public typealias Body = Never

    private let contents: (repeat each Content)

    public init(_ contents: repeat each Content) {
        self.contents = (repeat each contents)
    }

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        for content in repeat each contents { collected.add(content) }
    }
}

/// One of two dynamic instructions.
public struct ConditionalDynamicInstructions<TrueContent: DynamicInstructions, FalseContent: DynamicInstructions>:
    DynamicInstructions, PrimitiveInstructions
{
    public typealias Body = Never

    /// The one that holds.
    public enum Branch {
        case trueContent(TrueContent)
        case falseContent(FalseContent)
    }

    private let branch: Branch

    public init(_ branch: Branch) {
        self.branch = branch
    }

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        switch branch {
        case .trueContent(let content): collected.add(content)
        case .falseContent(let content): collected.add(content)
        }
    }
}

/// Dynamic instructions of a type that isn't known.
public struct AnyDynamicInstructions: DynamicInstructions, PrimitiveInstructions {
    public typealias Body = Never

    private let content: any DynamicInstructions

    public init(_ content: any DynamicInstructions) {
        self.content = content
    }

    public init(erasing content: some DynamicInstructions) {
        self.content = content
    }

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        collected.add(content)
    }
}
