// Axes that set a field of the cell: models, profiles, and values that schemas take from a row.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite struct FieldAxisTests {
    @Test func modelsAndProfilesStandSideBySide() async throws {
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            instructions: Be plain.
            tools:
              sum: {kind: builtin, use: calculator}
            profiles:
              brief: {instructions: Be brief., options: {maximumResponseTokens: 5}, model: small}
              long: {instructions: Be long., tools: [sum]}
            cells:
              - id: a
                matrix: {profile: [brief, long], model: [fake, other]}
                prompt: Hi in {{ profile }}.
              - id: b
                matrix: {profile: [brief, long]}
                prompt: Hi.

            """)
        let document = try desk.document()
        let preparation = Planner(
            document: document, parameters: [:], model: .registered("fake"), modelSHA256: nil, outputs: OutputsFile(),
            results: ResultsStore(desk.paths)
        ).rowPreparation
        func row(_ cell: Int, _ number: Int) throws -> PreparedCell? {
            let outcome = try preparation.prepare(document.cells[cell], row: number, finished: [:], recorded: nil)
            return if case .ready(let prepared) = outcome { prepared } else { nil }
        }
        let rows = try (0..<4).map { try #require(try row(0, $0)) }
        #expect(rows.map(\.id) == ["a[brief/fake]", "a[brief/other]", "a[long/fake]", "a[long/other]"])
        #expect(rows.map(\.model.name) == ["fake", "other", "fake", "other"])
        #expect(rows.map(\.conversation.instructions) == ["Be brief.", "Be brief.", "Be long.", "Be long."])
        #expect(rows.map(\.options.maximumResponseTokens) == [5, 5, nil, nil])
        #expect(rows.map(\.prompt) == ["Hi in brief.", "Hi in brief.", "Hi in long.", "Hi in long."])
        #expect(rows.map { $0.conversation.tools.map(\.function.name) } == [[], [], ["sum"], ["sum"]])
        #expect(Set(rows.map(\.key.text)).count == 4)
        // Where no axis says, the profile does.
        #expect(try row(1, 0)?.model.name == "small")
        #expect(try row(1, 1)?.model.name == "fake")
        #expect(Set(document.namedModels.map(\.value.name)) == ["fake", "other", "small"])
    }

    @Test func aCellWithRowsIsAskedInItsProfile() async throws {
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            profiles:
              brief: {instructions: Be brief.}
            cells:
              - {id: a, profile: brief, matrix: {x: [1, 2]}, prompt: "Hi {{ x }}."}

            """)
        try await desk.run(FakeModels())
        let transcripts = try desk.folder.text(of: "desk.transcripts/a.jsonl")
        #expect(transcripts.split(separator: "\n").allSatisfy { $0.contains("Be brief.") })
        #expect(transcripts.contains("Be brief."))
    }

    @Test func schemasTakeValuesOfTheRow() async throws {
        let desk = try Workspace(
            #"""
            playground: 1
            model: fake
            schemas:
              Pick:
                type: object
                properties:
                  best: {type: string, enum: {$from: row.message.choices}}
                  key: {type: string, const: {$from: row.key}}
                  names: {type: array, items: {type: string}, maxItems: {$from: row.limit}}
                required: [best]
            cells:
              - id: pick
                matrix:
                  message: {file: m.jsonl, key: id}
                  limit: [2, many]
                  exclude: [{message: b, limit: 2}]
                prompt: "{{ message.id }} of {{ limit }}"
                generating: Pick

            """#)
        try desk.folder.write(
            #"{"id": "a", "choices": ["x", "y"]}"# + "\n" + #"{"id": "b", "choices": []}"# + "\n", to: "m.jsonl")
        let models = FakeModels()
        models.answer("a of 2", with: #"{"best": "x"}"#)
        let told = try await desk.run(models)
        #expect(told.first == "pick[a/2] ran")
        let schema = try #require(models.schemas.first ?? nil).schema.document["properties"]
        #expect(schema?["best"]?["enum"] == .array([.string("x"), .string("y")]))
        #expect(schema?["key"]?["const"] == .string("a/2"))
        #expect(schema?["names"]?["maxItems"] == .integer(2))
        // A value that its keyword does not take fails its row alone, at the reference.
        #expect(
            told.dropFirst().map { $0.split(separator: "desk.playground.yaml").last.map(String.init) } == [
                ":9:79: error: 'row.limit' is a string, and 'maxItems' takes a number [notebook.from-value]",
                ":7:48: error: 'row.message.choices' is an empty list, and 'enum' takes at least one value "
                    + "[notebook.from-value]",
            ])
    }
}
