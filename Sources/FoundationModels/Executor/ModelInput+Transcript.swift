// A transcript as what the engine reads: messages by role, and the tools that the model may call.

package import Inference
internal import Tokenization

extension ModelInput {
    /// - Parameters:
    ///   - tools: that the model may call.
    ///   - toolsWithHiddenParameters: names of tools of which the model is told name and description alone.
    ///   - preface: what the model is told ahead of all instructions, though no transcript says so.
    package init(
        _ transcript: Transcript, tools: [Transcript.ToolDefinition], toolsWithHiddenParameters: Set<String> = [],
        preface: String? = nil
    ) {
        // What was said of tools that the session lacks was left out before.
        self.init(
            messages: transcript.messages(enabledTools: nil, preface: preface),
            tools: tools.map { tool in
                ToolDescription(
                    name: tool.name, description: tool.description,
                    parameters: toolsWithHiddenParameters.contains(tool.name)
                        ? nil : tool.parameters.jsonSchemaText,
                    argumentsSchema: tool.parameters.outputSchema)
            })
    }
}

extension GenerationSchema {
    /// The schema as the engine holds output to it. One that was imported says itself where objects are closed.
    var outputSchema: OutputSchema {
        OutputSchema(jsonSchemaText, isOfSwiftTypes: hasSwiftPatterns, closesObjects: source == nil)
    }
}
