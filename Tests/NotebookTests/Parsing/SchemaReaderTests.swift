// Schemas in YAML as JSON: scalars by what their keyword takes, digits kept, and from JSON files as they are.

import FoundationModels
import TestSupport
import Testing
import YAML

@testable import Notebook

@Suite("SchemaReader")
struct SchemaReaderTests {
    private func json(_ text: String, isJSON: Bool = false) throws -> String {
        let source = SourceText(path: "x", bytes: Array(text.utf8))
        let root = isJSON ? try JSONNodeReader.read(source) : try #require(NodeReader.read(source.lines).root)
        let written = SchemaReader.read(root, in: source, isJSON: isJSON)
        #expect(written.problems == [])
        return written.json.text(.compact)
    }

    static let rows: [(yaml: String, json: String)] = [
        ("{type: null}", #"{"type":"null"}"#),
        ("{type: [string, null]}", #"{"type":["string","null"]}"#),
        ("{title: no, description: 1.10}", #"{"title":"no","description":"1.10"}"#),
        (
            "{type: string, enum: [no, 012, 1.10, true, null, 'x']}",
            #"{"type":"string","enum":["no","012","1.10","true","null","x"]}"#
        ),
        ("{type: integer, enum: [1, '2', 3]}", #"{"type":"integer","enum":[1,"2",3]}"#),
        ("{type: [string, 'null'], enum: [a, null, 1]}", #"{"type":["string","null"],"enum":["a",null,"1"]}"#),
        ("{enum: [a, null, 1, 1.50, true, 12:30]}", #"{"enum":["a",null,1,1.5,true,"12:30"]}"#),
        ("{type: boolean, const: true}", #"{"type":"boolean","const":true}"#),
        (
            "{type: string, const: true, default: 5, examples: [1, a]}",
            #"{"type":"string","const":"true","default":"5","examples":["1","a"]}"#
        ),
        ("{const: {a: [1, no]}}", #"{"const":{"a":[1,"no"]}}"#),
        (
            "{minimum: 12345678901234567890, maximum: 0.30000000000000000001}",
            #"{"minimum":12345678901234567890,"maximum":0.30000000000000000001}"#
        ),
        ("{minLength: 012}", #"{"minLength":"012"}"#),
        ("{required: [1, true, a]}", #"{"required":["1","true","a"]}"#),
        ("{properties: {type: {type: string}, no: true}}", #"{"properties":{"type":{"type":"string"},"no":true}}"#),
        ("{items: [{type: string}, false]}", #"{"items":[{"type":"string"},false]}"#),
        ("{pattern: 12, format: date}", #"{"pattern":"12","format":"date"}"#),
        ("{const: 1e400}", #"{"const":1\#(String(repeating: "0", count: 400))}"#),
        ("{type: string, const: 1e400}", #"{"type":"string","const":"1e400"}"#),
        ("{x-note: {a: 1}, uniqueItems: true}", #"{"x-note":{"a":1},"uniqueItems":true}"#),
    ]

    @Test("reads scalars by what their keyword takes", arguments: rows)
    func declaredTypes(yaml: String, json expected: String) throws {
        #expect(try json(yaml) == expected)
    }

    @Test("takes the scalars of a JSON file for what they are")
    func jsonFiles() throws {
        let text = #"{"type": "string", "enum": [1, "1", true, null], "title": 5, "minLength": 1e1}"#
        #expect(
            try json(text, isJSON: true)
                == #"{"type":"string","enum":[1,"1",true,null],"title":5,"minLength":10}"#)
    }

    @Test("keeps the order of the text")
    func order() throws {
        #expect(
            try json("{properties: {b: {type: string}, a: {type: string}}, type: object}")
                == #"{"properties":{"b":{"type":"string"},"a":{"type":"string"}},"type":"object"}"#)
    }
}

@Suite("Schemas of a playground")
struct SchemaDeclarationTests {
    private func load(_ schemas: String, in folder: ScratchFolder? = nil) throws -> PlaygroundDocument {
        let text = "playground: 1\nschemas:\n" + schemas + "cells: [{id: a, prompt: Hi.}]\n"
        let path = folder?["desk.playground.yaml"] ?? "desk.playground.yaml"
        let file = PlaygroundFile.parse(Array(text.utf8), path: path)
        #expect(file.renderedDiagnostics == "")
        return try #require(file.document)
    }

    private func text(_ document: PlaygroundDocument, _ name: String) throws -> String {
        try #require(document.schemas.first { $0.name.value == name }).schema.document.text(.compact)
    }

    @Test("say in Apple's dialect what an object has, requires, and in which order")
    func dialect() throws {
        let document = try load(
            "  A: {type: object, properties: {b: {type: string}, a: {type: integer}}, required: [a]}\n")
        #expect(
            try text(document, "A")
                == #"{"type":"object","title":"A","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"#
                + #""required":["a"],"additionalProperties":false,"x-order":["b","a"]}"#)
    }

    @Test("stand whole with those that they refer to, each once, under a name that is free")
    func references() throws {
        let document = try load(
            """
              Order:
                type: object
                properties:
                  first: {$ref: Line}
                  rest: {type: array, items: {$ref: Line}}
                  word: {$ref: 'Line#/$defs/Word'}
                  own: {$ref: '#/$defs/Line'}
                  again: {$ref: Order}
                required: [first]
                $defs: {Line: {type: number}}
              Line:
                type: object
                properties: {word: {$ref: '#/$defs/Word'}, more: {$ref: '#'}, of: {$ref: Order}}
                required: [word]
                $defs: {Word: {type: string}}

            """)
        #expect(
            try text(document, "Order")
                == ##"{"type":"object","title":"Order","properties":{"first":{"$ref":"#/$defs/Line-2"},"##
                + ##""rest":{"type":"array","items":{"$ref":"#/$defs/Line-2"}},"##
                + ##""word":{"$ref":"#/$defs/Line-2/$defs/Word"},"own":{"$ref":"#/$defs/Line"},"again":{"$ref":"#"}},"##
                + #""required":["first"],"additionalProperties":false,"#
                + #""x-order":["first","rest","word","own","again"],"$defs":{"Line":{"type":"number"},"#
                + ##""Line-2":{"type":"object","title":"Line","properties":{"word":{"$ref":"#/$defs/Line-2/$defs/Word"},"##
                + ##""more":{"$ref":"#/$defs/Line-2"},"of":{"$ref":"#"}},"required":["word"],"##
                + #""additionalProperties":false,"x-order":["word","more","of"],"#
                + #""$defs":{"Word":{"type":"string"}}}}}"#)
    }

    @Test("leave references alone that are values")
    func values() throws {
        let document = try load("  A: {const: {$ref: B}, title: T}\n")
        #expect(try text(document, "A") == #"{"title":"T","const":{"$ref":"B"}}"#)
    }

    @Test("are closed where one place describes the object, and together where several do")
    func closing() throws {
        let document = try load(
            """
              Base: {type: object, properties: {a: {type: string}}, required: [a]}
              Both:
                allOf:
                  - {$ref: Base}
                  - {type: object, properties: {b: {type: string}}, required: [b]}
              One:
                anyOf:
                  - {type: object, properties: {k: {const: x}}, required: [k]}
                  - {type: object, properties: {k: {const: y}, n: {type: integer}}, required: [k, n]}
              Open: {type: object, properties: {a: {type: string}}, required: [], additionalProperties: {type: integer}}

            """)
        #expect(try text(document, "Base").contains(#""additionalProperties":false"#))
        #expect(
            try text(document, "Both")
                == ##"{"title":"Both","properties":{"a":true,"b":true},"additionalProperties":false,"##
                + ##""allOf":[{"$ref":"#/$defs/Base"},{"type":"object","properties":{"b":{"type":"string"}},"##
                + ##""required":["b"]}],"$defs":{"Base":{"type":"object","title":"Base","##
                + ##""properties":{"a":{"type":"string"}},"required":["a"]}}}"##)
        #expect(try text(document, "One").matches(of: #/"additionalProperties":false/#).count == 2)
        #expect(try text(document, "Open").contains(#""additionalProperties":{"type":"integer"}"#))
    }

    @Test("come from files, in YAML or JSON, below the project's root")
    func files() throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "project/.playground-root")
        try folder.write(
            "{\n\t\"type\": \"array\",\n\t\"items\": {\"$ref\": \"Line\"},\n\t\"maxItems\": 2\n}\n",
            to: "project/schemas/a.json")
        try folder.write("type: string\nenum: [yes, no]\n", to: "project/schemas/line.yaml")
        try folder.write("{type: strong}", to: "project/schemas/bad.yaml")
        try folder.write("type: [", to: "project/schemas/torn.yaml")
        try folder.write("{type: string}", to: "outside.yaml")
        func load(_ schemas: String) -> PlaygroundFile {
            let text = "playground: 1\nschemas:\n" + schemas + "cells: [{id: a, prompt: Hi., generating: A}]\n"
            return PlaygroundFile.parse(Array(text.utf8), path: folder["project/desk.playground.yaml"])
        }
        let good = load("  A: {file: schemas/a.json}\n  Line: {file: schemas/line.yaml}\n")
        #expect(good.renderedDiagnostics == "")
        #expect(
            try text(#require(good.document), "A")
                == ##"{"type":"array","title":"A","items":{"$ref":"#/$defs/Line"},"maxItems":2,"##
                + #""$defs":{"Line":{"type":"string","title":"Line","enum":["yes","no"]}}}"#)
        #expect(
            good.sources.map { $0.path.split(separator: "/").last ?? "" } == [
                "desk.playground.yaml", "a.json", "line.yaml",
            ])
        let place = folder["project/"]
        func said(_ file: PlaygroundFile) -> String { file.renderedDiagnostics.replacing(place, with: "") }
        #expect(
            said(load("  A: {file: schemas/bad.yaml}\n"))
                == """
                schemas/bad.yaml:1:8: error: unknown type 'strong'; it can be string, integer, number, boolean, null, object, array [json-schema.value]
                  {type: strong}
                         ^~~~~~

                """)
        #expect(
            said(load("  A: {file: ../outside.yaml}\n"))
                == """
                desk.playground.yaml:3:13: error: '../outside.yaml' leads out of the project; include files below its root only [notebook.include]
                    A: {file: ../outside.yaml}
                              ^~~~~~~~~~~~~~~

                """)
        try folder.write(#"{"type": "string", "const": "\ud83d\ude00"}"#, to: "project/schemas/pair.json")
        #expect(
            try text(#require(load("  A: {file: schemas/pair.json}\n").document), "A")
                == #"{"type":"string","title":"A","const":"😀"}"#)
        // JSON by its own grammar, at its own places.
        for (schema, words) in [
            ("{type: string}", "1:2: error: expected a key in quotes [json.syntax]\n  {type: string}\n   ^"),
            ("[1, 2", "1:6: error: expected ',' or ']' [json.syntax]\n  [1, 2\n       ^"),
            (
                "{\n\"x-é\": \"é\", \"type\": \"strong\"}",
                "2:21: error: unknown type 'strong'; it can be string, integer, number, boolean, null, object, array "
                    + "[json-schema.value]\n  \"x-é\": \"é\", \"type\": \"strong\"}\n                      ^~~~~~~~"
            ),
            ("{\"minLength\": 01}", "1:15: error: a number starts with a needless zero [json.syntax]"),
            ("{\n \"minLength\": 1,\r\n\"minLength\": 2}", "3:1: error: duplicate key 'minLength' [json.syntax]"),
            (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), "1:65: error: more than 64 levels"),
        ] {
            try folder.write(schema, to: "project/schemas/own.json")
            #expect(said(load("  A: {file: schemas/own.json}\n")).hasPrefix("schemas/own.json:\(words)"))
        }
        _ = try folder.write(Array("{\"title\": \"\0\u{1}\"}".utf8), to: "project/schemas/own.json")
        #expect(
            said(load("  A: {file: schemas/own.json}\n"))
                == """
                desk.playground.yaml:3:13: error: 'schemas/own.json' is a binary file; only text can be included [notebook.include]
                    A: {file: schemas/own.json}
                              ^~~~~~~~~~~~~~~~

                """)
        let torn = load("  A: {file: schemas/torn.yaml}\n  B: {file: schemas/torn.yaml}\n")
        #expect(torn.diagnostics.count == 1)
        #expect(torn.diagnostics.first?.location.file.hasSuffix("schemas/torn.yaml") == true)
    }

    @Test("are bounded: in number, in values, and in the length of keys")
    func limits() {
        func said(_ schemas: String) -> [String] {
            let text = "playground: 1\nschemas:\n\(schemas)cells: [{id: a, prompt: Hi.}]\n"
            return PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml").diagnostics.map {
                "\($0.location.start.line):\($0.location.start.column) \($0.message) [\($0.code)]"
            }
        }
        let many = (0..<201).map { "  S\($0): {type: string}\n" }.joined()
        #expect(said(many) == ["203:3 a playground can have at most 200 schemas, found 201 [notebook.schema-size]"])
        let values = (0..<9_999).map { "\($0)" }.joined(separator: ", ")
        #expect(
            said("  A: {type: string}\n  B: {enum: [\(values)]}\n") == [
                "4:3 the schemas up to 'B' have more than 10000 values; shorten them [notebook.schema-size]"
            ])
        let key = String(repeating: "k", count: 257)
        #expect(
            said("  A: {type: object, properties: {\(key): {type: string}}, required: []}\n") == [
                "3:34 a key of a schema can have at most 256 bytes [notebook.schema-size]"
            ])
        // An alias brings all that it names along: 90 times 90 lists of two numbers.
        let list = "[" + Array(repeating: "*a", count: 90).joined(separator: ", ") + "]"
        let bomb =
            "  A: {enum: [\(Array(repeating: "1", count: 90).joined(separator: ", "))]}\n"
            + "  B: {enum: &b [\(list.replacing("*a", with: "&a [1, 2]", maxReplacements: 1))]}\n"
            + "  C: {enum: [\(list.replacing("*a", with: "*b"))]}\n"
        #expect(said(bomb).count == 1)
    }
}
