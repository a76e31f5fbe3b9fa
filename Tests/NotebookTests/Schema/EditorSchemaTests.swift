// The JSON Schema for editors against the parser's own tables, and the first playground that `init` writes.

import Foundation
import FoundationModels
import Testing

@testable import Notebook

@Suite("EditorSchema")
struct EditorSchemaTests {
    private func object(_ value: Any?) throws -> [String: Any] {
        try #require(value as? [String: Any])
    }

    private func schema() throws -> [String: Any] {
        try object(try JSONSerialization.jsonObject(with: Data(EditorSchema.text.utf8)))
    }

    @Test("allows the keys that the parser reads, requires those that it requires, and closes every mapping")
    func keys() throws {
        let schema = try schema()
        let definitions = try object(schema["definitions"])
        #expect(
            definitions.keys.sorted() == [
                "answer", "case", "cell", "context", "dataset", "expectation", "expected-call", "expected-count",
                "hints",
                "include", "negated-expectation", "options", "parameter", "plot", "policy-of-a-full-context", "profile",
                "prompt-part", "record", "sampling-mode", "schema", "simulation", "tool",
            ])
        let tables: [(FieldTable, [String: Any])] = [
            (.playground, schema), (.cell, try object(definitions["cell"])),
            (.options, try object(definitions["options"])), (.parameter, try object(definitions["parameter"])),
            (.dataset, try object(definitions["dataset"])),
            (.file, try object(definitions["include"])), (.promptPart, try object(definitions["prompt-part"])),
            (.plot, try object(definitions["plot"])), (.expectation, try object(definitions["expectation"])),
            (.negatedExpectation, try object(definitions["negated-expectation"])),
            (.expectedCall, try object(definitions["expected-call"])),
            (.expectedCount, try object(definitions["expected-count"])),
            (.samplingMode, try object(definitions["sampling-mode"])), (.tool, try object(definitions["tool"])),
            (.toolCase, try object(definitions["case"])), (.toolAnswer, try object(definitions["answer"])),
            (.profile, try object(definitions["profile"])), (.context, try object(definitions["context"])),
            (.simulation, try object(definitions["simulation"])), (.recording, try object(definitions["record"])),
            (.hints, try object(definitions["hints"])),
        ]
        for (table, definition) in tables {
            #expect(definition["additionalProperties"] as? Bool == false)
            let properties = try object(definition["properties"])
            #expect(properties.keys.sorted() == table.fields.filter { !$0.isPlanned }.map(\.name).sorted())
            #expect((definition["required"] as? [String] ?? []) == table.fields.filter(\.isRequired).map(\.name))
        }
    }

    @Test("knows the keywords of schemas that the parser reads, and no others")
    func keywords() throws {
        let schema = try object(object(schema()["definitions"])["schema"])
        #expect(schema["additionalProperties"] as? Bool == false)
        #expect(try object(schema["patternProperties"]).keys.sorted() == ["^x-"])
        let read = JSONSchemaKeyword.allCases.filter(\.isEnforced).map(\.rawValue)
        #expect(try object(schema["properties"]).keys.sorted() == read.sorted())
        let schemas = try object(object(self.schema()["properties"])["schemas"])
        let either = try #require(object(schemas["additionalProperties"])["anyOf"] as? [[String: String]])
        #expect(either == [["$ref": "#/definitions/include"], ["$ref": "#/definitions/schema"]])
    }

    @Test("resolves every reference within itself")
    func references() throws {
        let definitions = try object(schema()["definitions"])
        let names = EditorSchema.text.matches(of: #/"\$ref": "#\/definitions\/([a-z-]+)"/#).map { String($0.1) }
        #expect(Set(names) == Set(definitions.keys))
    }

    @Test("says what an editor needs about a value")
    func values() throws {
        let cell = try object(object(schema()["definitions"])["cell"])
        let properties = try object(cell["properties"])
        #expect(try object(properties["template"])["type"] as? String == "boolean")
        #expect(try object(properties["id"])["pattern"] as? String == "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")
        #expect(try object(properties["title"])["type"] as? [String] == ["string", "number", "boolean"])
        #expect(try object(object(schema()["properties"])["target"])["enum"] as? [String] == ["ios26", "ios27", "pcc"])
    }
}

@Suite("PlaygroundScaffold")
struct PlaygroundScaffoldTests {
    @Test("is a playground without any problem", arguments: ["Tour", "A \"tour\": \\ of #1\nand\u{1B} more"])
    func loads(title: String) throws {
        let text = PlaygroundScaffold.playground(title: title, model: "smollm2-135m-instruct")
        let file = PlaygroundFile.parse(Array(text.utf8), path: "tour.playground.yaml")
        #expect(file.renderedDiagnostics == "")
        let document = try #require(file.document)
        #expect(document.title?.value == title)
        #expect(document.cells.map(\.id.value) == ["greet", "poem", "present", "title"])
        #expect(document.parameterValues(given: []).problems == [])
        #expect(text.hasPrefix("# yaml-language-server: $schema=./playground-1.schema.json\n"))
    }
}
