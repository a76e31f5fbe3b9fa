// One row of the tables of bad input.

import Testing

@testable import Notebook

/// A file that is wrong, or doubtful, and the whole text that loading it prints.
struct BadPlayground: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var rendering: String

    init(_ name: String, _ text: String, says rendering: String) {
        self.name = name
        self.text = text
        self.rendering = rendering
    }

    var testDescription: String { name }
}

@Suite("Bad playground files")
struct BadPlaygroundTests {
    @Test(
        "are answered with the place, the words and the code",
        arguments: BadPlayground.yaml + BadPlayground.fields + BadPlayground.references
            + BadPlayground.parameters + BadPlayground.options + BadPlayground.schemas
            + BadPlayground.schemaUses + BadPlayground.contentPaths + BadPlayground.plots
            + BadPlayground.expectations + BadPlayground.tools + BadPlayground.profiles + BadPlayground.dynamic
            + BadPlayground.targets + BadPlayground.hints)
    func rendering(_ bad: BadPlayground) {
        let file = PlaygroundFile.parse(Array(bad.text.utf8), path: "desk.playground.yaml")
        #expect(file.renderedDiagnostics == bad.rendering)
        #expect((file.document == nil) == bad.rendering.contains(": error: "))
    }
}
