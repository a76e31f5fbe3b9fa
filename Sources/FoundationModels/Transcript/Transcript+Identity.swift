// Ids of the entries that a session adds. An id is a hash of the id before it, the role and the content, so that the same
// conversation has the same ids, and the same bytes, on every machine.

package import FoundationEssentials
internal import Platform

extension Transcript {
    /// Appends instructions.
    package mutating func appendInstructions(_ text: String) {
        appendInstructions(FoundationModels.Instructions(parts: [text]))
    }

    /// Appends instructions, with the tools that they speak of; nil: tools alone.
    package mutating func appendInstructions(
        _ instructions: FoundationModels.Instructions?, toolDefinitions: [ToolDefinition] = []
    ) {
        let segments = instructions?.segments ?? []
        // Tools count where there are any: without them, ids are those of instructions alone.
        let tools = toolDefinitions.map(TranscriptDocument.encode)
        let basis = tools.isEmpty ? segments.json : .array([segments.json, .array(tools)])
        storage.append(
            .instructions(
                Instructions(
                    id: nextID(role: "instructions", basis), segments: segments, toolDefinitions: toolDefinitions)))
    }

    /// Appends a prompt of text.
    package mutating func appendPrompt(_ text: String, options: GenerationOptions) {
        appendPrompt(FoundationModels.Prompt(parts: [text]), options: options)
    }

    /// Appends a prompt.
    package mutating func appendPrompt(
        _ prompt: FoundationModels.Prompt, options: GenerationOptions, responseFormat: ResponseFormat? = nil,
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        let segments = prompt.segments
        storage.append(
            .prompt(
                Prompt(
                    id: nextID(role: "user", segments.json), metadata: metadata, segments: segments,
                    options: options, responseFormat: responseFormat, contextOptions: contextOptions)))
    }

    /// Appends a response of text.
    package mutating func appendResponse(_ text: String) {
        appendResponse([.text(TextSegment(id: "0", content: text))])
    }

    /// Appends a response.
    package mutating func appendResponse(
        _ segments: [Segment], metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
        var response = Response(id: nextID(role: "response", segments.json), assetIDs: [], segments: segments)
        response.metadata = metadata.mapValues(\.generatedContent)
        storage.append(.response(response))
    }

    /// Appends what the model thought.
    package mutating func appendReasoning(_ text: String, signature: Data? = nil) {
        let segments = [Segment.text(TextSegment(id: "0", content: text))]
        storage.append(
            .reasoning(
                Reasoning(id: nextID(role: "reasoning", segments.json), segments: segments, signature: signature)))
    }

    /// Appends the calls of one turn. The id of a call is that of the entry with its place behind it.
    /// - Returns: the calls, with their ids.
    @discardableResult
    package mutating func appendToolCalls(_ calls: [(toolName: String, arguments: GeneratedContent)]) -> [ToolCall] {
        let basis = calls.map { JSONValue.array([.string($0.toolName), $0.arguments.json]) }
        let id = nextID(role: "toolCalls", .array(basis))
        let made = calls.enumerated().map { index, call in
            ToolCall(id: "\(id)-\(index)", toolName: call.toolName, arguments: call.arguments)
        }
        storage.append(.toolCalls(ToolCalls(id: id, made)))
        return made
    }

    /// Appends what a call gave back, under the id of the call.
    package mutating func appendToolOutput(of call: ToolCall, _ output: FoundationModels.Prompt) {
        storage.append(.toolOutput(ToolOutput(id: call.id, toolName: call.toolName, segments: output.segments)))
    }

    /// The first 128 bits of SHA-256 over the compact JSON array of previous id, role and contents.
    func nextID(role: String, _ contents: JSONValue) -> String {
        let basis = JSONValue.array([.string(last?.id ?? ""), .string(role), contents])
        return SHA256.hash(basis.text(.compact)).prefix(32)
    }
}

extension [Transcript.Segment] {
    /// What an id is made of.
    var json: JSONValue { .array(compactMap { TranscriptDocument.encode($0) }) }
}
