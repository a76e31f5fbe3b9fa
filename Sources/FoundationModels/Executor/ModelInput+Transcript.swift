// A transcript as what the engine reads: messages by role. What belongs to one turn of the model, its reasoning, its text and
// its calls of tools, becomes one message, as the model itself wrote it.

package import Inference
package import Tokenization

extension ModelInput {
    /// - Parameters:
    ///   - tools: that the model may call.
    ///   - toolsWithHiddenParameters: names of tools of which the model is told name and description alone.
    package init(
        _ transcript: Transcript, tools: [Transcript.ToolDefinition], toolsWithHiddenParameters: Set<String> = []
    ) {
        self.init(
            messages: transcript.chatMessages,
            tools: tools.map { tool in
                ToolDescription(
                    name: tool.name, description: tool.description,
                    parameters: toolsWithHiddenParameters.contains(tool.name)
                        ? nil : tool.parameters.document.text(.spaced))
            })
    }
}

extension Transcript {
    /// Messages of all entries, in order.
    package var chatMessages: [ChatMessage] {
        var messages: [ChatMessage] = []
        var calls: [String: ChatMessage.ToolCall] = [:]
        /// The message of the model's turn under way, begun anew where `isTaken` says that it has such a part already.
        func extendTurn(unless isTaken: (ChatMessage) -> Bool, _ change: (inout ChatMessage) -> Void) {
            if messages.last.map({ $0.role != "assistant" || isTaken($0) }) ?? true {
                messages.append(ChatMessage(role: "assistant", content: ""))
            }
            change(&messages[messages.count - 1])
        }
        for entry in self {
            switch entry {
            case .instructions(let instructions):
                let text = instructions.segments.joinedText
                // An entry without text only carries the definitions of tools.
                if !text.isEmpty || instructions.toolDefinitions.isEmpty {
                    messages.append(ChatMessage(role: "system", content: text))
                }
            case .prompt(let prompt):
                messages.append(ChatMessage(role: "user", content: prompt.segments.joinedText))
            case .toolCalls(let entry):
                let turn = entry.map {
                    ChatMessage.ToolCall(id: $0.id, name: $0.toolName, arguments: $0.arguments.jsonString)
                }
                for call in turn { calls[call.id] = call }
                extendTurn(unless: { !$0.toolCalls.isEmpty }, { $0.toolCalls = turn })
            case .toolOutput(let output):
                messages.append(
                    ChatMessage(
                        role: "tool", content: output.segments.joinedText,
                        answeredCall: calls[output.id]
                            ?? ChatMessage.ToolCall(id: output.id, name: output.toolName, arguments: "{}")))
            case .response(let response):
                extendTurn(
                    unless: { !$0.content.isEmpty || !$0.toolCalls.isEmpty },
                    { $0.content = response.segments.joinedText })
            }
        }
        return messages
    }
}
