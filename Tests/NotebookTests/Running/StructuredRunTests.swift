// Runs of cells with schemas: what the model is asked, what is recorded, what other cells take out of it, and what fails where.

import FoundationModels
import Platform
import Synchronization
import TestSupport
import Testing
import YAML

@testable import Notebook

private let source = """
    playground: 1
    model: fake
    schemas:
      Ticket:
        type: object
        properties:
          topic: {type: string, enum: [refund, delivery, other]}
          items: {type: array, items: {$ref: Item}, maxItems: 3}
          total: {type: number}
          note: {type: string}
        required: [topic, items]
      Item:
        type: object
        properties: {name: {type: string}, count: {type: integer}}
        required: [name]
    instructions: You sort mail.
    cells:
      - id: sort
        prompt: Two mugs came broken.
        generating: Ticket
      - id: reply
        continues: sort
        prompt: Write a sentence.
      - id: about
        prompt: "{{ cells.sort.content.topic }}/{{ cells.sort.content.items.1.name }}/{{ cells.sort.content.items.0 }}"
      - id: whole
        prompt: "{{ cells.sort.content }}"

    """

private let answer =
    #"{"topic": "refund","items":[{"name": "blue \u006dug", "count": 2}, {"name": "{{ tone }}"}], "total": 12.30}"#
private let content =
    #"{"topic": "refund", "items": [{"name": "blue mug", "count": 2}, {"name": "{{ tone }}"}], "total": 12.3}"#

@Suite struct StructuredRunTests {
    let desk: Workspace
    let models = FakeModels()

    init() throws {
        desk = try Workspace(source)
        models.answer("Two mugs came broken.", with: answer)
    }

