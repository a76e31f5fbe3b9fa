// From messages to token ids: the chat template renders segments that know where their text came from, the tokenizer
// recognizes control tokens only in what the template itself wrote.

internal import Tokenization

/// The chat template and tokenizer of one model.
struct PromptEncoder: Sendable {
    let tokenizer: Tokenizer
    let template: ChatTemplate

    /// The prompt as the model reads it, with the turn of the assistant opened.
    func segments(_ input: ModelInput) throws(GenerationError) -> [PromptSegment] {
        do {
            return try template.render(
                TemplateContext(
                    messages: input.messages, addGenerationPrompt: true,
                    beginningOfText: tokenizer.beginningOfText.map(name), endOfText: tokenizer.endOfText.map(name)))
        } catch {
            throw .template(message: "\(error)")
        }
    }

    /// A token as a template writes it, control tokens included.
    private func name(_ token: TokenID) -> String { tokenizer.decode([token], showingControlTokens: true) }

    /// Token ids of the rendered prompt. A beginning-of-text token that both the template and the vocabulary ask for
    /// stands once.
    func encode(_ input: ModelInput) throws(GenerationError) -> [TokenID] {
        var ids = tokenizer.encode(try segments(input), addingSpecialTokens: true)
        if let first = tokenizer.beginningOfText, ids.count > 1, ids[0] == first, ids[1] == first { ids.removeFirst() }
        return ids
    }
}
