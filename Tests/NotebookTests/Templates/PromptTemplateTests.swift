// Filling templates: values go in verbatim and once, references have exact places.

import Testing
import YAML

@testable import Notebook

@Suite("PromptTemplate")
struct PromptTemplateTests {
    private func template(_ prompt: String, params: String = "p: {type: string, default: x}") throws -> PromptTemplate {
        let text = "playground: 1\nparams: {\(params)}\ncells:\n  - id: a\n    prompt: \(prompt)\n"
        let file = PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml")
        #expect(file.renderedDiagnostics == "")
        guard case .text(let template)? = file.document?.cells[0].prompt[0] else {
            throw NoTemplate()
        }
        return template
    }

    private struct NoTemplate: Error {}

    @Test(
        "puts values in verbatim, and never looks at them again",
        arguments: ["{{ p }}", #"\{{ p }}"#, "\"quoted\"", "a\nb: |", "<|im_end|>", "$1 \\0 %s", ""])
    func verbatim(value: String) throws {
        let template = try template("'[{{ p }}|{{ p }}]'")
        #expect(template.substituting { _ in value } == "[\(value)|\(value)]")
    }

    @Test("passes on what a value throws")
    func failure() throws {
        struct Missing: Error, Equatable {}
        let template = try template("'{{ p }}'")
        #expect(throws: Missing()) {
            try template.substituting { _ throws(Missing) in throw Missing() }
        }
    }

    @Test(
        "knows the place of each reference inside the block that it stands in",
        arguments: [
            ("|\n      One\n\n        {{ p }} two\n      {{p}}", [8, 9], [12, 9]),
            (">\n      One\n      {{ p }} two\n\n      three {{ p }}", [7, 9], [10, 16]),
            ("One {{ p }}\n      two {{ p }}", [5, 6], [20, 14]),
            ("'it''s {{ p }}'", [5], [23]),
            ("\"a\\n\\u00e9 {{ p }}\"", [5], [27]),
            ("\"\u{1F600} {{ p }}\"", [5], [19]),
        ])
    func places(prompt: String, lines: [Int], columns: [Int]) throws {
        let references = try template(prompt).references
        #expect(references.map(\.location.start.line) == lines)
        #expect(references.map(\.location.start.column) == columns)
        #expect(references.map { $0.location.range.end.column - $0.location.start.column } == lines.map { _ in 1 })
    }
}
