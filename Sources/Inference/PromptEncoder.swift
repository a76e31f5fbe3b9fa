// From messages to token ids: the layout puts tools and schemas where the chat template wants them, the template renders
// segments that know where their text came from, the tokenizer recognizes control tokens only in what the template itself
// wrote.

internal import Tokenization

/// The chat template and tokenizer of one model.
struct PromptEncoder: Sendable {
    let tokenizer: Tokenizer
    let template: ChatTemplate
    let layout: PromptLayout

    /// Cost: two dozen short prompts, which show what the template can do.
    init(tokenizer: Tokenizer, template: ChatTemplate) {
        (self.tokenizer, self.template) = (tokenizer, template)
        layout = PromptLayout(
            template: template, tokenizer: tokenizer,
            beginningOfText: tokenizer.beginningOfText.map(tokenizer.text(of:)),
            endOfText: tokenizer.endOfText.map(tokenizer.text(of:)))
    }

    /// The prompt as the model reads it, with the turn of the assistant opened.
    func segments(_ input: ModelInput) throws(GenerationError) -> [PromptSegment] {
        var context = layout.context(input)
        context.beginningOfText = tokenizer.beginningOfText.map(tokenizer.text(of:))
        context.endOfText = tokenizer.endOfText.map(tokenizer.text(of:))
        do {
            return try template.render(context)
        } catch {
            throw .template(message: "\(error)")
        }
    }

    /// Token ids of the rendered prompt. A beginning-of-text token that both the template and the vocabulary ask for
    /// stands once.
    func encode(_ input: ModelInput) throws(GenerationError) -> [TokenID] { encode(try segments(input)) }

    func encode(_ segments: [PromptSegment]) -> [TokenID] {
        var ids = tokenizer.encode(segments, addingSpecialTokens: true)
        if let first = tokenizer.beginningOfText, ids.count > 1, ids[0] == first, ids[1] == first { ids.removeFirst() }
        return ids
    }

    /// What may stand in an answer to `request`, whose prompt is `prompt`.
    func grammar(of request: GenerationRequest, after prompt: [PromptSegment]) -> TurnGrammar {
        let tools = request.visibleInput.tools
        return TurnGrammar(
            calls: tools.isEmpty ? nil : layout.format, toolNames: Set(tools.map(\.name)), reasoning: layout.reasoning,
            startsInReasoning: layout.reasoning?.isOpen(after: prompt) ?? false)
    }
}

extension GenerationRequest {
    /// What the model is shown: no tools where it must not call any.
    var visibleInput: ModelInput {
        var input = input
        if toolChoice == .disallowed { input.tools = [] }
        return input
    }
}
