// A transcript as the conversation that a chat template renders, and what of it a model can't read.

package import Tokenization
#if canImport(UniformTypeIdentifiers)
    package import UniformTypeIdentifiers
#endif

extension Transcript {
    /// System, user and assistant messages, in order, for a session without tools.
    package var messages: [ChatMessage] { messages(enabledTools: []) }

    /// The messages of a conversation, in order.
    ///
    /// Calls of tools that are not enabled are left out, and with each call its output: a model must not read of tools that
    /// it does not have. Text and the calls right behind it are one message, and so are reasoning and what followed from
    /// it; reasoning that nothing followed from, and data entries, are left out.
    ///
    /// - Parameters:
    ///   - enabledTools: names of the tools that the model may read of; nil: of all.
    ///   - preface: what the model is told ahead of all instructions, though no transcript says so.
    package func messages(enabledTools: Set<String>?, preface: String? = nil) -> [ChatMessage] {
        var builder = ConversationBuilder(enabledTools: enabledTools)
        if let preface { builder.system(preface) }
        for entry in storage { builder.add(entry) }
        return builder.messages
    }

    /// Throws where the conversation holds what a model can't read: an image for one that does not see, or data.
    /// - Parameter isReadable: whether the model reads attached data of a type.
    package func requireReadable(
        with capabilities: LanguageModelCapabilities, isReadable: (UTType) -> Bool = { _ in false }
    ) throws {
        for entry in storage {
            for case .attachment(let segment) in entry.segments {
                switch segment.content {
                case .image:
                    guard capabilities.contains(.vision) else {
                        throw ModelFailure.unsupportedCapability(.vision, purpose: "to read \(segment)")
                    }
                case .data(let data):
                    guard isReadable(data.contentType) else {
                        throw ModelFailure.unsupportedTranscriptContent(
                            [entry],
                            "the model can't read \(segment); leave it out, or use a model that reads "
                                + "'\(data.contentType.identifier)' [session.content]")
                    }
                }
            }
        }
    }
}

/// Gathers entries into messages.
private struct ConversationBuilder {
    let enabledTools: Set<String>?
    var messages: [ChatMessage] = []
    /// Calls so far, by their ids; nil for one that was left out.
    private var calls: [String: ChatMessage.ToolCall?] = [:]
    /// Of the turn, not yet in a message.
    private var reasoning = ""
    /// Whether calls may join the last message: it is the text of the same turn.
    private var isTurnOpen = false

    init(enabledTools: Set<String>?) {
        self.enabledTools = enabledTools
    }

    mutating func add(_ entry: Transcript.Entry) {
        switch entry {
        case .instructions(let instructions):
            let text = instructions.segments.readableText
            // An entry without text only carries the definitions of tools.
            if !text.isEmpty || instructions.toolDefinitions.isEmpty { system(text) }
        case .prompt(let prompt):
            append(ChatMessage(role: "user", content: prompt.segments.readableText))
        case .reasoning(let text):
            reasoning += (reasoning.isEmpty ? "" : "\n") + text.segments.readableText
            isTurnOpen = false
        case .response(let response):
            append(
                ChatMessage(role: "assistant", content: response.segments.readableText, reasoning: reasoning))
            isTurnOpen = true
        case .toolCalls(let calls): add(calls)
        case .toolOutput(let output): add(output)
        case .data: break
        }
    }

    /// Instructions right behind a preface join it: chat templates take one system message.
    mutating func system(_ text: String) {
        if messages.count == 1, messages[0].role == "system" {
            messages[0].content += "\n" + text
        } else {
            append(ChatMessage(role: "system", content: text))
        }
    }

    private mutating func add(_ entry: Transcript.ToolCalls) {
        var made: [ChatMessage.ToolCall] = []
        for call in entry {
            guard isEnabled(call.toolName) else {
                calls[call.id] = .some(nil)
                continue
            }
            let arguments = call.arguments.jsonString
            let message = ChatMessage.ToolCall(id: call.id, name: call.toolName, arguments: arguments)
            calls[call.id] = message
            made.append(message)
        }
        guard !made.isEmpty else { return }
        if isTurnOpen, let last = messages.indices.last {
            messages[last].toolCalls += made
        } else {
            append(ChatMessage(role: "assistant", content: "", toolCalls: made, reasoning: reasoning))
        }
        isTurnOpen = false
    }

    private mutating func add(_ output: Transcript.ToolOutput) {
        guard isEnabled(output.toolName) else { return }
        // An output whose call is not in the transcript, as in one that was cut, still says what it answers.
        let call =
            calls[output.id] ?? ChatMessage.ToolCall(id: output.id, name: output.toolName, arguments: "{}")
        guard let call else { return }
        append(ChatMessage(role: "tool", content: output.segments.readableText, answeredCall: call))
    }

    private func isEnabled(_ tool: String) -> Bool { enabledTools?.contains(tool) ?? true }

    private mutating func append(_ message: ChatMessage) {
        messages.append(message)
        reasoning = ""
        isTurnOpen = false
    }
}

extension [Transcript.Segment] {
    /// What a model of text reads: texts and structured content, a line or more each, without attachments.
    fileprivate var readableText: String {
        compactMap { if case .attachment = $0 { nil } else { $0.text } }.joined(separator: "\n")
    }
}
