// Turns as models write them, and what they say, think and call: the table that the reader of turns is held against.

@testable import Inference
import Testing

/// What a turn is made of.
enum TurnPiece: Sendable {
    case text(String)
    case marker(TurnReader.Marker)
}

/// A turn and what it holds.
struct TurnCase: Sendable, CustomTestStringConvertible {
    var name: String
    var family: ToolCallFormat.Family?
    var pieces: [TurnPiece]
    var text = ""
    var reasoning = ""
    var calls: [ToolCallText] = []
    var problem: MalformedToolCall.Reason?
    /// Whether the markers of calls and of reasoning are tokens.
    var hasTokens = false
    var startsInReasoning = false

    var testDescription: String { name }

    init(
        _ name: String, _ family: ToolCallFormat.Family?, _ turn: String, text: String = "", reasoning: String = "",
        calls: [(String, String)] = [], problem: MalformedToolCall.Reason? = nil, startsInReasoning: Bool = false
    ) {
        self.init(name, family, tokens: [.text(turn)], text: text, reasoning: reasoning, calls: calls, problem: problem)
        self.startsInReasoning = startsInReasoning
        hasTokens = false
    }

    init(
        _ name: String, _ family: ToolCallFormat.Family?, tokens pieces: [TurnPiece], text: String = "",
        reasoning: String = "", calls: [(String, String)] = [], problem: MalformedToolCall.Reason? = nil
    ) {
        (self.name, self.family, self.pieces, self.text) = (name, family, pieces, text)
        (self.reasoning, self.problem, hasTokens) = (reasoning, problem, true)
        self.calls = calls.map { ToolCallText(name: $0.0, arguments: $0.1) }
    }

    var grammar: TurnGrammar {
        func marked(_ marker: ToolCallFormat.Marker?, _ token: Int32) -> ToolCallFormat.Marker? {
            marker.map { .init($0.text, token: hasTokens ? token : nil) }
        }
        let written = family.map { ToolCallFormat($0) }
        var format = written
        if hasTokens {
            format?.opening = marked(written?.opening, 1)
            format?.otherOpening = marked(written?.otherOpening, 2)
            format?.closing = marked(written?.closing, 3)
        }
        let reasoning = ReasoningFormat(
            opening: .init("<think>", token: hasTokens ? 4 : nil),
            closing: .init("</think>", token: hasTokens ? 5 : nil))
        return TurnGrammar(
            calls: format, toolNames: ["weather", "add", "now"], reasoning: reasoning,
            startsInReasoning: startsInReasoning)
    }

    private static let oslo = #"{"city": "Oslo"}"#
    private static let fence = "```"

