// The entries of a conversation without tools: instructions, prompts, reasoning and responses.

public import FoundationEssentials

extension Transcript {
    /// What the developer told the model, and the tools that it may call.
    public struct Instructions: Sendable, Identifiable, Equatable {
        public var id: String
        public var segments: [Segment]
        public var toolDefinitions: [ToolDefinition]

        public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]) {
            self.id = id
            self.segments = segments
            self.toolDefinitions = toolDefinitions
        }
    }

    /// What was asked.
    public struct Prompt: Sendable, Identifiable, Equatable {
        public var id: String
        public var segments: [Segment]
        public var options: GenerationOptions
        /// The shape that the response should have; nil: text.
        public var responseFormat: ResponseFormat?
        public var contextOptions: ContextOptions
        public var metadata: [String: GeneratedContent]

        public init(
            id: String = UUID().uuidString, segments: [Segment], options: GenerationOptions = GenerationOptions(),
            responseFormat: ResponseFormat? = nil
        ) {
            self.init(
                id: id, metadata: [:], segments: segments, options: options, responseFormat: responseFormat,
                contextOptions: ContextOptions())
        }

        public init(
            id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent], segments: [Segment],
            options: GenerationOptions, responseFormat: ResponseFormat?, contextOptions: ContextOptions
        ) {
            self.id = id
            self.segments = segments
            self.options = options
            self.responseFormat = responseFormat
            self.contextOptions = contextOptions
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }

    /// The shape that a response should have.
    public struct ResponseFormat: Sendable, Equatable {
        /// What gives the shape.
        public enum Kind: Sendable, Equatable {
            case schema(GenerationSchema)
        }

        package var schema: GenerationSchema
        /// The name of the schema.
        public var name: String

        /// What gives the shape.
        public var kind: Kind { .schema(schema) }

        public init(schema: GenerationSchema) {
            self.schema = schema
            name = schema.name
        }

        public init<Content: Generable>(type: Content.Type) {
            self.init(schema: type.generationSchema)
        }
    }

    /// What the model thought before it answered or called tools.
    public struct Reasoning: Sendable, Identifiable, Equatable {
        public var id: String
        public var segments: [Segment]
        /// What the maker of the model needs to take the reasoning back; nil here, carried for transcripts from elsewhere.
        public var signature: Data?
        public var metadata: [String: GeneratedContent]

        public init(
            id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
            segments: [Segment], signature: Data? = nil
        ) {
            self.id = id
            self.segments = segments
            self.signature = signature
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }

    /// What the model answered.
    public struct Response: Sendable, Identifiable, Equatable {
        public var id: String
        /// Ids of the model assets that took part; empty here, carried for transcripts from elsewhere.
        public var assetIDs: [String]
        public var segments: [Segment]
        public var metadata: [String: GeneratedContent]

        public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
            self.id = id
            self.assetIDs = assetIDs
            self.segments = segments
            metadata = [:]
        }

        public init(
            id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent], segments: [Segment]
        ) {
            self.init(id: id, assetIDs: [], segments: segments)
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }
}

extension Transcript.Entry {
    /// The segments; of calls and data, none.
    package var segments: [Transcript.Segment] {
        switch self {
        case .instructions(let instructions): instructions.segments
        case .prompt(let prompt): prompt.segments
        case .toolCalls, .data: []
        case .toolOutput(let output): output.segments
        case .response(let response): response.segments
        case .reasoning(let reasoning): reasoning.segments
        }
    }
}

extension Transcript.Instructions: CustomStringConvertible {
    public var description: String { segments.joinedText }
}

extension Transcript.Prompt: CustomStringConvertible {
    public var description: String { segments.joinedText }
}

extension Transcript.Response: CustomStringConvertible {
    public var description: String { segments.joinedText }
}

extension Transcript.Reasoning: CustomStringConvertible {
    public var description: String { segments.joinedText }
}

extension Transcript.Entry: CustomStringConvertible {
    /// The kind of entry and its text.
    public var description: String {
        switch self {
        case .instructions(let instructions): "(Instructions) \(instructions.segments.joinedText)"
        case .prompt(let prompt): "(Prompt) \(prompt.segments.joinedText)"
        case .toolCalls(let calls): "(Tool calls) \(calls.map(\.description).joined(separator: ", "))"
        case .toolOutput(let output): "(Tool output) \(output.toolName): \(output.segments.joinedText)"
        case .response(let response): "(Response) \(response.segments.joinedText)"
        case .reasoning(let reasoning): "(Reasoning) \(reasoning.segments.joinedText)"
        case .data(let data): "(Data) \(data)"
        }
    }
}
