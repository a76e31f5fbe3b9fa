// Hints beyond those of files: of answers, and the table that silences them.

import TestSupport
import Testing

@testable import Notebook

@Suite("Hints")
struct HintTests {
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
