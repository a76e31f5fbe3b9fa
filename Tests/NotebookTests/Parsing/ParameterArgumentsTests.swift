// Values of parameters from the command line, read as their declared types.

import Testing
import YAML

@testable import Notebook

@Suite("Parameter arguments")
struct ParameterArgumentsTests {
    private let document: PlaygroundDocument

    init() throws {
        let text = """
            playground: 1
            params:
              city: {type: string}
              tone: {type: string, default: kind, enum: [kind, formal]}
              count: {type: integer, default: 3}
              share: {type: number, default: 0.5, enum: [0.5, 1]}
              strict: {type: boolean, default: false}
            cells: [{id: a, prompt: Hi.}]
            """
        document = try #require(PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml").document)
    }

    @Test("take the place of defaults, as values of the declared type, with the text as it was given")
    func values() {
        let given = [("city", "Lisbon"), ("count", "-4"), ("share", "1.0"), ("strict", "true"), ("city", "no")]
        let (values, problems) = document.parameterValues(given: given.map { (name: $0, text: $1) })
        #expect(problems == [])
        #expect(
            values == [
                "city": ParameterValue(content: .string("no"), text: "no"),
                "tone": ParameterValue(content: .string("kind"), text: "kind"),
                "count": ParameterValue(content: .integer(-4), text: "-4"),
                "share": ParameterValue(content: .number(1), text: "1.0"),
                "strict": ParameterValue(content: .boolean(true), text: "true"),
            ])
    }

    @Test(
        "are refused with what would have been right",
        arguments: [
            ("citty", "Rome", "notebook.unknown-parameter", "unknown parameter 'citty'; did you mean 'city'?"),
            ("zebra", "x", "notebook.unknown-parameter", "unknown parameter 'zebra'"),
            ("count", "3.5", "notebook.parameter-value", "parameter 'count' must be an integer, found '3.5'"),
            ("count", "012", "notebook.parameter-value", "parameter 'count' must be an integer, found '012'"),
            (
                "count", "99999999999999999999", "notebook.parameter-value",
                "parameter 'count' must be an integer, found '99999999999999999999'"
            ),
            ("share", "inf", "notebook.parameter-value", "parameter 'share' must be a number, found 'inf'"),
            ("share", "0.7", "notebook.parameter-value", "parameter 'share' can't be '0.7'; it must be 0.5 or 1"),
            ("strict", "yes", "notebook.parameter-value", "parameter 'strict' must be true or false, found 'yes'"),
            ("tone", "frmal", "notebook.parameter-value", "parameter 'tone' can't be 'frmal'; did you mean 'formal'?"),
            ("tone", "rude", "notebook.parameter-value", "parameter 'tone' can't be 'rude'; it must be kind or formal"),
        ])
    func refused(name: String, text: String, code: String, message: String) {
        let (_, problems) = document.parameterValues(given: [(name: "city", text: "x"), (name: name, text: text)])
        #expect(problems.map(\.message) == [message])
        #expect(problems.map(\.code) == [code])
    }

    @Test("must give a value where there is no default")
    func required() {
        let (_, problems) = document.parameterValues(given: [])
        #expect(problems.map(\.message) == ["parameter 'city' has no default; give it a value with -p city=…"])
        #expect(problems.first?.declaration?.start.line == 3)
    }
}
