// A conversation as the dictionaries that chat templates read: the names are those of Hugging Face's chat messages, which
// are those of OpenAI's.

/// The ways of writing calls in which chat templates differ.
package struct CallForm: Sendable, Hashable {
    /// Whether `arguments` is the object itself, which the template writes as JSON, or its JSON text.
    package var argumentsAreObjects: Bool
    /// Whether calls are numbered by nine digits in the order of their appearance, for templates that refuse other ids.
    package var numbersCalls: Bool
    /// Whether each call and what was answered stands in messages of its own, for templates that take no two calls at once.
    package var splitsCalls: Bool

    package init(argumentsAreObjects: Bool = true, numbersCalls: Bool = false, splitsCalls: Bool = false) {
        self.argumentsAreObjects = argumentsAreObjects
        self.numbersCalls = numbersCalls
        self.splitsCalls = splitsCalls
    }
}

extension ChatMessage {
    /// The messages with one call in each message of the assistant, followed by what was answered to it. What the
    /// assistant said and thought stays with its first call.
    fileprivate static func splittingCalls(of messages: [ChatMessage]) -> [ChatMessage] {
        var result: [ChatMessage] = []
        var rest = messages[...]
        while let message = rest.popFirst() {
            guard message.toolCalls.count > 1 else {
                result.append(message)
                continue
            }
            var outputs = Array(rest.prefix { $0.role == "tool" })
            rest = rest.dropFirst(outputs.count)
            for (index, call) in message.toolCalls.enumerated() {
                var single = index == 0 ? message : ChatMessage(role: message.role, content: "")
                single.toolCalls = [call]
                result += [single] + outputs.filter { $0.answeredCall?.id == call.id }
                outputs.removeAll { $0.answeredCall?.id == call.id }
            }
            result += outputs
        }
        return result
    }
}

extension TemplateValue {
    /// The messages as a template's `messages`. A message has `role` and `content`; an assistant's that called tools has
    /// `tool_calls`, one that thought has `reasoning_content`; a tool's has `name` and `tool_call_id`.
    package static func messages(_ messages: [ChatMessage], form: CallForm) -> TemplateValue {
        var numbers: [String: Int] = [:]
        func id(_ call: ChatMessage.ToolCall) -> TemplateValue {
            guard form.numbersCalls else { return .string(call.id) }
            let number = numbers[call.id, default: numbers.count + 1]
            numbers[call.id] = number
            let digits = String(number)
            return .string(String(repeating: "0", count: max(0, 9 - digits.count)) + digits)
        }
        func arguments(_ call: ChatMessage.ToolCall) -> TemplateValue {
            form.argumentsAreObjects
                ? TemplateValue(json: call.arguments) ?? .string(call.arguments) : .string(call.arguments)
        }
        let messages = form.splitsCalls ? ChatMessage.splittingCalls(of: messages) : messages
        return .list(
            messages.map { message in
                var entries: [Entry] = [
                    Entry("role", .string(message.role)), Entry("content", .string(message.content)),
                ]
                if !message.reasoning.isEmpty { entries.append(Entry("reasoning_content", .string(message.reasoning))) }
                if !message.toolCalls.isEmpty {
                    let calls = message.toolCalls.map { call in
                        TemplateValue.dictionary([
                            Entry("id", id(call)), Entry("type", .string("function")),
                            Entry(
                                "function",
                                .dictionary([Entry("name", .string(call.name)), Entry("arguments", arguments(call))])),
                        ])
                    }
                    entries.append(Entry("tool_calls", .list(calls)))
                }
                if let call = message.answeredCall {
                    entries += [Entry("name", .string(call.name)), Entry("tool_call_id", id(call))]
                }
                return .dictionary(entries)
            })
    }

    /// A tool as an element of a template's `tools`.
    ///
    /// - Parameter parameters: JSON Schema text of the arguments; nil, and what is no JSON, leave the property out.
    package static func tool(name: String, description: String, parameters: String?) -> TemplateValue {
        var function = [Entry("name", .string(name)), Entry("description", .string(description))]
        if let parameters = parameters.flatMap({ TemplateValue(json: $0) }) {
            function.append(Entry("parameters", parameters))
        }
        return .dictionary([Entry("type", .string("function")), Entry("function", .dictionary(function))])
    }
}
