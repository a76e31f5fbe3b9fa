// What an executor has sent of one turn so far: the channel's events, put together to entries.

internal import FoundationEssentials
internal import Inference

/// One turn of a model as it grows.
struct TurnContent: Sendable {
    typealias Channel = LanguageModelExecutorGenerationChannel

    enum Kind: Sendable {
        case response
        case reasoning
        case toolCalls
    }

    struct Segment: Sendable {
        enum Content: Sendable {
            case text(String)
            case attachment(Transcript.AttachmentSegment)
        }

        /// As the executor names it; nil: it has no name.
        var id: String?
        var content: Content

        /// Nil for an attachment.
        var text: String? {
            if case .text(let text) = content { text } else { nil }
        }
    }

    struct Call: Sendable {
        var id: String
        var name: String
        /// JSON text.
        var arguments = ""
        var metadata: [String: GeneratedContent] = [:]
    }

    struct Entry: Sendable {
        let kind: Kind
        /// As the executor names it; nil: the transcript does.
        let id: String?
        var segments: [Segment] = []
        var calls: [Call] = []
        var metadata: [String: GeneratedContent] = [:]
        var signature: Data?
        var usage: Channel.Usage?
        /// Tokens of all pieces, for an executor that sends no usage.
        var tokenCount = 0

        /// Whether it says nothing.
        var isEmpty: Bool { calls.isEmpty && segments.allSatisfy { $0.text?.isEmpty ?? false } }
    }

    private(set) var entries: [Entry] = []
    /// Of the engine of this package alone.
    private(set) var origin: GenerationOrigin?
    private(set) var generation: GenerationSnapshot?

    /// The calls of the turn, in order.
    var calls: [Call] { entries.flatMap(\.calls) }

    /// The texts of the response so far, a line or more each.
    var responseText: String {
        let texts = entries.filter { $0.kind == .response }.flatMap { $0.segments.compactMap(\.text) }
            .filter { !$0.isEmpty }
        return texts.count == 1 ? texts[0] : texts.joined(separator: "\n")
    }

    mutating func apply(_ event: Channel.Event) {
        switch event.kind {
        case .origin(let origin): self.origin = origin
        case .step(let events, let generation):
            for event in events { apply(event) }
            self.generation = generation
        case .response(let id, let action):
            let index = entry(.response, id)
            switch action.kind {
            case .appendText(let fragment): entries[index].append(fragment)
            case .replaceTextSegment(let replacement): entries[index].replace(replacement)
            case .addAttachmentSegment(let segment):
                entries[index].segments.append(Segment(id: segment.id, content: .attachment(segment)))
            case .removeAttachmentSegment(let id):
                entries[index].segments.removeAll { $0.id == id && $0.text == nil }
            case .updateMetadata(let metadata): entries[index].metadata = metadata.values
            case .updateUsage(let usage): entries[index].usage = usage
            }
        case .reasoning(let id, let action):
            let index = entry(.reasoning, id)
            switch action.kind {
            case .appendText(let fragment): entries[index].append(fragment)
            case .replaceTextSegment(let replacement): entries[index].replace(replacement)
            case .updateSignature(let signature):
                entries[index].signature = signature.signature
                entries[index].tokenCount += signature.tokenCount
            case .updateMetadata(let metadata): entries[index].metadata = metadata.values
            case .updateUsage(let usage): entries[index].usage = usage
            }
        case .toolCalls(let id, let action):
            let index = entry(.toolCalls, id, holding: action.callID)
            switch action.kind {
            case .toolCall(let change): entries[index].apply(change)
            case .removeToolCall(let id):
                entries[index].calls.removeAll { $0.id == id }
            case .updateMetadata(let metadata): entries[index].metadata = metadata.values
            case .updateUsage(let usage): entries[index].usage = usage
            }
        }
    }

