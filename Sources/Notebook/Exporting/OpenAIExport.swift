// A conversation in the form that chat completions of OpenAI's API take, which many other programs read, too.
//
// Reference: OpenAI API, chat completions and fine-tuning formats (platform.openai.com/docs/api-reference/chat).

package import FoundationModels

extension Conversation {
    /// The conversation as `messages` and, where it has any, `tools`: an object of a request, or a line of training data.
    ///
    /// - Parameters:
    ///   - model: a name to stand in it.
    ///   - options: of the last turn.
    package func openAI(model: String, options: ResolvedOptions) -> JSONValue {
        let transcript = transcript
        var request = JSONValue.members([
            "model": .string(model), "messages": .array(transcript.openAIMessages), "tools": openAITools,
        ])
        if let mode = options.toolCallingMode, !tools.isEmpty { request["tool_choice"] = .string(mode.openAI) }
        if let schema = turns.last?.schema {
            request["response_format"] = .members([
                "type": .string("json_schema"),
                "json_schema": .members([
                    "name": .string(schema.name), "schema": schema.schema.document.withoutOrder,
                ]),
            ])
        }
        switch options.sampling {
        case .greedy: request["temperature"] = .integer(0)
        case .random(let temperature, let candidates, let seed):
            request["temperature"] = JSONNumber(temperature).map(JSONValue.number)
            if case .probabilityThreshold(let threshold) = candidates {
                request["top_p"] = JSONNumber(threshold).map(JSONValue.number)
            }
            request["seed"] = .integer(seed)
        }
        if let count = options.maximumResponseTokens { request["max_completion_tokens"] = .integer(count) }
        return request
    }

    private var openAITools: JSONValue? {
        if tools.isEmpty { return nil }
        return .array(
            tools.map { tool in
                .members([
                    "type": .string("function"),
                    "function": .members([
                        "name": .string(tool.function.name), "description": .string(tool.function.description),
                        "parameters": tool.function.parameters.document.withoutOrder,
                    ]),
                ])
            })
    }
}

extension Transcript {
    fileprivate var openAIMessages: [JSONValue] {
        var messages: [JSONValue] = []
        for entry in self {
            switch entry {
            case .instructions(let instructions):
                guard !instructions.segments.isEmpty else { continue }
                messages.append(.message("system", instructions.segments.joinedText))
            case .prompt(let prompt): messages.append(.message("user", prompt.segments.joinedText))
            case .response(let response): messages.append(.message("assistant", response.segments.joinedText))
            case .toolCalls(let calls):
                let made = calls.map { call in
                    JSONValue.members([
                        "id": .string(call.id), "type": .string("function"),
                        "function": .members([
                            "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString),
                        ]),
                    ])
                }
                // What the model said ahead of its calls belongs to the same message.
                if let last = messages.last, last["role"] == .string("assistant"), last["tool_calls"] == nil {
                    messages[messages.count - 1]["tool_calls"] = .array(made)
                } else {
                    messages.append(
                        .members(["role": .string("assistant"), "content": .null, "tool_calls": .array(made)]))
                }
            case .toolOutput(let output):
                messages.append(
                    .members([
                        "role": .string("tool"), "tool_call_id": .string(output.id),
                        "content": .string(output.segments.joinedText),
                    ]))
            // Thoughts and data are no messages of this form.
            case .reasoning, .data: continue
            }
        }
        return messages
    }
}

extension JSONValue {
    /// A schema without the keyword that only Apple's dialect has.
    fileprivate var withoutOrder: JSONValue {
        mappingSchemas { schema in
            var schema = schema
            schema["x-order"] = nil
            return schema
        }
    }

    fileprivate static func message(_ role: String, _ text: String) -> JSONValue {
        .members(["role": .string(role), "content": .string(text)])
    }
}

extension ToolCallingModeDeclaration {
    fileprivate var openAI: String {
        switch self {
        case .allowed: "auto"
        case .required: "required"
        case .disallowed: "none"
        }
    }
}
