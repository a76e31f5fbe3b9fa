// A tool of any type as one type.

/// A tool whose types are hidden: takes generated content, gives back a prompt.
public struct AnyTool: Tool {
    private let tool: any Tool
    private let perform: @Sendable (GeneratedContent) async throws -> Prompt

    /// Wraps a tool. Name, description, parameters and what it does stay the same.
    public init(_ tool: some Tool) {
        self.tool = tool
        perform = { try await tool.output(of: $0) }
    }

    public var name: String { tool.name }
    public var description: String { tool.description }
    public var parameters: GenerationSchema { tool.parameters }
    public var includesSchemaInInstructions: Bool { tool.includesSchemaInInstructions }

    @concurrent public func call(arguments: GeneratedContent) async throws -> Prompt {
        try await perform(arguments)
    }
}
