// Values of parameters from a YAML or JSON file.

import Testing

@testable import Notebook

@Suite("ParameterFile")
struct ParameterFileTests {
    private func parse(_ text: String) -> ParameterFile {
        ParameterFile.parse(Array(text.utf8), path: "values.yaml")
    }

    @Test(
        "gives names and texts in order, from YAML and from JSON",
        arguments: [
            "city: no\ncount: 012\ntone: |\n  kind\n", #"{"city": "no", "count": 012, "tone": "kind\n"}"#,
        ])
    func texts(text: String) {
        let file = parse(text)
        #expect(file.diagnostics == [])
        #expect(file.given.map(\.name) == ["city", "count", "tone"])
        #expect(file.given.map(\.text) == ["no", "012", "kind\n"])
    }

    @Test("says what is no value, with its place")
    func problems() {
        let file = parse("a: [1]\nb:\nc: 1\nc: 2\n")
        #expect(
            DiagnosticRenderer(sources: file.sources).render(file.diagnostics) == """
                values.yaml:4:1: error: duplicate key 'c' [yaml.duplicate-key]
                  c: 2
                  ^
                values.yaml:3:1: note: first written here
                  c: 1
                  ^
                values.yaml:1:1: error: the value of 'a' must be text, found a list [notebook.type]
                  a: [1]
                  ^
                values.yaml:2:1: error: the value of 'b' must be text, found nothing [notebook.type]
                  b:
                  ^

                """)
        #expect(file.given.map(\.text) == ["1"])
        #expect(
            parse("- a\n").diagnostics.map(\.message) == ["a parameter file must be a mapping of names, found a list"])
        #expect(
            ParameterFile.load(path: "/nowhere/values.yaml").diagnostics.map(\.message) == [
                "can't read the file: no such file"
            ])
    }
}
