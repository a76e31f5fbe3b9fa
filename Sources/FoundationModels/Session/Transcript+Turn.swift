// What a request adds to a transcript, and what a model is shown of one. Entries that an executor did not name get ids that
// are hashes, as those of `Transcript+Identity.swift` are, so that the same conversation has the same bytes everywhere.

extension Transcript {
    /// Appends the prompt of a request.
    mutating func append(_ prompt: FoundationModels.Prompt, _ parameters: RequestParameters) {
        appendPrompt(
            prompt, options: parameters.options, responseFormat: parameters.responseFormat,
            contextOptions: parameters.contextOptions, metadata: parameters.metadata)
    }

    /// Appends the instructions of a session, if it has any, or tools that they would speak of.
    mutating func appendInstructions(_ instructions: FoundationModels.Instructions?, tools: [any Tool]) {
        guard instructions != nil || !tools.isEmpty else { return }
        appendInstructions(
            instructions ?? FoundationModels.Instructions(parts: []),
            toolDefinitions: tools.map { ToolDefinition(tool: $0) })
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
                if entry.isEmpty, !turn.calls.isEmpty { continue }
                append(entry, structure: structure)
            case .reasoning:
                if entry.isEmpty, entry.signature == nil { continue }
                appendReasoning(entry)
            case .toolCalls:
                let own = calls.prefix(entry.calls.count)
                calls = calls.dropFirst(own.count)
                if own.isEmpty { continue }
                let id =
                    entry.id
                    ?? nextID(role: "toolCalls", .array(own.map { TranscriptDocument.encode($0, as: .version1_1) }))
                var entryOfCalls = ToolCalls(id: id, own)
                entryOfCalls.metadata = entry.metadata
                storage.append(.toolCalls(entryOfCalls))
            }
        }
        if !turn.entries.contains(where: { $0.kind == .response }), turn.calls.isEmpty { appendResponse("") }
    }

    private mutating func append(_ entry: TurnContent.Entry, structure: StructuredSegment?) {
        var segments = entry.segments.transcriptSegments
        if segments.isEmpty { segments = [.text(TextSegment(id: "0", content: ""))] }
        if let structure { segments = [.structure(structure)] }
        appendResponse(segments, metadata: entry.metadata)
        if let id = entry.id, case .response(var response) = storage.last {
            response.id = id
            storage[storage.count - 1] = .response(response)
        }
    }

    private mutating func appendReasoning(_ entry: TurnContent.Entry) {
        let segments = entry.segments.transcriptSegments
        let id =
            entry.id ?? nextID(role: "reasoning", .array(segments.compactMap { TranscriptDocument.encode($0) }))
        storage.append(
            .reasoning(
                Reasoning(id: id, metadata: entry.metadata, segments: segments, signature: entry.signature)))
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
                    if kept.count == calls.count { return entry }
                    var rest = ToolCalls(id: calls.id, kept)
                    rest.metadata = calls.metadata
                    return kept.isEmpty ? nil : .toolCalls(rest)
                case .toolOutput(let output): return shown.contains(output.id) ? entry : nil
                case .prompt, .response, .reasoning, .data: return entry
                }
            })
    }
}

extension [TurnContent.Segment] {
    /// Segments with names: those that the executor gave none are counted.
    fileprivate var transcriptSegments: [Transcript.Segment] {
        enumerated().map { index, segment in
            switch segment.content {
            case .text(let text): .text(Transcript.TextSegment(id: segment.id ?? "\(index)", content: text))
            case .attachment(let attachment): .attachment(attachment)
            }
        }
    }
}
