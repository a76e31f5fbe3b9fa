// Good playground files as documents: every field, every place, fields read by their declared type.

import Testing
import YAML

@testable import Notebook

@Suite("DocumentParser")
struct DocumentParserTests {
    private func load(_ text: String) throws -> PlaygroundDocument {
        let file = PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml")
        #expect(file.renderedDiagnostics == "")
        return try #require(file.document)
    }

    @Test("reads every field of the format")
    func everything() throws {
        let document = try load(
            """
            # yaml-language-server: $schema=./playground-1.schema.json
            playground: 1
            title: Returns desk
            model: smollm2-135m-instruct
            target: ios26
            options: {temperature: 0.5, samplingMode: {top: 40}, seed: 7, maximumResponseTokens: 200}
            params:
              tone: {type: string, default: friendly, enum: [friendly, formal]}
              count: {type: integer, default: 3}
              share: {type: number, default: 0.10}
              strict: {type: boolean, default: true}
              city: {type: string}
            instructions: |
              Answer in a {{ tone }} tone.
            cells:
              - id: sort
                title: The first
                prompt: "Sort {{ count }} mails from {{city}}."
                tags: [smoke, 12]
                options: {samplingMode: greedy, temperature: 0}
              - id: reply
                continues: sort
                needs: [other-1]
                prompt:
                  - text: One sentence.
                  - text: "About {{ cells.other-1.content }}"
              - id: other-1
                instructions: Be brief.
                template: false
                prompt: "{{ not a name }} {{ tone }}"
                options: {samplingMode: {probabilityThreshold: 0.9}}
            """)
        #expect(document.title?.value == "Returns desk")
        #expect(document.model?.value == .registered("smollm2-135m-instruct"))
        #expect(document.target?.value == .ios26)
        #expect(document.options.temperature?.value == 0.5)
        #expect(document.options.samplingMode?.value == .top(count: 40))
        #expect(document.options.seed?.value == 7)
        #expect(document.options.maximumResponseTokens?.value == 200)
        #expect(document.parameters.map(\.name.value) == ["tone", "count", "share", "strict", "city"])
        #expect(document.parameters.map(\.type) == [.string, .integer, .number, .boolean, .string])
        #expect(
            document.parameters.map(\.defaultValue) == [
                ParameterValue(content: .string("friendly"), text: "friendly"),
                ParameterValue(content: .integer(3), text: "3"), ParameterValue(content: .number(0.1), text: "0.10"),
                ParameterValue(content: .boolean(true), text: "true"), nil,
            ])
        #expect(document.parameters[0].allowedValues?.map(\.text) == ["friendly", "formal"])
        #expect(document.instructions?.references.map(\.target) == [.parameter("tone")])