    /// The index of the entry that an event belongs to, made where there is none.
    /// - Parameter call: an event that names a call and no entry belongs to the entry of that call.
    private mutating func entry(_ kind: Kind, _ id: String?, holding call: String? = nil) -> Int {
        if id == nil, let call,
            let index = entries.lastIndex(where: { $0.calls.contains { $0.id == call } })
        {
            return index
        }
        if let id {
            if let index = entries.lastIndex(where: { $0.kind == kind && $0.id == id }) { return index }
        } else if let last = entries.last, last.kind == kind {
            return entries.count - 1
        }
        entries.append(Entry(kind: kind, id: id))
        return entries.count - 1
    }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.Action {
    /// The call that is changed or taken back.
    fileprivate var callID: String? {
        switch kind {
        case .toolCall(let change): change.id
        case .removeToolCall(let id): id
        case .updateMetadata, .updateUsage: nil
        }
    }
}

extension TurnContent.Entry {
    fileprivate mutating func append(_ fragment: LanguageModelExecutorGenerationChannel.TextFragment) {
        let index = textSegment(fragment.segmentID)
        var text = segments[index].text ?? ""
        // Held once, so that it grows in place.
        segments[index].content = .text("")
        text += fragment.content
        segments[index].content = .text(text)
        tokenCount += fragment.tokenCount
    }

    fileprivate mutating func replace(_ replacement: LanguageModelExecutorGenerationChannel.TextSegmentReplacement) {
        segments[textSegment(replacement.segmentID)].content = .text(replacement.content)
        tokenCount += replacement.tokenCount
    }

    fileprivate mutating func apply(_ change: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall) {
        let index =
            calls.firstIndex { $0.id == change.id }
            ?? {
                calls.append(TurnContent.Call(id: change.id, name: change.name))
                return calls.count - 1
            }()
        switch change.action.kind {
        case .appendArguments(let fragment):
            calls[index].arguments += fragment.content
            tokenCount += fragment.tokenCount
        case .updateMetadata(let metadata): calls[index].metadata = metadata.values
        }
    }

    /// The index of the segment that a change of text belongs to, made where there is none: without a name the last one,
    /// where it is of text.
    private mutating func textSegment(_ id: String?) -> Int {
        if let id {
            if let index = segments.lastIndex(where: { $0.id == id && $0.text != nil }) { return index }
        } else if segments.last?.text != nil {
            return segments.count - 1
        }
        segments.append(TurnContent.Segment(id: id, content: .text("")))
        return segments.count - 1
    }
}

extension TurnContent {
    /// Tokens of the turn so far: outputs of all entries, and the input once.
    var usage: LanguageModelSession.Usage {
        if let generation {
            var usage = LanguageModelSession.Usage(generation.usage)
            if let finish = generation.finish {
                usage.metadata[LanguageModelSession.Usage.finishReasonKey] = finish.rawValue.generatedContent
            }
            if generation.narrowedSteps > 0 {
                usage.metadata[LanguageModelSession.Usage.narrowedStepCountKey] =
                    generation.narrowedSteps.generatedContent
            }
            return usage
        }
        var sum = LanguageModelSession.Usage()
        guard entries.contains(where: { $0.usage != nil }) else {
            // Of an executor that sends no usage the pieces are counted.
            for entry in entries {
                sum.output.totalTokenCount += entry.tokenCount
                if entry.kind == .reasoning { sum.output.reasoningTokenCount += entry.tokenCount }
            }
            return sum
        }
        for usage in entries.compactMap(\.usage) {
            sum.input.totalTokenCount = max(sum.input.totalTokenCount, usage.input.totalTokenCount)
            sum.input.cachedTokenCount = max(sum.input.cachedTokenCount, usage.input.cachedTokenCount)
            sum.output.totalTokenCount += usage.output.totalTokenCount
            sum.output.reasoningTokenCount += usage.output.reasoningTokenCount
            sum.metadata.merge(usage.metadata) { $1 }
        }
        return sum
    }
}
