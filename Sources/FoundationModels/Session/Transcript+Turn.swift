// What a request adds to a transcript, and what a model is shown of one. Entries that an executor did not name get ids that
// are hashes, as those of `Transcript+Identity.swift` are, so that the same conversation has the same bytes everywhere.

extension Transcript {
    /// Appends the prompt of a request.
    mutating func append(_ prompt: FoundationModels.Prompt, _ parameters: RequestParameters) {
        appendPrompt(
            prompt, options: parameters.options, responseFormat: parameters.responseFormat,
            contextOptions: parameters.contextOptions, metadata: parameters.metadata)
    }

    /// Appends the instructions of a session with tools.
    mutating func appendInstructions(_ instructions: FoundationModels.Instructions?, tools: [any Tool]) {
        guard instructions != nil || !tools.isEmpty else { return }
        appendInstructions(instructions, toolDefinitions: tools.map { ToolDefinition(of: $0) })
    }

    /// Appends what a model sent in one turn.
    /// - Parameters:
    ///   - calls: of the turn, with their arguments read.
    ///   - structure: what the turn's response says, where it was asked for by a schema.
    mutating func append(_ turn: TurnContent, calls: [ToolCall], structure: StructuredSegment?) {
        var calls = calls[...]
        for entry in turn.entries {
            switch entry.kind {
            case .response:
                // Counts alone make no response beside calls.
                if entry.segments.isEmpty, !turn.calls.isEmpty { continue }
                append(entry, structure: structure)
            case .reasoning:
                if !entry.segments.isEmpty || entry.signature != nil { appendReasoning(entry) }
            case .toolCalls:
                let own = calls.prefix(entry.calls.count)
                calls = calls.dropFirst(own.count)
                if own.isEmpty { continue }
                let id =
                    entry.id
                    ?? nextID(
                        role: "response", .array(own.map { TranscriptDocument.encode($0, as: .version1_1) }))
                storage.append(.toolCalls(ToolCalls(id: id, own)))
            }
        }
        if !turn.entries.contains(where: { $0.kind == .response }), turn.calls.isEmpty { appendResponse("") }
    }

    private mutating func appendReasoning(_ entry: TurnContent.Entry) {
        let segments = segments(of: entry)
        var reasoning = Reasoning(
            id: entry.id ?? nextID(role: "reasoning", segments.json), segments: segments, signature: entry.signature)
        reasoning.metadata = entry.metadata
        storage.append(.reasoning(reasoning))
    }

    private func segments(of entry: TurnContent.Entry) -> [Segment] {
        let segments: [Segment] = entry.segments.enumerated().map { index, segment in
            .text(TextSegment(id: segment.id ?? "\(index)", content: segment.text))
        }
        return segments.isEmpty ? [.text(TextSegment(id: "0", content: ""))] : segments
    }

    private mutating func append(_ entry: TurnContent.Entry, structure: StructuredSegment?) {
        let segments = structure.map { [.structure($0)] } ?? segments(of: entry)
        let id = entry.id ?? nextID(role: "response", segments.json)
        var response = Response(id: id, assetIDs: [], segments: segments)
        response.metadata = entry.metadata
        storage.append(.response(response))
    }

    /// What a model is shown: calls of the tools named, as far as they were answered, and all else. Tools that a session has
    /// no more are not spoken of, and a call that a failure left without its output would be no conversation.
    func shown(tools: Set<String>) -> Transcript {
        let answered = Set(
            compactMap { entry in
                if case .toolOutput(let output) = entry { output.id } else { nil }
            })
        var shown: Set<String> = []
        return Transcript(
            entries: compactMap { entry -> Entry? in
                switch entry {
                case .instructions(var instructions):
                    instructions.toolDefinitions.removeAll { !tools.contains($0.name) }
                    return .instructions(instructions)
                case .toolCalls(let calls):
                    let kept = calls.filter { tools.contains($0.toolName) && answered.contains($0.id) }
                    shown.formUnion(kept.map(\.id))
                    return kept.isEmpty ? nil : .toolCalls(ToolCalls(id: calls.id, kept))
                case .toolOutput(let output): return shown.contains(output.id) ? entry : nil
                case .prompt, .response, .reasoning, .data: return entry
                }
            })
    }
}

extension Transcript.ToolDefinition {
    init(of tool: any Tool) {
        self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
    }
}
