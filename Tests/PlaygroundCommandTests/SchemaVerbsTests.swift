// What the verbs print of cells with schemas.

import FoundationModels
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite struct SchemaVerbsTests {
    private static let source = """
        playground: 1
        model: fake
        schemas:
          Card:
            type: object
            properties: {TOPIC: {type: string}, SIZE: {type: number}}
            required: [TOPIC]
        cells:
          - id: card
            prompt: '{"TOPIC":"mugs","SIZE":1.50}'
            generating: Card
          - id: hidden
            prompt: '{"TOPIC":"cups"}'
            generating: Card
            includeSchemaInPrompt: false
          - id: use
            prompt: "about {{ cells.card.content.TOPIC }}"

        """
    private static let schema =
        #"{"type":"object","title":"Card","properties":{"TOPIC":{"type":"string"},"SIZE":{"type":"number"}},"#
        + #""required":["TOPIC"],"additionalProperties":false,"x-order":["TOPIC","SIZE"]}"#

    let fixture: CommandFixture
    let path: String

    init() throws {
        fixture = try CommandFixture()
        path = fixture.path
        try fixture.folder.write(Self.source, to: "desk.playground.yaml")
    }

    private func playground(_ words: String..., isTerminal: Bool = false) async -> CommandFixture.Output {
        await fixture.run(words, isTerminal: isTerminal)
    }

    @Test func aRunPrintsContentsInTheirOneSpelling() async {
        let run = await playground("run", path)
        #expect(run.status == 0)
        #expect(
            run.out == """
                # card
                {"TOPIC": "MUGS", "SIZE": 1.5}
                # hidden
                {"TOPIC": "CUPS"}
                # use
                ABOUT MUGS

                """)
        #expect(await playground("check", path).status == 0)
    }

    @Test func aTerminalSeesTheJSONAsItGrows() async {
        #expect(await playground("run", "\(path)#card", isTerminal: true).out == "{\"TOPIC\":\"MUGS\",\"SIZE\":1.50}\n")
    }

    @Test func aRunAsJSONHoldsTheContentAsJSON() async {
        let lines = await playground("run", "--json", path).out.split(separator: "\n")
        #expect(
            lines.filter { $0.contains(#""generating":"Card","content":{"TOPIC":"MUGS","SIZE":1.5},"finish""#) }.count
                == 1)
        #expect(lines.filter { $0.contains(#""content":"ABOUT MUGS""#) && !$0.contains("generating") }.count == 1)
    }

    @Test func showPrintsTheSchemaAsTheModelSeesIt() async {
        #expect(
            await playground("show", "\(path)#card").out
                == "prompt:\n    {\"TOPIC\":\"mugs\",\"SIZE\":1.50}\nschema Card:\n    \(Self.schema)\n")
        _ = await playground("run", path)
        #expect(
            await playground("show", "\(path)#card").out
                == "prompt:\n    {\"TOPIC\":\"mugs\",\"SIZE\":1.50}\nschema Card:\n    \(Self.schema)\n"
                + "response:\n    {\"TOPIC\": \"MUGS\", \"SIZE\": 1.5}\n")
        #expect(
            await playground("show", "\(path)#hidden").out
                == "prompt:\n    {\"TOPIC\":\"cups\"}\nschema Card (not in the prompt):\n    \(Self.schema)\n"
                + "response:\n    {\"TOPIC\": \"CUPS\"}\n")
        #expect(await playground("show", path).out.contains("schema Card:\n    \(Self.schema)\nresponse:\n"))
        #expect(await playground("show", "\(path)#card", "--raw").out == #"{"TOPIC": "MUGS", "SIZE": 1.5}"#)
        #expect(await playground("show", "\(path)#card", "--prompt").out == #"{"TOPIC":"mugs","SIZE":1.50}"#)
        #expect(await playground("show", "\(path)#card", "--transcript").out.contains(#""source": "Card""#))
    }

    @Test func showAsJSONHoldsSchemaAndContent() async throws {
        _ = await playground("run", path)
        let line = try JSONValue(parsing: await playground("show", "\(path)#hidden", "--json").out)
        #expect(line["generating"] == .string("Card"))
        #expect(line["schema"]?.text(.compact) == Self.schema)
        #expect(line["includeSchemaInPrompt"] == .bool(false))
        #expect(line["content"]?.text(.compact) == #"{"TOPIC":"CUPS"}"#)
        let text = try JSONValue(parsing: await playground("show", "\(path)#use", "--json").out)
        #expect(text["generating"] == nil)
        #expect(text["schema"] == nil)
        #expect(text["content"] == .string("ABOUT MUGS"))
    }

    @Test func listAndLogNameTheSchema() async throws {
        _ = await playground("run", path)
        let lines = try await playground("list", "--json", path).out.split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
        #expect(lines.count == 3)
        #expect(
            lines.filter { $0["generating"] == .string("Card") }.map { $0["cell"] } == [
                .string("card"), .string("hidden"),
            ])
        let log = try JSONValue(parsing: await playground("log", "\(path)#card", "--json").out)
        #expect(log["generating"] == .string("Card"))
        #expect(log["content"]?.text(.compact) == #"{"TOPIC":"MUGS","SIZE":1.5}"#)
    }

    @Test func anEditOfTheSchemaIsNamed() async throws {
        _ = await playground("run", path)
        try fixture.edit("desk.playground.yaml", "SIZE: {type: number}", "SIZE: {type: integer}")
        let check = await playground("check", path)
        #expect(check.status == 3)
        #expect(
            check.out == """
                desk.playground.yaml#card    stale: schema changed
                desk.playground.yaml#hidden  stale: schema changed
                desk.playground.yaml#use     stale: waits for cell card

                """)
        #expect(
            await playground("log", "\(path)#card").out.hasSuffix(
                "other schema\n    {\"TOPIC\": \"MUGS\", \"SIZE\": 1.5}\n"))
    }

    @Test func aBadSchemaStopsEveryVerbWithItsPlace() async throws {
        try fixture.edit("desk.playground.yaml", "{type: number}", "{type: size}")
        let check = await playground("check", path)
        #expect(check.status == 2)
        #expect(
            check.err == """
                desk.playground.yaml:6:54: error: unknown type 'size'; it can be string, integer, number, boolean, null, object, array [json-schema.value]
                      properties: {TOPIC: {type: string}, SIZE: {type: size}}
                                                                       ^~~~

                """)
    }

    @Test func anAnswerThatIsNoJSONIsAFailure() async throws {
        try fixture.edit("desk.playground.yaml", #"'{"TOPIC":"cups"}'"#, "cups")
        let run = await playground("run", path)
        #expect(run.status == 4)
        #expect(
            run.err.contains(
                "hidden  failed   desk.playground.yaml:12:9: error: the answer by the schema 'Card' is no JSON: "))
    }
}