    @Test func aContentIsRecordedInOneSpellingAndInsertedByPaths() async throws {
        #expect(try await desk.run(models) == ["sort ran", "reply ran", "about ran", "whole ran"])
        #expect(
            models.asked == [
                "Two mugs came broken.", "Write a sentence.",
                #"refund/{{ tone }}/{"name": "blue mug", "count": 2}"#, content,
            ])
        let outputs = try OutputsFile(at: desk.paths.outputs)
        #expect(outputs["sort"]?.content == content)
        #expect(outputs["sort"]?.schema == OutputEntry.Schema(name: "Ticket", isShown: true))
        #expect(outputs["reply"]?.schema == nil)
        #expect(
            try desk.folder.text(of: "desk.outputs.yaml").contains(
                """
                    generating: Ticket
                    options: {sampling: greedy}
                    prompt: |-
                      Two mugs came broken.
                    content:
                      topic: refund
                      items:
                        - name: "blue mug"
                          count: 2
                        - name: "{{ tone }}"
                      total: 12.3
                    finish: stop

                """))
        #expect(try desk.plan(models) == ["sort fresh", "reply fresh", "about fresh", "whole fresh"])
        #expect(try await desk.run(models) == ["sort fresh", "reply fresh", "about fresh", "whole fresh"])
    }

    @Test func theModelIsGivenTheSchemaOfTheCell() async throws {
        try await desk.run(models)
        #expect(models.schemas.map { $0?.name } == ["Ticket", nil, nil, nil])
        let schema = try #require(models.schemas.first ?? nil)
        #expect(schema.isShown)
        #expect(schema == (try desk.document()).schema(of: try #require(desk.document().cell("sort"))))
    }

    @Test func aTranscriptHoldsTheContentAndItsSchema() async throws {
        try await desk.run(models)
        let transcript = try Transcript(json: desk.folder.text(of: "desk.transcripts/reply.json"))
        #expect(
            transcript.map(\.description) == [
                "(Instructions) You sort mail.", "(Prompt) Two mugs came broken.", "(Response) \(content)",
                "(Prompt) Write a sentence.", "(Response) Answer 2 to: Write a sentence.\n",
            ])
        guard case .prompt(let prompt) = transcript[1], case .response(let response) = transcript[2],
            case .structure(let segment) = response.segments[0], case .prompt(let next) = transcript[3]
        else {
            Issue.record("the entries are of other kinds: \(transcript)")
            return
        }
        #expect(prompt.responseFormat?.name == "Ticket")
        #expect(prompt.responseFormat?.schema == (try desk.document()).schemas[0].schema)
        #expect(prompt.contextOptions.includeSchemaInPrompt == true)
        #expect(segment.schemaName == "Ticket")
        #expect(segment.content.jsonString == content)
        #expect(next.responseFormat == nil)
        #expect(next.contextOptions.includeSchemaInPrompt == nil)
    }

    @Test(arguments: [
        ("no JSON", "the answer by the schema 'Ticket' is no JSON: 1:1: error: "),
        (#"{"topic": "refund", "items": [{"na"#, "the answer by the schema 'Ticket' is no JSON: 1:"),
        ("", "the answer by the schema 'Ticket' is no JSON: 1:1: error: "),
        (#"{"topic": "refund"} and more"#, "the answer by the schema 'Ticket' is no JSON: 1:"),
    ])
    func anAnswerThatIsNoJSONFailsTheCellAtItsPlace(text: String, message: String) async throws {
        models.answer("Two mugs came broken.", with: text)
        let lines = try await desk.run(models)
        let place = desk.folder[Workspace.name] + ":18:9: error: "
        #expect(lines[0].hasPrefix("sort failed: \(place)\(message)"), "\(lines[0])")
        #expect(lines[0].hasSuffix(" [run.content]"))
        #expect(lines.dropFirst() == ["reply skipped for sort", "about skipped for sort", "whole skipped for sort"])
        #expect(try desk.plan(models)[0].hasPrefix("sort failed: the answer by the schema 'Ticket' is no JSON: "))
    }

    @Test(arguments: [
        (#"{"topic": "other", "items": []}"#, "'items.1': 'items' is a list of 0"),
        (#"{"topic": "other", "items": [{"name": "a"}]}"#, "'items.1': 'items' is a list of 1, counted from 0"),
        (#"{"topic": "other", "items": [{"name": "a"}, {"count": 1}]}"#, "'items.1.name': 'items.1' has count"),
        (#"{"topic": "other", "items": "none"}"#, "'items.1': 'items' is a string"),
        (#"{"items": []}"#, "'topic': it has items"),
    ])
    func aReferenceToWhatTheContentLacksFailsAtItsPlace(text: String, reason: String) async throws {
        models.answer("Two mugs came broken.", with: text)
        let lines = try await desk.run(models)
        let column = reason.hasPrefix("'topic'") ? 17 : 48
        #expect(
            lines.contains(
                "about failed: \(desk.folder[Workspace.name]):25:\(column): error: the content of cell 'sort' has no "
                    + "\(reason) [notebook.missing-content]"), "\(lines)")
        #expect(
            try desk.plan(models)[2]
                == "about failed: the content of cell 'sort' has no \(reason) [notebook.missing-content]"
        )
    }

    @Test func valuesOfAllTypesGoInAsJSONAndTextAsItIs() async throws {
        try desk.write(
            """
            playground: 1
            model: fake
            schemas: {Any: {type: object}}
            cells:
              - {id: a, prompt: ask, generating: Any}
              - id: b
                prompt: "{{ cells.a.content.t }}|{{ cells.a.content.n }}|{{ cells.a.content.y }}|{{ cells.a.content.o }}|{{ cells.a.content.l }}|{{ cells.a.content.x }}"

            """)
        models.answer(
            "ask", with: #"{"t": "a \"b\"\n", "n": 1.50, "y": true, "o": null, "l": [1, "a"], "x": {"k": {}}}"#)
        try await desk.run(models)
        #expect(models.asked.last == "a \"b\"\n|1.5|true|null|[1, \"a\"]|{\"k\": {}}")
    }

    @Test func aDigitOfTheContentThatChangesMakesStaleWhatInsertsIt() async throws {
        try await desk.run(models)
        models.answer("Two mugs came broken.", with: answer.replacing("12.30", with: "12.31"))
        var selection = RunSelection()
        selection.ids = ["sort"]
        selection.isForced = true
        #expect(try await desk.run(models, selection) == ["sort ran, differs"])
        #expect(
            try desk.plan(models) == [
                "sort fresh", "reply stale: history changed (cell sort)", "about fresh", "whole stale: prompt changed",
            ])
    }

    @Test func whatIsKeptIsTakenAgainAfterAnUndo() async throws {
        try await desk.run(models)
        try desk.write(source.replacing("maxItems: 3", with: "maxItems: 4"))
        #expect(try await desk.run(models)[0] == "sort ran")
        try desk.write(source)
        #expect(try desk.plan(models)[0] == "sort stale: schema changed (kept)")
        #expect(try await desk.run(models)[0] == "sort kept")
        #expect(try OutputsFile(at: desk.paths.outputs)["sort"]?.content == content)
    }
}

/// A scripted model behind a session: the way of a real run, without weights.
private struct ScriptedCellModel: CellModel, CellModelSource {
    let model: ScriptedLanguageModel

    var identity: CellModelIdentity { CellModelIdentity(sha256: "bb22", engineVersion: "1", numerics: 1) }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { "bb22" }
    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel { self }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        LanguageModelSession(model: model, transcript: conversation.transcript).answers(
            to: prompt, options: options.generationOptions, seed: options.seed, schema: schema?.schema,
            includeSchemaInPrompt: schema?.isShown ?? true)
    }
}

@Suite struct StructuredSessionRunTests {
    private func run(_ desk: Workspace, _ model: ScriptedLanguageModel) async throws -> [String] {
        let document = try desk.document()
        let runner = NotebookRunner(
            document: document, parameters: [:], model: .registered("fake"), source: ScriptedCellModel(model: model))
        let lines = Mutex<[String]>([])
        _ = try await runner.run { event in
            switch event {
            case .answering(let cell, let delta): lines.withLock { $0.append("\(cell) + \(delta)") }
            case .finished(let outcome): lines.withLock { $0.append("\(outcome.cell) = \(outcome.entry.content)") }
            case .failed(let cell, let message): lines.withLock { $0.append("\(cell) failed: \(message)") }
            default: break
            }
        }
        return lines.withLock { $0 }
    }

    @Test func aSessionIsGivenTheSchemaAndItsJSONShowsAsItGrows() async throws {
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            schemas:
              Pair: {type: object, properties: {a: {type: integer}, b: {type: string}}, required: [a, b]}
            cells:
              - {id: one, prompt: One., generating: Pair}
              - {id: two, prompt: Two., continues: one, generating: Pair, includeSchemaInPrompt: false}
              - {id: three, prompt: "{{ cells.two.content.b }}", continues: two}

            """)
        let model = ScriptedLanguageModel([
            [.text(#"{"a""#), .text(": 1, "), .text(#""b": "x"}"#)], [.text(#"{"a": 2, "b": "y z"}"#)],
            [.text("Done.")],
        ])
        #expect(
            try await run(desk, model) == [
                #"one + {"a""#, "one + : 1, ", #"one + "b": "x"}"#, #"one = {"a": 1, "b": "x"}"#,
                #"two + {"a": 2, "b": "y z"}"#, #"two = {"a": 2, "b": "y z"}"#, "three + Done.", "three = Done.",
            ])
        let requests = model.requests
        let schema = try desk.document().schemas[0].schema
        #expect(requests.map(\.schema) == [schema, schema, nil])
        #expect(requests.map(\.contextOptions.includeSchemaInPrompt) == [true, false, nil])
        #expect(requests[2].transcript.map(\.description).last == "(Prompt) y z")
        // What a session writes and what a record says are one transcript.
        let recorded = try Transcript(json: desk.folder.text(of: "desk.transcripts/two.json"))
        #expect(requests[1].transcript.canonicalJSON() == Transcript(entries: recorded.prefix(3)).canonicalJSON())
    }

    /// Failures of a schema stand where their remedy does.
    @Test func aFailureStandsWhereItsAuthorWouldChangeTheFile() throws {
        let document = try Workspace(
            """
            playground: 1
            model: fake
            schemas: {Pair: {type: object, properties: {a: {type: integer}}, required: [a]}}
            cells:
              - {id: one, prompt: One., generating: Pair, options: {maximumResponseTokens: 2}}
              - {id: two, prompt: Two., generating: Pair}
              - {id: three, prompt: Three.}

            """
        ).document()
        let places = ["one", "two", "three", "four"].map { cell in
            ["x [session.budget]", "#/a: error: x [schema.unspellable]", "x [session.decoding]", "x"].map {
                document.place(ofFailure: $0, in: cell).map { "\($0.start.line):\($0.start.column)" }
            }
        }
        #expect(
            places == [
                ["5:80", "5:41", "5:10", "5:10"], ["6:41", "6:41", "6:10", "6:10"], ["7:10", "7:10", "7:10", "7:10"],
                [nil, nil, nil, nil],
            ])
    }

    @Test func anAnswerThatWasCutFailsInTheSession() async throws {
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            schemas: {Pair: {type: object, properties: {a: {type: integer}}, required: [a]}}
            cells:
              - {id: one, prompt: One., generating: Pair}

            """)
        let lines = try await run(desk, ScriptedLanguageModel([[.text(#"{"a": "#)]]))
        #expect(lines.count == 2)
        #expect(
            lines[1]
                == "one failed: \(desk.folder[Workspace.name]):5:10: error: the response by the schema 'Pair' ended before "
                + "it was complete [session.decoding]")
    }
}
