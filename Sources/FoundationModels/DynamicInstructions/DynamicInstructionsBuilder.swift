// Makes one value of the statements of a `body` of dynamic instructions.

/// Builds dynamic instructions from instructions, tools, lists of tools and other dynamic instructions.
@resultBuilder
public struct DynamicInstructionsBuilder {
    public static func buildExpression<T: Tool>(_ expression: T) -> some DynamicInstructions {
        ToolInstructions(tools: [expression])
    }

    public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
        ToolInstructions(tools: tools)
    }

    public static func buildExpression<T: DynamicInstructions>(_ expression: T) -> T {
        expression
    }

    @available(*, unavailable, message: "Put text into 'Instructions { … }'.")
    public static func buildExpression(_ text: String) -> EmptyDynamicInstructions {
        EmptyDynamicInstructions()
    }

    public static func buildBlock() -> EmptyDynamicInstructions {
        EmptyDynamicInstructions()
    }

    public static func buildBlock<T: DynamicInstructions>(_ content: T) -> T {
        content
    }

    public static func buildBlock<each Content: DynamicInstructions>(
        _ contents: repeat each Content
    ) -> TupleDynamicInstructions<repeat each Content> {
        TupleDynamicInstructions(repeat each contents)
    }

    public static func buildEither<TrueContent: DynamicInstructions, FalseContent: DynamicInstructions>(
        first content: TrueContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.trueContent(content))
    }

    public static func buildEither<TrueContent: DynamicInstructions, FalseContent: DynamicInstructions>(
        second content: FalseContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.falseContent(content))
    }

    public static func buildOptional<Content: DynamicInstructions>(_ content: Content?) -> Content? {
        content
    }

    public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
        AnyDynamicInstructions(erasing: content)
    }
}

/// Tools as a statement of a body.
struct ToolInstructions: PrimitiveInstructions {
    let tools: [any Tool]

    var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        for tool in tools { collected.add(tool: tool) }
    }
}
