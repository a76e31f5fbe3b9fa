// How the messages of a prompt are laid out for one chat template: where tools, calls, outputs and schemas stand.

internal import Tokenization

/// What a model's chat template and vocabulary can do, and the layout that follows from it.
struct PromptLayout: Sendable {
    let abilities: TemplateAbilities
    let format: ToolCallFormat
    let reasoning: ReasoningFormat?
    /// How calls are handed to the template; nil: it knows no tools, or writes them in a way that nobody here can read.
    let form: CallForm?

    init(template: ChatTemplate, tokenizer: Tokenizer, beginningOfText: String?, endOfText: String?) {
        abilities = template.abilities(beginningOfText: beginningOfText, endOfText: endOfText)
        let written = ToolCallFormat(written: abilities.writtenCall)
        format = (written ?? ToolCallFormat(.plain)).resolved(for: tokenizer)
        form = written == nil ? nil : abilities.calls
        reasoning = ReasoningFormat(template: template.source, tokenizer: tokenizer)
    }

    /// What the template is to render, but for the texts of tokens.
    func context(_ input: ModelInput) -> TemplateContext {
        var messages = input.messages
        if let schema = input.shownSchema { append(ToolText.schema(schema), toQuestionOf: &messages) }
        var tools: TemplateValue?
        if form == nil {
            messages = messages.map(plain)
            if !input.tools.isEmpty {
                append(ToolText.section(input.tools, format: format), toInstructionsOf: &messages)
            }
        } else if !input.tools.isEmpty {
            tools = .list(
                input.tools.map { .tool(name: $0.name, description: $0.description, parameters: $0.parameters) })
        }
        if !abilities.takesSystemMessages { mergeInstructions(of: &messages) }
        if abilities.alternates { messages = merged(messages) }
        var extra: [String: TemplateValue] = [:]
        if let isReasoning = input.isReasoning {
            extra = ["enable_thinking": .bool(isReasoning), "thinking": .bool(isReasoning)]
        }
        return TemplateContext(messages: messages, tools: tools, extra: extra, form: form ?? CallForm())
    }

    /// The message as one that a template without tools understands.
    private func plain(_ message: ChatMessage) -> ChatMessage {
        var plain = ChatMessage(role: message.role, content: message.content, reasoning: message.reasoning)
        if !message.toolCalls.isEmpty { plain.content = ToolText.assistant(message, format: format) }
        if message.role == "tool" {
            plain.content = ToolText.output(message)
            if !abilities.takesToolMessages { plain.role = "user" }
        }
        return plain
    }

    /// At the end of the last message of the user; of the last one of all where there is none.
    private func append(_ text: String, toQuestionOf messages: inout [ChatMessage]) {
        guard let index = messages.lastIndex(where: { $0.role == "user" }) ?? messages.indices.last else { return }
        messages[index].content = joined([messages[index].content, text])
    }

    private func append(_ text: String, toInstructionsOf messages: inout [ChatMessage]) {
        if messages.first?.role == "system" {
            messages[0].content = joined([messages[0].content, text])
        } else {
            messages.insert(ChatMessage(role: "system", content: text), at: 0)
        }
    }

    /// Instructions for a template that shows none: they begin the first message of the user.
    private func mergeInstructions(of messages: inout [ChatMessage]) {
        guard messages.first?.role == "system", let index = messages.firstIndex(where: { $0.role == "user" }) else {
            return
        }
        messages[index].content = joined([messages[0].content, messages[index].content])
        messages.removeFirst()
    }

    /// Neighbours of one role as one message.
    private func merged(_ messages: [ChatMessage]) -> [ChatMessage] {
        var merged: [ChatMessage] = []
        for message in messages {
            guard let last = merged.last, last.role == message.role, ["user", "assistant"].contains(last.role) else {
                merged.append(message)
                continue
            }
            merged[merged.count - 1].content = joined([last.content, message.content])
            merged[merged.count - 1].toolCalls += message.toolCalls
        }
        return merged
    }

    private func joined(_ texts: [String]) -> String { texts.filter { !$0.isEmpty }.joined(separator: "\n\n") }
}
