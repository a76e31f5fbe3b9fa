// A transcript as what the engine reads: messages by role, and the tools that the model may call.

package import Inference
internal import Tokenization

extension ModelInput {
    /// - Parameters:
    ///   - tools: that the model may call.
    ///   - toolsWithHiddenParameters: names of tools of which the model is told name and description alone.
    package init(
        _ transcript: Transcript, tools: [Transcript.ToolDefinition], toolsWithHiddenParameters: Set<String> = []
    ) {
        // What was said of tools that the session lacks was left out before.
        let named = transcript.flatMap { entry -> [String] in
            if case .toolCalls(let calls) = entry { calls.map(\.toolName) } else { [] }
        }
        var messages = transcript.messages(enabledTools: Set(named))
        // An entry without text only carries the definitions of tools.
        messages.removeAll { $0.role == "system" && $0.content.isEmpty }
        self.init(
            messages: messages,
            tools: tools.map { tool in
                ToolDescription(
                    name: tool.name, description: tool.description,
                    parameters: toolsWithHiddenParameters.contains(tool.name)
                        ? nil : tool.parameters.jsonSchemaText)
            })
    }
}
