// Hints beyond those of files: of answers, and the table that silences them.

import TestSupport
import Testing

@testable import Notebook

@Suite("Hints")
struct HintTests {
    /// A playground with one tool that its cell may call.
    private static func tool(
        description: String = "Copies left.", prompt: String = "Well?", instructions: String = "Be kind.",
        mode: String = "allowed", hints: String = "{}"
    ) -> String {
        """
        playground: 1
        hints: \(hints)
        instructions: \(instructions)
        tools:
          stock: {kind: fixture, description: "\(description)", otherwise: {error: none}}
        cells:
          - {id: a, tools: [stock], prompt: "\(prompt)", options: {toolCallingMode: \(mode)}}

        """
    }

    @Test(
        "tell of a tool of which nobody says when to call it",
        arguments: [
            (tool(), true), (tool(description: "Call it whenever copies are asked for."), false),
            (tool(instructions: "Ask stock how many there are."), false),
            (tool(prompt: "Use a tool."), false), (tool(mode: "required"), false), (tool(mode: "disallowed"), false),
            (tool(hints: "{tool-use: false}"), false), (tool(description: "Counts the iffy."), true),
        ])
    func toolUse(source: String, isTold: Bool) {
        let file = PlaygroundFile.parse(Array(source.utf8), path: "desk.playground.yaml")
        #expect(
            file.renderedDiagnostics.split(separator: "\n").first.map(String.init)
                == (isTold
                    ? "desk.playground.yaml:5:3: warning: neither the description of 'stock' nor the instructions say when to "
                        + "call it; say so, as in 'Call it whenever …' [notebook.tool-use]" : nil))
        #expect(file.document != nil)
    }

    @Test("tell of an empty answer with its finish, unless they are silenced")
    func emptyContent() async throws {
        let models = WordModels()
        models.answer("Hi.", with: " \n")
        let source = "playground: 1\ncells:\n  - {id: a, prompt: Hi.}\n"
        let desk = try Workspace(source)
        #expect(
            try await desk.run(models) == [
                "a ran",
                "desk.playground.yaml:3:10: warning: the content of cell 'a' is empty (finish: stop) [notebook.empty-content]",
            ])
        let silent = try Workspace("hints: {empty-content: false}\n" + source)
        #expect(try await silent.run(models) == ["a ran"])
    }

    @Test(
        "find counts of lists in prose",
        arguments: [
            ("Give three names.", ["three names"]), ("Exactly 5 short funny names, please", ["5 names"]),
            ("Give names, three of them", []), ("One name", []),
            ("three long and winding names", []), ("In 1999 names were short", []),
        ])
    func counts(text: String, found: [String]) {
        #expect(ProseCount.counts(of: ["names"], in: text).map { "\($0.count) \($0.name)" } == found)
    }
}
