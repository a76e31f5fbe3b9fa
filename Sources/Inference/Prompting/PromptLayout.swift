// How the messages of a prompt are laid out for one chat template: where tools, calls, outputs and schemas stand.

internal import Tokenization

/// What a model's chat template and vocabulary can do, and the layout that follows from it.
struct PromptLayout: Sendable {
    let abilities: TemplateAbilities
    let format: ToolCallFormat
    let reasoning: ReasoningFormat?
    /// Whether the template shows the tools; else they are told of in words.
    let showsTools: Bool
    /// How calls are handed to the template; nil: they are written into the messages, since it knows no calls, or none that
    /// could be read.
    let form: CallForm?

    init(template: ChatTemplate, tokenizer: Tokenizer, beginningOfText: String?, endOfText: String?) {
        abilities = template.abilities(beginningOfText: beginningOfText, endOfText: endOfText)
        if let written = ToolCallFormat(written: abilities.writtenCall) {
            (form, showsTools) = (abilities.calls, true)
            format = written.resolved(for: tokenizer)
        } else {
            let described = abilities.calls == nil ? ToolCallFormat(described: abilities.writtenTools) : nil
            (form, showsTools) = (nil, described != nil)
            format = (described ?? ToolCallFormat(.plain)).resolved(for: tokenizer)
        }
        reasoning = ReasoningFormat(template: template.source, tokenizer: tokenizer)
    }

    /// What the template is to render, but for the texts of tokens.
    func context(_ input: ModelInput) -> TemplateContext {
        var messages = input.messages
        if let schema = input.shownSchema { append(ToolText.schema(schema), toQuestionOf: &messages) }
        if form == nil { messages = messages.map(plain) }
        var variables: [String: TemplateValue] = abilities.wantsToolList ? ["tools": .list([])] : [:]
        if !input.tools.isEmpty {
            if showsTools, let variable = abilities.toolVariable {
                variables[variable] = .list(
                    input.tools.map { .tool(name: $0.name, description: $0.description, parameters: $0.parameters) })
            } else {
                append(ToolText.section(input.tools, format: format), toInstructionsOf: &messages)
            }
        }
        if !abilities.takesSystemMessages { mergeInstructions(of: &messages) }
        if abilities.alternates { messages = merged(messages) }
        messages = messages.addingSystemMessage(if: abilities.wantsSystemMessage)
        if let isReasoning = input.isReasoning {
            for name in ["enable_thinking", "thinking"] { variables[name] = .bool(isReasoning) }
        }
        return TemplateContext(messages: messages, extra: variables, form: form ?? CallForm())
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