        #expect(document.cells.map(\.id.value) == ["sort", "reply", "other-1"])
        let sort = document.cells[0]
        #expect(sort.title?.value == "The first")
        #expect(sort.tags.map(\.value) == ["smoke", "12"])
        #expect(sort.options.merged(over: document.options).temperature?.value == 0)
        #expect(sort.options.merged(over: document.options).samplingMode?.value == .greedy)
        #expect(sort.options.merged(over: document.options).seed?.value == 7)
        let reply = document.cells[1]
        #expect(reply.continues?.value == "sort")
        #expect(reply.prompt.count == 2)
        #expect(reply.contentDependencies == ["other-1"])
        #expect(reply.dependencies == ["sort", "other-1"])
        let other = try #require(document.cell("other-1"))
        guard case .text(let template) = other.prompt[0] else { return }
        #expect(template.pieces == [.text("{{ not a name }} {{ tone }}")])
        #expect(other.options.samplingMode?.value == .probabilityThreshold(0.9))
        #expect(document.cell("none") == nil)
    }

    @Test(
        "takes a text field as text, whatever YAML would make of it",
        arguments: ["no", "1.10", "012", "12:30", "~", "null", "true", "2026-01-02", "1_000", "0x1F", "-"])
    func declaredType(text: String) throws {
        let document = try load(
            """
            playground: 1
            title: \(text == "-" ? "\"-\"" : text)
            params: {p: {type: string, default: \(text == "-" ? "\"-\"" : text)}}
            cells: [{id: a, prompt: \(text == "-" ? "\"-\"" : text)}]
            """)
        #expect(document.title?.value == text)
        #expect(document.parameters[0].defaultValue?.content == .string(text))
        guard case .text(let template) = document.cells[0].prompt[0] else { return }
        #expect(template.pieces == [.text(text)])
    }

    @Test("keeps the places of what it read")
    func places() throws {
        let document = try load(
            "playground: 1\ncells:\n  - id: a\n    prompt: Hi.\n  - id: b\n    continues: a\n    prompt: Ho.\n")
        let continues = try #require(document.cells[1].continues)
        #expect(
            continues.location
                == SourceLocation(
                    file: "desk.playground.yaml",
                    range: SourceRange(
                        start: SourcePosition(line: 6, column: 16), end: SourcePosition(line: 6, column: 17))))
        #expect(document.cells[1].location.start == SourcePosition(line: 5, column: 5))
    }

    @Test("reads the same document with a byte order mark and CRLF")
    func windows() throws {
        let text = "playground: 1\ncells:\n  - id: a\n    prompt: |\n      One\n      two\n"
        #expect(try load(text) == load("\u{FEFF}" + text.replacing("\n", with: "\r\n")))
    }

    @Test(
        "tells a weights file from a registered name",
        arguments: [
            ("smollm2-135m-instruct", ModelReference.registered("smollm2-135m-instruct")),
            ("models/tiny.gguf", .weightsFile(path: "models/tiny.gguf")),
            ("/a b/Tiny.GGUF", .weightsFile(path: "/a b/Tiny.GGUF")),
        ])
    func models(text: String, model: ModelReference) throws {
        #expect(try load("playground: 1\nmodel: \(text)\ncells: [{id: a, prompt: Hi.}]\n").model?.value == model)
    }

    @Test("shares a value between cells by an alias")
    func aliases() throws {
        let document = try load(
            """
            playground: 1
            cells:
              - {id: a, prompt: Hi., options: &short {maximumResponseTokens: 5}}
              - {id: b, prompt: Ho., options: *short}
            """)
        #expect(document.cells[1].options.maximumResponseTokens?.value == 5)
    }

    /// Every key of the format that this version does not read yet, in a file that uses it.
    static let planned: [(key: String, text: String)] = {
        func keys(_ table: FieldTable) -> [String] { table.fields.filter(\.isPlanned).map(\.name) }
        let cells = "cells: [{id: a, prompt: Hi."
        return keys(.playground).map { ($0, "playground: 1\n\($0): {}\n\(cells)}]\n") }
            + keys(.cell).map { ($0, "playground: 1\n\(cells), \($0): {}}]\n") }
            + keys(.options).map { ($0, "playground: 1\noptions: {\($0): x}\n\(cells)}]\n") }
            + keys(.promptPart).map { ($0, "playground: 1\ncells: [{id: a, prompt: [{\($0): x}]}]\n") }
    }()

    @Test("refuses what is planned by name, and never ignores it", arguments: planned)
    func plannedKeys(key: String, text: String) {
        let file = PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml")
        #expect(file.diagnostics.map(\.message) == ["'\(key)' is not supported yet in this version; remove it"])
        #expect(file.diagnostics.map(\.code) == ["notebook.unsupported"])
        #expect(file.document == nil)
    }

    @Test("does not take the axes of a matrix that is wrong for unknown parameters")
    func axes() {
        let text = "playground: 1\ncells:\n  - id: a\n    matrix: {m: {file: no.csv}}\n    prompt: \"{{ m.text }}\"\n"
        let file = PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml")
        #expect(file.diagnostics.map(\.message) == ["can't read 'no.csv': no such file"])
    }

    @Test("collects at most 100 errors, and stays fast on a file of one long line")
    func oneLine() {
        let cells = (0..<5000).map { "{id: c\($0), prompt: '{{ x\($0) }}', promt: y}" }.joined(separator: ", ")
        let file = PlaygroundFile.parse(Array("{playground: 1, cells: [\(cells)]}".utf8), path: "desk.playground.yaml")
        #expect(file.document == nil)
        #expect(file.diagnostics.count == 100)
        #expect(file.renderedDiagnostics.utf8.count < 100_000)
    }

    @Test("reads ten thousand cells that go on from one another")
    func chain() throws {
        let cells = (1...10_000).map { "  - {id: c\($0), prompt: Hi., continues: c\($0 - 1)}\n" }.joined()
        let document = try load("playground: 1\ncells:\n  - {id: c0, prompt: Hi.}\n" + cells)
        #expect(document.cells.count == 10_001)
    }

    @Test("No damage to a file can crash the parser, and every problem lies within the file")
    func mutations() {
        let text = """
            playground: 1
            model: tiny
            options: {temperature: 0.5, samplingMode: {top: 4}, seed: 1}
            params: {tone: {type: string, default: kind, enum: [kind, rude]}}
            schemas:
              T: {type: object, properties: {n: {$ref: 'U#/$defs/W'}, k: {type: [string, 'null'], enum: [x, 1]}}}
              U: {type: array, items: {$ref: T}, minItems: 1, $defs: {W: {allOf: [{$ref: '#'}, true]}}}
            instructions: >
              Answer in a {{ tone }} tone.
            cells:
              - {id: a, prompt: "Say {{ tone }} and \\\\{{ tone }}", tags: [x], generating: T}
              - id: b
                continues: a
                needs: [a]
                prompt: [{text: 'It''s {{ cells.a.content.k }}'}]
            """
        var state: UInt64 = 3
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let words = [
            "a", "b", "1", "{{", "}}", "[", "]", "{", "}", ": ", "\n", "  ", "-", "cells", ".", "'", "\"", "é", "*a",
            "&a ", "$ref", "#/", "type",
        ]
        for _ in 0..<1500 {
            var damaged = Array(text)
            for _ in 0...random(3) {
                let place = random(damaged.count)
                let end = min(damaged.count, place + random(6))
                damaged.replaceSubrange(place..<end, with: Array(words[random(words.count)]))
            }
            let file = PlaygroundFile.parse(Array(String(damaged).utf8), path: "desk.playground.yaml")
            for diagnostic in file.diagnostics {
                let start = diagnostic.location.start
                let lines = file.sources[0].lines
                #expect((1...lines.lineStarts.count).contains(start.line))
                #expect((1...lines.width(ofLine: start.line) + 1).contains(start.column))
            }
            #expect((file.document == nil) == file.diagnostics.contains { $0.severity == .error })
        }
    }
}
