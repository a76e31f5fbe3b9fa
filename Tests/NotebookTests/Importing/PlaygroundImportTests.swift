// Files of other programs as playgrounds: whole texts, and that every one of them loads without a word.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite("Imports")
struct PlaygroundImportTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Imports a text as a file of this name, and makes sure that the playground is one.
    private func playground(_ text: String, as file: String) throws -> PlaygroundImport {
        try folder.write(text, to: file)
        let imported = try PlaygroundImport(path: folder[file], name: try #require(PlaygroundImport.name(of: file)))
        if let rows = imported.rows { try folder.write(rows.text, to: rows.name) }
        let loaded = PlaygroundFile.parse(Array(imported.text.utf8), path: folder["x.playground.yaml"])
        #expect(loaded.renderedDiagnostics.isEmpty)
        #expect(loaded.document != nil)
        return imported
    }

    @Test("of dotprompt have its roles, its inputs, its schema")
    func dotprompt() throws {
        let imported = try playground(
            #"""
            ---
            model: googleai/some-model
            config: {temperature: 0.9, maxOutputTokens: 50, topK: 20, stopSequences: [STOP]}
            input:
              schema:
                location: string
                style?: string, how to talk
                mood(enum, the mood): [calm, wild]
                days: integer
              default: {location: a "restaurant", days: 2}
            output:
              schema:
                greeting: string, what is said
                tags(array, labels): string
                place?(object, where): {city: string}
            ---
            {{role "system"}}
            You are at {{location}}, and {{ mood }}, for {{{days}}} days.
            {{! nobody reads this }}
            {{role "user"}}
            Greet{{#if style}} like {{style}}{{/if}}. {"a": {{"b": 1}}}

            """#, as: "greeting.prompt")
        #expect(
            imported.text == #"""
                # Imported by `playground import` from greeting.prompt.
                #
                # Not carried over:
                # - model: googleai/some-model
                # - config.stopSequences
                # - no value for 'style': the parameter's default is empty
                # - the template's '{{#if style}}' stands as text
                # - the template's '{{/if}}' stands as text
                # - the template's '{{"b": 1}}' stands as text
                playground: 1
                options: {temperature: 0.9, maximumResponseTokens: 50, samplingMode: {top: 20}}

                params:
                  location: {type: string, default: "a \"restaurant\""}
                  style: {type: string, default: ""}
                  mood: {type: string, default: calm, enum: [calm, wild]}
                  days: {type: integer, default: 2}

                instructions: "You are at {{ location }}, and {{ mood }}, for {{ days }} days."

                schemas:
                  greeting-answer:
                    type: object
                    properties:
                      greeting:
                        type: string
                        description: "what is said"
                      tags:
                        type: array
                        items:
                          type: string
                        description: labels
                      place:
                        type: object
                        properties:
                          city:
                            type: string
                        required: [city]
                        additionalProperties: false
                        description: where
                    required: [greeting, tags]
                    additionalProperties: false

                cells:
                  - id: greeting
                    prompt: "Greet{{#if style}} like {{ style }}{{/if}}. {\"a\": {{\"b\": 1}}}"
                    generating: greeting-answer

                """#)
    }

    @Test("of prompty have its messages, and say that an assistant's words are lost")
    func prompty() throws {
        let imported = try playground(
            """
            ---
            name: Tagger
            authors: [a]
            model:
              api: chat
              configuration: {type: azure_openai}
              parameters: {max_tokens: 64, temperature: 0.2}
            inputs:
              question: {type: string}
              docs: {type: array}
            sample:
              question: What is a reef?
              docs: [{title: a}]
            ---
            system:
            You tag.
            {% for d in docs %}{{ d.title }}{% endfor %}

            user:
            {{question}}

            assistant:
            Ok.

            # user:
            {{ question | upper }} again
            """, as: "tagger.prompty")
        #expect(
            imported.losses == [
                "model.configuration", "'docs' is array: here it is its JSON as text",
                "the template's '{% for d in docs %}' stands as text",
                "no value for 'd.title': the parameter's default is empty",
                "the template's '{% endfor %}' stands as text",
                "the template's '{{ question | upper }}' stands as text",
                "what the assistant says (message 3): the next cell goes on from what the model itself answers",
            ])
        #expect(
            imported.text.hasSuffix(
                """
                playground: 1
                title: Tagger
                options: {maximumResponseTokens: 64, temperature: 0.2}

                params:
                  question: {type: string, default: "What is a reef?"}
                  docs: {type: string, default: "[{\\"title\\": \\"a\\"}]"}
                  d_title: {type: string, default: ""}

                instructions: |-
                  You tag.
                  {% for d in docs %}{{ d_title }}{% endfor %}

                cells:
                  - id: tagger
                    prompt: "{{ question }}"

                  - id: tagger-2
                    continues: tagger
                    prompt: "{{ question | upper }} again"

                """))
    }

    @Test("of the second generation of prompty have lists of inputs, options and tools")
    func secondPrompty() throws {
        let imported = try playground(
            """
            ---
            name: weather
            displayName: Weather
            model: {id: gpt-4o, provider: openai, options: {temperature: 0.5, maxOutputTokens: 30, seed: 4}}
            inputs:
              - {name: city, kind: string, default: Linz}
              - {name: brief, kind: boolean, default: true}
            outputs:
              - {name: degrees, kind: float}
            tools:
              - {name: station, kind: function, description: Call it for a city., parameters: [{name: city, kind: string}]}
            ---
            How warm is it in {{city}}? {{ brief }}
            """, as: "weather.prompty")
        let document = try #require(
            PlaygroundFile.parse(Array(imported.text.utf8), path: "weather.playground.yaml").document)
        #expect(document.title?.value == "Weather")
        #expect(document.options.seed?.value == 4)
        #expect(document.parameters.map { $0.defaultValue?.text } == ["Linz", "true"])
        #expect(
            document.tools.first?.functions.first?.parameters.document["properties"]?["city"]?["type"]
                == .string("string"))
        #expect(document.cells.first?.toolNames == ["station"])
        #expect(document.schemas.first?.schema.document["properties"]?["degrees"]?["type"] == .string("number"))
        #expect(
            imported.losses == [
                "model: gpt-4o", "model.provider", "what the tool 'station' does: it is a fixture without cases",
            ])
    }

    @Test("of GitHub's prompts have its cases as rows and its checks as expectations")
    func github() throws {
        let imported = try playground(
            """
            name: Text Summarizer
            model: openai/gpt-4o-mini
            modelParameters: {temperature: 0.5, maxCompletionTokens: 40}
            messages:
              - {role: system, content: You sum up.}
              - role: user
                content: |
                  Summarize:
                  {{input}}
            testData:
              - {input: "The fox.\\nThe dog.", expected: fox}
              - {input: "no", expected: dog}
            evaluators:
              - {name: starts, string: {startsWith: "Summary -"}}
              - {name: has, string: {contains: "{{expected}}", endsWith: "."}}
              - {name: similar, uses: github/similarity}
            """, as: "sum.prompt.yml")
        #expect(
            imported.text == """
                # Imported by `playground import` from sum.prompt.yml.
                #
                # Not carried over:
                # - model: openai/gpt-4o-mini
                # - the evaluator 'has': 'endsWith'
                # - the evaluator 'similar' (github/similarity)
                playground: 1
                title: "Text Summarizer"
                options: {temperature: 0.5, maximumResponseTokens: 40}

                instructions: "You sum up."

                cells:
                  - id: sum
                    matrix: {case: {file: sum.cases.json, key: id}}
                    prompt: |
                      Summarize:
                      {{ case.input }}
                    expect:
                      - {startsWith: "Summary -"}
                      - {contains: "{{ case.expected }}"}

                """)
        #expect(
            imported.rows?.text == """
                [
                  {"id": "case-1", "input": "The fox.\\nThe dog.", "expected": "fox"},
                  {"id": "case-2", "input": "no", "expected": "dog"}
                ]

                """)
    }

    @Test("of transcripts ask again what was asked, with tools that answer as they did")
    func transcript() throws {
        let calls: [Transcript.Entry] = [
            .toolCalls(
                Transcript.ToolCalls([
                    Transcript.ToolCall(
                        id: "1", toolName: "order", arguments: try GeneratedContent(json: #"{"number": "A17"}"#))
                ])),
            .toolOutput(
                Transcript.ToolOutput(
                    id: "1", toolName: "order", segments: [.text(Transcript.TextSegment(content: "shipped"))])),
        ]
        let parameters = try GenerationSchema(
            strict: try JSONValue(
                parsing: #"{"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]}"#))
        let tool = Transcript.ToolDefinition(
            name: "order", description: "Call it for an order.", parameters: parameters)
        let text: (String) -> [Transcript.Segment] = { [.text(Transcript.TextSegment(content: $0))] }
        let transcript = Transcript(
            entries: [
                .instructions(Transcript.Instructions(segments: text("You help {{ name }}."), toolDefinitions: [tool])),
                .prompt(
                    Transcript.Prompt(
                        segments: text("Where is A17?"), options: GenerationOptions(temperature: 0.5),
                        responseFormat: nil)),
            ] + calls + [
                .response(Transcript.Response(assetIDs: [], segments: text("It is\nshipped."))),
                .prompt(
                    Transcript.Prompt(
                        segments: text("Thanks."), options: GenerationOptions(), responseFormat: nil)),
            ])
        let imported = try playground(transcript.canonicalJSON(), as: "talk.json")
        #expect(
            imported.text == #"""
                # Imported by `playground import` from talk.json.
                playground: 1

                instructions: "You help \\{{ name }}."

                tools:
                  order:
                    kind: fixture
                    description: "Call it for an order."
                    parameters:
                      type: object
                      properties:
                        number:
                          type: string
                      required: [number]
                      additionalProperties: false
                      x-order: [number]
                    cases:
                      - when:
                          number: A17
                        returns: shipped
                    otherwise: {error: "not recorded"}

                cells:
                  - id: turn-1
                    tools: [order]
                    prompt: "Where is A17?"
                    options: {temperature: 0.5}
                    expect:
                      - {calls: [{tool: order, arguments: {number: A17}}]}

                  - id: turn-2
                    continues: turn-1
                    prompt: Thanks.

                # What was answered where this comes from:
                #
                # turn-1:
                #    It is
                #    shipped.

                """#)
    }

    @Test(
        "refuse what they can't read, at its place",
        arguments: [
            ("a.prompt", "---\nmodel: [\n---\n", "a.prompt:"),
            (
                "a.prompt", "---\nmodel: x\n",
                "a.prompt:1:1: error: the front matter has no end; a line '---' is missing [import.front-matter]"
            ),
            ("a.prompty", "---\na: 1\na: 2\n---\nHi.", "a.prompty:3:1: error: "),
            ("a.prompt.yml", "name: x\n", "a.prompt.yml: error: 'messages' is missing or empty [import.messages]"),
            (
                "a.prompt.yml", "- a\n",
                "a.prompt.yml: error: expected a mapping of keys to values [import.front-matter]"
            ),
            ("a.json", "{}", "a.json: error: this is no transcript: "),
            ("a.txt", "Hi.", "a.txt: error: no known kind of file; known are "),
        ])
    func bad(file: String, text: String, message: String) throws {
        try folder.write(text, to: file)
        let error = #expect(throws: ImportError.self) { try PlaygroundImport(path: folder[file], name: "a") }
        let words = error?.description.replacing(folder.path + "/", with: "") ?? ""
        #expect(words.hasPrefix(message), "\(words)")
    }

    @Test(
        "keep any text as it was",
        arguments: [
            "{{ a }}", "\\{{ a }}", "{{{a}}}", "{{#a}}", "{ {a} }", "\\\\{{a.b}} {{", "{{a}}{{b}}", "}}{{ a-1 }}",
        ])
    func escaping(text: String) {
        let pieces = TemplateScanner.scan(ForeignTemplate.escaped(text))
        #expect(pieces == [.text(text)])
    }
}
