// The entries of tool use: what a model may call, what it called, and what came of it.

public import FoundationEssentials

extension Transcript {
    /// A tool as the model saw it.
    public struct ToolDefinition: Sendable, Equatable {
        public var name: String
        public var description: String
        public var parameters: GenerationSchema

        public init(name: String, description: String, parameters: GenerationSchema) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }

        public init(tool: some Tool) {
            self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
        }
    }

    /// One call that a model asked for.
    public struct ToolCall: Sendable, Identifiable, Equatable {
        public var id: String
        public var toolName: String
        public var arguments: GeneratedContent
        public var metadata: [String: GeneratedContent] = [:]

        public init(id: String, toolName: String, arguments: GeneratedContent) {
            self.id = id
            self.toolName = toolName
            self.arguments = arguments
        }
    }

    /// The calls of one turn.
    public struct ToolCalls: Sendable, Identifiable, Equatable {
        public var id: String
        public var metadata: [String: GeneratedContent] = [:]
        private var calls: [ToolCall]

        public init(id: String = UUID().uuidString, _ calls: some Sequence<ToolCall>) {
            self.id = id
            self.calls = Array(calls)
        }
    }

    /// What a tool returned. Its id is that of the call.
    public struct ToolOutput: Sendable, Identifiable, Equatable {
        public var id: String
        public var toolName: String
        public var segments: [Segment]

        public init(id: String, toolName: String, segments: [Segment]) {
            self.id = id
            self.toolName = toolName
            self.segments = segments
        }
    }
}

extension Transcript.ToolCalls: RandomAccessCollection {
    public var startIndex: Int { calls.startIndex }
    public var endIndex: Int { calls.endIndex }
    public subscript(index: Int) -> Transcript.ToolCall { calls[index] }
}

extension Transcript.ToolCalls: CustomStringConvertible {
    public var description: String { map(\.description).joined(separator: ", ") }
}

extension Transcript.ToolOutput: CustomStringConvertible {
    public var description: String { "\(toolName): \(segments.joinedText)" }
}

extension Transcript.ToolCall: CustomStringConvertible {
    public var description: String { "\(toolName)(\(arguments.jsonString))" }
}
