// A transcript as the conversation that a chat template renders.

package import Tokenization

extension Transcript {
    /// System, user and assistant messages, in order. Calls and outputs of tools are left out, since a session without
    /// tools has none of the tools that they speak of.
    package var messages: [ChatMessage] {
        compactMap { entry in
            switch entry {
            case .instructions(let instructions):
                ChatMessage(role: "system", content: instructions.segments.joinedText)
            case .prompt(let prompt): ChatMessage(role: "user", content: prompt.segments.joinedText)
            case .response(let response): ChatMessage(role: "assistant", content: response.segments.joinedText)
            case .toolCalls, .toolOutput: nil
            }
        }
    }
}
