// Which edits of schemas make a cell stale: those that reach the model or the answer, and no others.

import Testing

@testable import Notebook

private let source = """
    playground: 1
    model: fake
    schemas:
      Ticket:                # what a mail is about
        type: object
        properties:
          topic: {type: string, description: in a word}
          lines: {type: array, items: {$ref: Line}}
        required: [topic]
      Line: {type: string, maxLength: 9}
      Other: {type: string}
    cells:
      - id: sort
        prompt: Sort.
        generating: Ticket
      - id: more
        continues: sort
        prompt: More.

    """

@Suite struct SchemaStalenessTests {
    static let edits: [(String, String, [String])] = [
        ("", "", ["sort fresh", "more fresh"]),
        ("in a word", "in two words", ["sort stale: schema changed", "more stale: waits for cell sort"]),
        ("maxLength: 9", "maxLength: 8", ["sort stale: schema changed", "more stale: waits for cell sort"]),
        (
            "      topic: {type: string, description: in a word}\n      lines: {type: array, items: {$ref: Line}}\n",
            "      lines: {type: array, items: {$ref: Line}}\n      topic: {type: string, description: in a word}\n",
            ["sort stale: schema changed", "more stale: waits for cell sort"]
        ),
        (
            "generating: Ticket\n", "generating: Ticket\n    includeSchemaInPrompt: false\n",
            ["sort stale: schema changed", "more stale: waits for cell sort"]
        ),
        (
            "schemas:\n", "includeSchemaInPrompt: false\nschemas:\n",
            ["sort stale: schema changed", "more stale: waits for cell sort"]
        ),
        ("    generating: Ticket\n", "", ["sort stale: schema changed", "more stale: waits for cell sort"]),
        ("what a mail is about", "a comment", ["sort fresh", "more fresh"]),
        ("    required: [topic]\n", "    required: [topic]\n    $comment: for us\n", ["sort fresh", "more fresh"]),
        (
            "    type: object\n    properties:", "    additionalProperties: false\n    type: object\n    properties:",
            ["sort fresh", "more fresh"]
        ),
        ("Other: {type: string}", "Other: {type: number}", ["sort fresh", "more fresh"]),
        (
            "generating: Ticket\n", "generating: Ticket\n    includeSchemaInPrompt: true\n",
            ["sort fresh", "more fresh"]
        ),
    ]

    @Test(arguments: edits)
    func anEditOfASchemaMakesStaleWhatItReaches(old: String, new: String, plan: [String]) async throws {
        let desk = try Workspace(source)
        let models = FakeModels()
        models.answer("Sort.", with: #"{"topic": "mugs"}"#)
        try await desk.run(models)
        if !old.isEmpty {
            #expect(source.contains(old))
            try desk.write(source.replacing(old, with: new))
        }
        #expect(try desk.plan(models) == plan)
    }

    @Test func cellsWithoutASchemaHaveTheKeysThatTheyAlwaysHad() throws {
        let document = try Workspace(
            "playground: 1\nmodel: fake\nschemas: {A: {type: string}}\ncells: [{id: a, prompt: q}]\n"
        )
        .document()
        let cell = document.cells[0]
        let key = CellKey(
            model: "m", conversation: Conversation(), prompt: "q",
            options: ResolvedOptions(OptionsDeclaration(), cell: "a"), schema: document.schema(of: cell))
        #expect(key.parts[.schema] == nil)
        #expect(
            key
                == CellKey(
                    model: "m", conversation: Conversation(), prompt: "q",
                    options: ResolvedOptions(OptionsDeclaration(), cell: "a")))
    }
}
