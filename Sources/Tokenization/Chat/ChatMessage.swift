// One message of a conversation, and a piece of rendered prompt that knows where it came from: the two values between a
// chat template and a tokenizer.

/// One message of a conversation as a chat template sees it.
package struct ChatMessage: Sendable, Hashable {
    /// `system`, `user`, `assistant` or `tool`.
    package var role: String
    package var content: String

    package init(role: String, content: String) {
        self.role = role
        self.content = content
    }
}

/// A piece of rendered prompt. Only text that the template itself wrote may yield control tokens; text that a message
/// brought along never does.
package struct PromptSegment: Sendable, Hashable {
    package var text: String
    /// True for literals of the template: control tokens are recognized in it.
    package var isTrusted: Bool

    package init(text: String, isTrusted: Bool) {
        self.text = text
        self.isTrusted = isTrusted
    }
}
