// Tools, calls and schemas in words, for whatever a chat template has no place for.

internal import Tokenization

/// The plain format of tools, for models whose chat template knows none.
///
/// The system message ends with the tools: each by a heading with its name, its description word for word, and the JSON
/// Schema of its arguments, if it is told; then how to call one. What comes after stays the same from turn to turn, so that
/// it is read once. A call is a fenced block, `tool_call`, with one object of JSON on a line of its own:
///
///     ```tool_call
///     {"name": "weather", "arguments": {"city": "Oslo"}}
///     ```
///
/// Several calls are several blocks; the turn ends with the last of them. In the history a call is written the same way
/// behind what the assistant said. What a tool answered is a message of role `tool`, or of role `user` where the template
/// takes no other, and begins with a line that names the tool:
///
///     The tool weather answered:
///     Sunny, 21 degrees
enum ToolText {
    /// The tools, to stand at the end of the instructions.
    static func section(_ tools: [ToolDescription], format: ToolCallFormat) -> String {
        var lines = ["You can call these tools:", ""]
        for tool in tools {
            lines += ["## \(tool.name)", tool.description]
            if let parameters = tool.parameters { lines.append("Arguments, as JSON Schema: \(parameters)") }
            lines.append("")
        }
        lines += [
            "To call a tool, write a block of this form, each call in a block of its own, and then stop:",
            format.text(of: ToolCallText(name: "NAME", arguments: #"{"ARGUMENT": "VALUE"}"#)),
            "You are then shown what the tool answered. Where you need no tool, answer in plain words.",
        ]
        return lines.joined(separator: "\n")
    }

    /// A message of the assistant with its calls.
    static func assistant(_ message: ChatMessage, format: ToolCallFormat) -> String {
        let calls = message.toolCalls.map { format.text(of: ToolCallText(name: $0.name, arguments: $0.arguments)) }
        return ([message.content].filter { !$0.isEmpty } + calls).joined(separator: "\n")
    }

    /// What a tool answered.
    static func output(_ message: ChatMessage) -> String {
        guard let call = message.answeredCall else { return message.content }
        return "The tool \(call.name) answered:\n\(message.content)"
    }

    /// The schema of an answer, to stand at the end of the question: what comes before it stays the same when another
    /// question asks by another schema.
    static func schema(_ schema: String) -> String {
        "Answer with JSON by this JSON Schema, and with nothing else:\n\(schema)"
    }
}
