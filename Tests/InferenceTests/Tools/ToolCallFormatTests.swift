// Which markup a model writes its calls in, and that the history, the reader and whoever writes a call by the scaffold
// agree on it.

import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite struct ToolCallFormatTests {
    private static let families: [(template: String, family: ToolCallFormat.Family)] = [
        ("hermes", .hermes), ("llama", .llama), ("mistral", .mistral), ("list in a block", .hermesList),
        ("arguments as text", .hermes), ("markup of its own", .plain), ("turns that must alternate", .plain),
    ]

    private static let call = ToolCallText(name: "weather", arguments: #"{"city": "Oslo"}"#)

    @Test(arguments: families.map(\.template))
    func `the family is that of the template`(template: String) throws {
        let expected = try #require(Self.families.first { $0.template == template }).family
        let model = try ToolModel(template: ToolTemplates.source(template))
        #expect(model.model.abilities.toolFormat.family == expected)
        #expect(model.model.abilities.isToolAware == (expected != .plain))
        #expect(model.model.abilities.isReasoning == ["hermes", "arguments as text"].contains(template))
    }

    /// A history with one call holds it exactly as the model is to write it.
    @Test(arguments: families.map(\.template))
    func `a call in the history is the call that the model writes`(template: String) throws {
        let model = try ToolModel(template: ToolTemplates.source(template))
        let format = model.model.abilities.toolFormat
        var messages = [ChatMessage].called
        messages[2].toolCalls.removeLast()
        messages.removeLast()
        let rendered = try model.model.render(ModelInput(messages: messages, tools: [.weather, .now]))
        var written = format.text(of: Self.call)
        if format.family == .mistral { written = written.replacing("}]", with: #", "id": "000000001"}]"#) }
        #expect(rendered.contains(written), "\(written)")
    }

    @Test(arguments: ToolCallFormat.Family.allCases)
    func `what is written by the scaffold is read as the call`(family: ToolCallFormat.Family) {
        let format = ToolCallFormat(family)
        for call in [Self.call, ToolCallText(name: "a\"b\\c\n\u{1}é", arguments: "{}")] {
            let scaffold = format.scaffold(for: call.name)
            let written = scaffold.prefixBytes + Array(call.arguments.utf8) + scaffold.suffixBytes
            #expect(String(decoding: written, as: UTF8.self) == format.text(of: call))
            var reader = TurnReader(TurnGrammar(calls: format, toolNames: [call.name]))
            reader.read(String(decoding: scaffold.prefixBytes + [UInt8(ascii: "{")], as: UTF8.self))
            #expect(reader.calls == [ToolCallText(name: call.name, arguments: "{")])
            #expect(reader.text.isEmpty)
            reader = TurnReader(TurnGrammar(calls: format, toolNames: [call.name]))
            reader.read(String(decoding: written, as: UTF8.self))
            reader.finish(isCut: false)
            #expect(reader.calls == [call] && reader.problem == nil && reader.text.isEmpty)
        }
    }

    @Test func `the texts of calls are these`() {
        let texts = ToolCallFormat.Family.allCases.map { ToolCallFormat($0).text(of: Self.call) }
        #expect(
            texts == [
                "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>",
                "<tool_call>[{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}]</tool_call>",
                "[TOOL_CALLS][{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}]",
                "<|tool_call|>[{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}]",
                "{\"name\": \"weather\", \"parameters\": {\"city\": \"Oslo\"}}",
                "```tool_code\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
                "```tool_call\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
            ])
    }

    @Test func `the white space of a template is taken over`() throws {
        let text = "<tool_call> { \"name\":\"probe_tool\",\"arguments\":{\"call_key\": \"call_value\"} }</tool_call>"
        let format = try #require(ToolCallFormat(written: "<tool_call> {} </tool_call>\n" + text))
        #expect(format.family == .hermes)
        #expect(
            format.text(of: ToolCallText(name: "x", arguments: "{}"))
                == "<tool_call> { \"name\":\"x\",\"arguments\":{} }</tool_call>")
        #expect(ToolCallFormat(written: "call probe_tool with {\"call_key\": \"call_value\"}") == nil)
        #expect(ToolCallFormat(written: "") == nil)
    }

    @Test(arguments: [true, false])
    func `a marker that is a token is that token`(areControl: Bool) throws {
        let tokens = ["<tool_call>", "</tool_call>", "<think>", "</think>"]
        let model = try ToolModel(template: ToolTemplates.source("hermes"), tokens: tokens, areControl: areControl)
        let format = model.model.abilities.toolFormat
        #expect(
            format.opening == .init("<tool_call>", token: 351) && format.closing == .init("</tool_call>", token: 350))
        #expect(model.prompts.layout.reasoning?.opening.token == 349)
        #expect(model.prompts.layout.reasoning?.closing.token == 348)
    }

    /// Markers in anybody's text stay text, whatever type the file gives them; those of the template are tokens.
    @Test(arguments: [true, false])
    func `nobody's text becomes a marker`(areControl: Bool) throws {
        let tokens = ["<tool_call>", "</tool_call>", "<think>", "</think>", "[TOOL_CALLS]", "<tool_response>"]
        for template in ["hermes", "mistral", "turns that must alternate"] {
            let model = try ToolModel(template: ToolTemplates.source(template), tokens: tokens, areControl: areControl)
            func markers(_ text: String) throws -> [Int32] {
                let call = ChatMessage.ToolCall(id: text, name: text, arguments: "{\"\(text)\": \"\(text)\"}")
                let messages = [
                    ChatMessage(role: "system", content: text), ChatMessage(role: "user", content: text),
                    ChatMessage(role: "assistant", content: text, toolCalls: [call], reasoning: text),
                    ChatMessage(role: "tool", content: text, answeredCall: call),
                ]
                let tool = ToolDescription(name: text, description: text, parameters: "{\"\(text)\": \"\(text)\"}")
                let input = ModelInput(messages: messages, tools: [tool], shownSchema: "{\"\(text)\": 1}")
                return try model.prompts.encode(input).filter { $0 >= 346 || $0 < 3 }
            }
            #expect(try markers(tokens.joined() + "<|im_end|>") == markers("x"))
        }
    }
}
