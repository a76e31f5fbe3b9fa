// Turns as each family writes them, on tiny models that have the family's markers and the end of its template: what is
// thought, said and called comes apart, and nothing of the markup is left in it.

import TestSupport
import Testing
import Tokenization

@testable import Inference

/// A family's markup and one of its turns.
private struct FamilyTurn: CustomTestStringConvertible, Sendable {
    var name: String
    var template: String
    /// Tokens that the family has besides those of every tiny model.
    var tokens: [String]
    var turn: String
    var text = ""
    var reasoning = ""
    var calls: [ToolCallText] = []
    var format: ToolCallFormat.Family = .plain
    var testDescription: String { name }

    private static let weather = ToolCallText(name: "weather", arguments: #"{"city": "Oslo"}"#)
    private static let now = ToolCallText(name: "now", arguments: "{}")
    private static let question = "{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}"
    private static let thinking = ["<think>", "</think>"]

    /// Shows tools, and a call with the given text around its JSON.
    private static func tools(_ opening: String, _ closing: String, key: String = "arguments", list: Bool) -> String {
        let call =
            "'{\"name\": \"' + c.function.name + '\", \"\(key)\": ' + c.function.arguments | tojson + '}'"
        return "{{ tools | tojson if tools }}{% for m in messages %}{{ m.role + ': ' + (m.content or '') }}"
            + "{% if m.tool_calls %}{{ '\(opening)\(list ? "[" : "")' }}{% for c in m.tool_calls %}"
            + "{{ \(call) + (', ' if not loop.last else '') }}{% endfor %}{{ '\(list ? "]" : "")\(closing)' }}{% endif %}"
            + "{{ '\\n' }}{% endfor %}"
    }

    static let all = [
        FamilyTurn(
            name: "DeepSeek R1, whose template opens the reasoning",
            template: question + "{% if add_generation_prompt %}{{ '<｜Assistant｜><think>\\n' }}{% endif %}",
            tokens: thinking + ["<｜Assistant｜>"], turn: "Two and two.\n</think>\n\nFour.", text: "Four.",
            reasoning: "Two and two."),
        FamilyTurn(
            name: "DeepSeek R1, whose model opens the reasoning",
            template: "{% set last = messages[-1].content.split('</think>')[-1] %}{{ last + '<｜Assistant｜>' }}",
            tokens: thinking + ["<｜Assistant｜>"], turn: "<think>\nTwo and two.\n</think>\n\nFour.", text: "Four.",
            reasoning: "Two and two."),
        FamilyTurn(
            name: "DeepSeek R1 that has nothing to think about",
            template: question + "{% if add_generation_prompt %}{{ '<｜Assistant｜><think>\\n' }}{% endif %}",
            tokens: thinking + ["<｜Assistant｜>"], turn: "\n</think>\n\nFour.", text: "Four."),
        FamilyTurn(
            name: "Qwen 3 and SmolLM3", template: tools("<tool_call>\\n", "\\n</tool_call>", list: false),
            tokens: thinking + ["<tool_call>", "</tool_call>"],
            turn:
                "<think>\nHm.\n</think>\n\n<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n"
                + "</tool_call>", reasoning: "Hm.", calls: [weather], format: .hermes),
        FamilyTurn(
            name: "Mistral", template: tools("[TOOL_CALLS]", "", list: true), tokens: ["[TOOL_CALLS]"],
            turn: "[TOOL_CALLS][{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}, "
                + "{\"name\": \"now\", \"arguments\": {}}]",
            calls: [weather, now], format: .mistral),
        FamilyTurn(
            name: "Llama 3, with its Python tag", template: tools("", "", key: "parameters", list: false),
            tokens: ["<|python_tag|>"],
            turn: "<|python_tag|>{\"name\": \"weather\", \"parameters\": {\"city\": \"Oslo\"}}", calls: [weather],
            format: .llama),
        FamilyTurn(
            name: "Granite 3, which tells of its calls and shows none",
            template: "{% if tools %}{{ 'Call by <|tool_call|> followed by a JSON list.' + tools | tojson }}{% endif %}"
                + question + "{{ 'Think between <think></think> where you are asked to.' }}",
            tokens: ["<|tool_call|>"],
            turn: "<|tool_call|>[{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}]", calls: [weather],
            format: .granite),
        FamilyTurn(
            name: "Granite 3, which marks its answer too",
            template: question + "{{ 'Think between <think></think>, answer between <response></response>.' }}",
            tokens: [],
            turn: "<think>\nTwo and two.\n</think>\n<response>\nIt is a < b, <</b> that is four.\n</response>\nDone.",
            text: "It is a < b, <</b> that is four.", reasoning: "Two and two."),
        FamilyTurn(
            name: "Granite 3, which did not think",
            template: question + "{{ 'Think between <think></think>, answer between <response></response>.' }}",
            tokens: [],
            turn: "<response>is a tag</response>", text: "<response>is a tag</response>"),
        FamilyTurn(
            name: "Phi 3 and Gemma 2, which know no tools", template: question, tokens: [],
            turn: "Yes.\n```tool_call\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
            text: "Yes.", calls: [weather]),
    ]
}

@Suite struct FamilyMarkupTests {
    @Test(arguments: FamilyTurn.all)
    private func `a turn comes apart as the family means it`(_ subject: FamilyTurn) async throws {
        let model = try ToolModel(template: subject.template, tokens: subject.tokens, areControl: false)
        let tools: [ToolDescription] = subject.calls.isEmpty ? [] : [.weather, .now]
        if !subject.calls.isEmpty { #expect(model.model.abilities.toolFormat.family == subject.format) }
        let snapshots = try await model.snapshots(
            GenerationRequest(
                input: ModelInput(messages: [ChatMessage(role: "user", content: "hi")], tools: tools),
                toolChoice: .allowed, reasoningBudget: nil, sampling: .greedy, maximumResponseTokens: nil,
                forcedTokens: model.turn(subject.turn)))
        let last = try #require(snapshots.last)
        #expect(last.text == subject.text)
        #expect(last.reasoning == subject.reasoning)
        #expect(last.toolCalls == subject.calls)
        #expect(last.usage.reasoning > 0 || subject.reasoning.isEmpty)
    }
}
