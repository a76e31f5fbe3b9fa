// One message of a conversation, and a piece of rendered prompt that knows where it came from: the two values between a
// chat template and a tokenizer.

/// One message of a conversation as a chat template sees it.
package struct ChatMessage: Sendable, Hashable {
    /// A call of a tool, made by the assistant.
    package struct ToolCall: Sendable, Hashable {
        package var id: String
        package var name: String
        /// JSON text of the arguments, an object, in the order in which it was generated.
        package var arguments: String

        package init(id: String, name: String, arguments: String) {
            self.id = id
            self.name = name
            self.arguments = arguments
        }
    }

    /// `system`, `user`, `assistant` or `tool`.
    package var role: String
    package var content: String
    /// Of an assistant's message.
    package var toolCalls: [ToolCall]
    /// Of a tool's message: the call that it answers.
    package var answeredCall: ToolCall?
    /// Of an assistant's message: what it thought before it answered; empty where it did not.
    package var reasoning: String

    package init(
        role: String, content: String, toolCalls: [ToolCall] = [], answeredCall: ToolCall? = nil,
        reasoning: String = ""
    ) {
        self.role = role
        self.content = content
        self.toolCalls = toolCalls
        self.answeredCall = answeredCall
        self.reasoning = reasoning
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
