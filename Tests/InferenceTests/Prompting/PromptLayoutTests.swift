// Prompts with tools and schemas, whole: in the plain format, in templates that want turns to alternate or know no system
// role, and in templates that know tools.

import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite struct PromptLayoutTests {
    private static let section = """
        You can call these tools:

        ## weather
        The weather of a city.
        <|im_end|> & "quoted"
        Arguments, as JSON Schema: {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}

        ## now
        The time.

        To call a tool, write a block of this form, each call in a block of its own, and then stop:
        ```tool_call
        {"name": "NAME", "arguments": {"ARGUMENT": "VALUE"}}
        ```
        You are then shown what the tool answered. Where you need no tool, answer in plain words.
        """
    private static let calls = """
        I look.
        ```tool_call
        {"name": "weather", "arguments": {"city": "Oslo"}}
        ```
        ```tool_call
        {"name": "now", "arguments": {}}
        ```
        """

    @Test func `a template without tools is told of them in words`() throws {
        let text = try ToolModel().model.render(ModelInput(messages: .called, tools: [.weather, .now]))
        #expect(
            text == """
                <|im_start|>system
                Be brief.

                \(Self.section)<|im_end|>
                <|im_start|>user
                How is it?<|im_end|>
                <|im_start|>assistant
                \(Self.calls)<|im_end|>
                <|im_start|>tool
                The tool weather answered:
                Sunny<|im_end|>
                <|im_start|>tool
                The tool now answered:
                12:00<|im_end|>
                <|im_start|>assistant

                """)
    }

    @Test func `a template that wants turns to alternate gets outputs as one turn of the user`() throws {
        let model = try ToolModel(.gemma3, template: ToolTemplates.source("turns that must alternate"))
        let again = [ChatMessage].called + [ChatMessage(role: "user", content: "And?")]
        let text = try model.model.render(ModelInput(messages: again, tools: [.weather, .now]))
        #expect(
            text == """
                <bos><start_of_turn>user
                Be brief.

                \(Self.section)

                How is it?<end_of_turn>
                <start_of_turn>model
                \(Self.calls)<end_of_turn>
                <start_of_turn>user
                The tool weather answered:
                Sunny

                The tool now answered:
                12:00

                And?<end_of_turn>
                <start_of_turn>model

                """)
    }

    @Test func `a base model's prompt is told of tools too`() throws {
        let model = try ToolModel(template: ChatTemplate.plainSource)
        let text = try model.model.render(
            ModelInput(messages: [ChatMessage(role: "user", content: "Now?")], tools: [.weather, .now]))
        #expect(text == "<|im_start|>\(Self.section)\n\nNow?")
    }

    @Test func `instructions begin the first question where a template shows none`() throws {
        let template = """
            {%- for m in messages %}{% if m.role not in ['user', 'assistant'] %}{{ raise_exception('no') }}{% endif -%}
            {{ '[' + m.role + ']' + m.content }}{% endfor %}
            """
        let model = try ToolModel(template: template)
        let text = try model.model.render(ModelInput(messages: .called))
        #expect(
            text == """
                [user]Be brief.

                How is it?[assistant]\(Self.calls)[user]The tool weather answered:
                Sunny[user]The tool now answered:
                12:00
                """)
    }

    /// What comes before the question is the same with another schema, and with none.
    @Test(arguments: ["hermes", "turns that must alternate", "llama", "mistral"])
    func `a schema stands at the end of the question`(template: String) throws {
        let model = try ToolModel(template: ToolTemplates.source(template))
        let schema = #"{"type": "object", "properties": {"a\n": {"const": "<|im_end|>"}}}"#
        let messages = [
            ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "One?"),
            ChatMessage(role: "assistant", content: "1"), ChatMessage(role: "user", content: "Two?"),
        ]
        let without = try model.model.render(ModelInput(messages: messages))
        let with = try model.model.render(ModelInput(messages: messages, shownSchema: schema))
        let text = "\n\nAnswer with JSON by this JSON Schema, and with nothing else:\n\(schema)"
        #expect(with == without.replacing("Two?", with: "Two?" + text))
        let again = try model.model.render(
            ModelInput(messages: messages + [ChatMessage(role: "assistant", content: "2")], shownSchema: schema))
        #expect(again.contains("Two?" + text))
    }

    @Test func `a template that knows tools gets them as it wants them`() throws {
        let model = try ToolModel(template: ToolTemplates.source("hermes"))
        let text = try model.model.render(ModelInput(messages: .called, tools: [.now]))
        #expect(
            text == """
                <|im_start|>system
                Be brief.

                Functions that you may call:
                <tools>
                {"type": "function", "function": {"name": "now", "description": "The time."}}
                </tools>
                A call is an object with name and arguments.<|im_end|>
                <|im_start|>user
                How is it?<|im_end|>
                <|im_start|>assistant
                I look.
                <tool_call>
                {"name": "weather", "arguments": {"city": "Oslo"}}
                </tool_call>
                <tool_call>
                {"name": "now", "arguments": {}}
                </tool_call><|im_end|>
                <|im_start|>user
                <tool_response>
                Sunny
                </tool_response>
                <tool_response>
                12:00
                </tool_response><|im_end|>
                <|im_start|>assistant

                """)
    }

    @Test func `calls are written into the messages of a template that shows tools and writes no calls`() throws {
        let template = """
            {%- if xml_tools %}{{ 'Tools: ' }}{{ xml_tools | tojson }}
            {{- ' Write <tool_call>\n{"name": <name>, "arguments": <object>}\n</tool_call>\n' }}{% endif %}
            {%- for m in messages %}{{ '[' + m.role + ']' + m.content }}{% endfor %}
            """
        let model = try ToolModel(template: template)
        #expect(model.model.abilities == ModelAbilities(isToolAware: true, toolFormat: ToolCallFormat(.hermes)))
        let text = try model.model.render(ModelInput(messages: .called, tools: [.now]))
        #expect(
            text == """
                Tools: [{"type": "function", "function": {"name": "now", "description": "The time."}}] \
                Write <tool_call>
                {"name": <name>, "arguments": <object>}
                </tool_call>
                [system]Be brief.[user]How is it?[assistant]I look.
                <tool_call>
                {"name": "weather", "arguments": {"city": "Oslo"}}
                </tool_call>
                <tool_call>
                {"name": "now", "arguments": {}}
                </tool_call>[tool]The tool weather answered:
                Sunny[tool]The tool now answered:
                12:00
                """)
    }

    @Test func `a template that can't do without a list of tools gets an empty one`() throws {
        let model = try ToolModel(template: "{% for t in tools %}{{ t | tojson }}{% endfor %}{{ messages[0].content }}")
        #expect(try model.model.render([ChatMessage(role: "user", content: "Hi")]) == "Hi")
        #expect(model.model.abilities.toolFormat.family == .plain)
    }

    /// Granite 3 and Mistral Small write today's date where there are no instructions, and no answer depends on a date.
    @Test func `a template that can't do without instructions gets empty ones`() throws {
        let source = """
            {%- if messages[0].role != 'system' %}{{ strftime_now('%Y') }}{% endif -%}
            {%- for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}
            """
        let model = try ToolModel(template: source)
        let question = ChatMessage(role: "user", content: "Hi")
        #expect(try model.model.render([question]) == "[system][user]Hi")
        #expect(
            try model.model.render([ChatMessage(role: "system", content: "Be brief."), question])
                == "[system]Be brief.[user]Hi")
        let tools = try model.model.render(ModelInput(messages: [question], tools: [.now]))
        #expect(tools.hasPrefix("[system]You can call these tools:") && tools.hasSuffix("[user]Hi"))
    }

    @Test func `reasoning is switched where a template can`() throws {
        let model = try ToolModel(template: ToolTemplates.source("hermes"))
        let messages = [ChatMessage(role: "user", content: "Hi")]
        func end(_ isReasoning: Bool?) throws -> String {
            let text = try model.model.render(ModelInput(messages: messages, isReasoning: isReasoning))
            return String(text.split(separator: "assistant\n", omittingEmptySubsequences: false).last ?? "-")
        }
        #expect(try end(nil) == "" && end(true) == "")
        #expect(try end(false) == "<think>\n\n</think>\n\n")
    }

    /// A turn continues the tokens of the one before it, so that nothing is read twice.
    @Test(arguments: ["hermes", "turns that must alternate", "llama", "arguments as text"])
    func `a conversation grows by tokens`(template: String) throws {
        let model = try ToolModel(template: ToolTemplates.source(template))
        let start = [ChatMessage](([ChatMessage].called)[..<2])
        let one = try model.prompts.encode(ModelInput(messages: start, tools: [.weather]))
        let two = try model.prompts.encode(ModelInput(messages: .called, tools: [.weather]))
        #expect(two.starts(with: template == "arguments as text" ? one.prefix(one.count - 8) : one[...]))
    }

    /// The line break that the template writes behind a special token belongs to the token, in the prompt and in the history.
    @Test func `a conversation of Phi 3 grows by tokens`() throws {
        let source = """
            {% for m in messages %}{{ '<|' + m.role + '|>\\n' + m.content + '<|end|>\\n' }}{% endfor %}
            {%- if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}
            """
        let model = try ToolModel(.phi3, template: source, tokens: ["<|user|>", "<|assistant|>", "<|end|>"])
        let start = [ChatMessage(role: "user", content: "how is it")]
        let one = try model.prompts.encode(ModelInput(messages: start))
        let answer = model.turn("on the hill", ends: false)
        let two = try model.prompts.encode(
            ModelInput(messages: start + [ChatMessage(role: "assistant", content: "on the hill")] + start))
        #expect(two.starts(with: one + answer))
        #expect(one.last == model.model.tokenizer.tokenID(named: "<|assistant|>"))
    }
}