    static let all: [TurnCase] = [
        // Text alone.
        .init("plain text", .hermes, "Hello, you.\n\nBye \n", text: "Hello, you.\n\nBye \n"),
        .init("no format", nil, "<tool_call>\n{}</tool_call> ", text: "<tool_call>\n{}</tool_call> "),
        .init("leading space", .hermes, "\n Hi", text: "\n Hi"),
        .init("nothing", .hermes, "", text: ""),
        .init("space alone", .hermes, " \n", text: " \n"),
        .init("half a marker", .hermes, "a\n<tool_", text: "a\n<tool_"),
        .init("almost a marker", .hermes, "<tool_cal>\n<toolbox>", text: "<tool_cal>\n<toolbox>"),
        .init("marker twice begun", .hermes, "<<tool_call>x", text: "<<tool_call>x"),
        .init(
            "a marker within a line", .hermes, #"Write <tool_call>{"name": "now"}</tool_call>"#,
            text: #"Write <tool_call>{"name": "now"}</tool_call>"#),
        .init("marker without call", .hermes, "<tool_call> opens a call.", text: "<tool_call> opens a call."),
        .init(
            "marker, then a call", .hermes,
            "<tool_call> x\n<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>",
            text: "<tool_call> x", calls: [("now", "{}")]),
        .init(
            "marker with other JSON", .hermes, #"<tool_call>{"a": 1}</tool_call>"#,
            text: #"<tool_call>{"a": 1}</tool_call>"#),
        .init("scalars beyond ASCII", .hermes, "👩‍👩‍👧 é e\u{301}\r\nx", text: "👩‍👩‍👧 é e\u{301}\r\nx"),
        // Hermes
        .init(
            "a call", .hermes, "<tool_call>\n{\"name\": \"weather\", \"arguments\": \(oslo)}\n</tool_call>",
            calls: [("weather", oslo)]),
        .init(
            "text and a call", .hermes,
            "Let me look.\n\n  <tool_call>{\"name\":\"weather\",\"arguments\":\(oslo)}</tool_call>\n",
            text: "Let me look.", calls: [("weather", oslo)]),
        .init(
            "two blocks", .hermes,
            """
            <tool_call>
            {"name": "weather", "arguments": {"city": "Oslo"}}
            </tool_call>
            <tool_call>
            {"name": "add", "arguments": {"a": [1, {"b": "}]"}], "c": "\\"}"}}
            </tool_call>
            """, calls: [("weather", oslo), ("add", #"{"a": [1, {"b": "}]"}], "c": "\"}"}"#)]),
        .init(
            "text between calls", .hermes,
            "A\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\nB\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>",
            text: "A\n\nB", calls: [("now", "{}"), ("now", "{}")]),
        .init(
            "text after a call", .hermes, "<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n\nDone.",
            text: "Done.", calls: [("now", "{}")]),
        .init(
            "other keys", .hermes,
            #"<tool_call>{"id": "x\"}", "n": -1.5e3, "o": [{"]": 1}], "parameters": {"a": 1}, "name": "add"}</tool_call>"#,
            calls: [("add", #"{"a": 1}"#)]),
        .init("no arguments", .hermes, #"<tool_call>{"name": "now"}</tool_call>"#, calls: [("now", "{}")]),
        .init("a name with escapes", .hermes, #"<tool_call>{"name": "no\u0077"}</tool_call>"#, calls: [("now", "{}")]),
        .init(
            "no closing marker", .hermes, #"<tool_call>{"name": "now", "arguments": {}}"#, calls: [("now", "{}")]),
        .init(
            "two objects in a block", .hermes,
            #"<tool_call>{"name": "now", "arguments": {}} {"name": "now", "arguments": {"x": 1}}</tool_call>"#,
            calls: [("now", "{}"), ("now", #"{"x": 1}"#)]),
        // Malformed
        .init(
            "an unknown tool", .hermes, #"<tool_call>{"name": "wether", "arguments": {}}</tool_call>"#,
            problem: .unknownTool),
        .init(
            "arguments that are no object", .hermes, #"<tool_call>{"name": "now", "arguments": "x"}</tool_call>"#,
            calls: [("now", "")], problem: .argumentsNoObject),
        .init(
            "arguments that are no JSON", .hermes, #"<tool_call>{"name": "now", "arguments": {x: 1}}</tool_call>"#,
            calls: [("now", "{x: 1")], problem: .argumentsNoObject),
        .init(
            "brackets that don't match", .hermes, #"<tool_call>{"name": "now", "arguments": {]"#,
            calls: [("now", "{")], problem: .argumentsNoObject),
        .init(
            "an unfinished call", .hermes, #"<tool_call>{"name": "now", "arguments": {"#, calls: [("now", "{")],
            problem: .unfinished),
        .init(
            "too many brackets", .hermes, #"<tool_call>{"name": "now", "arguments": {}}}</tool_call>"#,
            calls: [("now", "{}")], problem: .unexpected),
        .init(
            "the second call is malformed", .hermesList, #"<tool_call>[{"name": "now"}, {"name": "nix"}]</tool_call>"#,
            calls: [("now", "{}")], problem: .unknownTool),
        // Lists
        .init(
            "a list in a block", .hermesList,
            #"<tool_call>[{"name": "now", "arguments": {}}, {"name": "add", "arguments": {"a": 1}}]</tool_call>"#,
            calls: [("now", "{}"), ("add", #"{"a": 1}"#)]),
        .init(
            "Mistral's list", .mistral, #"[TOOL_CALLS] [{"name": "add", "arguments": {"a": 1}, "id": "123456789"}]"#,
            calls: [("add", #"{"a": 1}"#)]),
        .init(
            "Mistral's marker as a token", .mistral,
            tokens: [.marker(.callOpening), .text(#"[{"name": "add", "arguments": {"a": 1}}]"#)],
            calls: [("add", #"{"a": 1}"#)]),
        // Llama
        .init(
            "bare JSON", .llama, #"{"name": "add", "parameters": {"a": 1}}"#, calls: [("add", #"{"a": 1}"#)]),
        .init(
            "bare JSON after space, several", .llama,
            "\n{\"name\": \"add\", \"parameters\": {}}; {\"name\": \"now\", \"parameters\": {}}\n{\"name\": \"now\", \"parameters\": {}}",
            calls: [("add", "{}"), ("now", "{}"), ("now", "{}")]),
        .init(
            "bare JSON that is an answer", .llama, #"{"name": "Ada", "parameters": {"a": 1}}"#,
            text: #"{"name": "Ada", "parameters": {"a": 1}}"#),
        .init("bare JSON with a tool's name", .llama, #"{"name": "add"}"#, text: #"{"name": "add"}"#),
        .init("bare JSON cut off", .llama, #"{"name": "add", "#, text: #"{"name": "add", "#),
        .init(
            "bare JSON behind text", .llama, "So:\n{\"name\": \"add\", \"parameters\": {}}",
            text: "So:\n{\"name\": \"add\", \"parameters\": {}}"),
        .init(
            "a tag as text", .llama, #"<|python_tag|>{"name": "add", "parameters": {}}"#, calls: [("add", "{}")]),
        .init(
            "a tag as a token", .llama, tokens: [.marker(.callOpening), .text(#"{"name": "add", "parameters": {}}"#)],
            calls: [("add", "{}")]),
        // Fences
        .init(
            "a fenced block", .plain,
            "Wait.\n\(fence)tool_call\n{\"name\": \"weather\", \"arguments\": \(oslo)}\n\(fence)", text: "Wait.",
            calls: [("weather", oslo)]),
        .init(
            "a turn that goes on behind its calls", .plain,
            "\(fence)tool_call\n{\"name\": \"now\", \"arguments\": {}}\n\(fence)\n\(fence)tool_call\n{\"name\": \"add\", \"arguments\": {}}\n\(fence)\nThe tool now answered:\n\(fence)tool_call",
            calls: [("now", "{}"), ("add", "{}")]),
        .init(
            "a fenced block by Gemma's name", .plain,
            "\(fence)tool_code\n{\"name\": \"now\", \"arguments\": {}}\n\(fence)",
            calls: [("now", "{}")]),
        .init("another fenced block", .plain, "\(fence)json\n{}\n\(fence)", text: "\(fence)json\n{}\n\(fence)"),
        .init("a longer word", .plain, "\(fence)tool_calls\n{}", text: "\(fence)tool_calls\n{}"),
        .init(
            "code that is no JSON", .toolCode, "\(fence)tool_code\nprint(now())\n\(fence)",
            text: "\(fence)tool_code\nprint(now())\n\(fence)"),
        .init(
            "code of JSON", .toolCode, "\(fence)tool_code\n{\"name\": \"now\", \"parameters\": {}}\n\(fence)",
            calls: [("now", "{}")]),
        // Tokens
        .init(
            "markers as tokens", .hermes,
            tokens: [
                .text("I see. "), .marker(.callOpening), .text("\n{\"name\": \"weather\", \"arguments\": \(oslo)}\n"),
                .marker(.callClosing), .text("\n"), .marker(.callOpening), .text(#"{"name": "now"}"#),
                .marker(.callClosing),
            ], text: "I see.", calls: [("weather", oslo), ("now", "{}")]),
        .init(
            "markers typed as text", .hermes, tokens: [.text(#"<tool_call>{"name": "now"}</tool_call><think>"#)],
            text: #"<tool_call>{"name": "now"}</tool_call><think>"#),
        .init(
            "a marker token without a call", .hermes, tokens: [.marker(.callOpening), .text("hm")], problem: .noCall),
        .init(
            "a marker token within a call", .hermes,
            tokens: [.marker(.callOpening), .text(#"{"name": "now", "arguments": {"a"#), .marker(.callClosing)],
            calls: [("now", #"{"a"#)], problem: .unexpected),
        .init("a stray closing", .hermes, tokens: [.text("a"), .marker(.callClosing), .text("b")], text: "ab"),
        // Reasoning
        .init(
            "thinking", .hermes, "<think>\nHm, <b>\n\nso.\n</think>\n\nYes.", text: "Yes.", reasoning: "Hm, <b>\n\nso."),
        .init(
            "thinking that the prompt opened", .hermes, "Hm</thin</think>Yes", text: "Yes", reasoning: "Hm</thin",
            startsInReasoning: true),
        .init("thinking of nothing", nil, "<think>\n\n</think>\n\nYes \n", text: "Yes \n"),
        .init("thinking without end", nil, "<think>Hm </thi", reasoning: "Hm </thi"),
        .init("a tag in an answer", nil, "Use <think>.\n<think>", text: "Use <think>.\n<think>"),
        .init(
            "thinking, then a call", .hermes,
            "<think>Look at <tool_call>.</think>\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>",
            reasoning: "Look at <tool_call>.", calls: [("now", "{}")]),
        .init(
            "thinking, then bare JSON", .llama, "<think>Hm</think>{\"name\":\"now\",\"parameters\":{}}",
            reasoning: "Hm", calls: [("now", "{}")]),
        .init(
            "thinking by tokens", .hermes,
            tokens: [
                .marker(.reasoningOpening), .text("\nHm </think>\n"), .marker(.reasoningClosing), .text("\n\nYes"),
                .marker(.reasoningOpening), .text("No"), .marker(.reasoningClosing), .text("!"),
            ], text: "Yes!", reasoning: "Hm </think>\n\nNo"),
    ]
}
