// A notebook whose author, model, tool and data all want to become part of the page: markup, scripts, text against its
// direction, control characters, words without an end, and very much of everything.

import FoundationModels
import Notebook
import TestSupport

@testable import Notebook

struct HostileNotebook {
    /// What a script that runs does; nothing else says this word.
    static let spell = "document.documentElement.dataset.owned=1"
    static let markup = """
        <script>\(spell)</script><img src=x onerror="\(spell)"></pre></div></article></main></script><svg onload=\(spell)>\
        <style>*{display:none}</style><iframe srcdoc="<script>\(spell)</script>"></iframe>"><a href="javascript:\(spell)">x</a>\
         ]]> --> <!-- ${\(spell)} \u{2028}\u{2029}\u{202E}desrever\u{2066} עברית \u{0}\u{1B}[31m \\u003cscript\\u003e
        """
    static let longWord = String(repeating: "Wi", count: 2000)
    static let megabyte = String(repeating: "0123456789 abcde", count: 65536) + markup

    static let source = """
        playground: 1
        title: "<script>\(spell)</script>\\u202E<b>title</b> \(longWord.prefix(300))"
        model: fake
        instructions: "</dl><script>\(spell)</script>"
        schemas:
          Card:
            type: object
            properties:
              "<script>\(spell)</script>": {type: string}
              "\(longWord.prefix(200))": {type: array, items: {type: string}}
            required: ["<script>\(spell)</script>", "\(longWord.prefix(200))"]
        tools:
          look:
            kind: fixture
            description: Look.
            parameters: {type: object, properties: {x: {type: string}}, required: [x]}
            otherwise: {returns: "</script><script>\(spell)</script>"}
        cells:
          - id: first
            title: "<img src=x onerror='\(spell)'> \(longWord.prefix(300))"
            prompt: "markup <script>\(spell)</script>"
            expect: [{contains: "</ul><script>\(spell)</script>"}]
          - id: left-\(String(longWord.prefix(40)).lowercased())
            continues: first
            prompt: "word \(longWord)"
          - id: right
            continues: first
            prompt: much
          - {id: third, continues: first, prompt: bidi}
          - {id: fourth, continues: first, prompt: markup}
          - {id: deeper, continues: fourth, prompt: word}
          - {id: deepest, continues: fourth, prompt: markup}
          - {id: card, prompt: card, generating: Card}
          - {id: called, tools: [look], prompt: call}
          - id: rows
            matrix:
              text: ["<script>\(spell)</script>", "\(longWord.prefix(400))", plain]
              n: [1, 2, "<b>"]
            prompt: "markup {{ text }} {{ n }}"
          - id: list
            matrix: {text: ["<script>\(spell)</script>", "\(longWord.prefix(400))"]}
            prompt: "word {{ text }}"
        plots:
          - {kind: bar, title: "<script>\(spell)</script> \(longWord.prefix(200))", x: content, xLabel: "</svg><script>\(spell)</script>"}
          - {kind: bar, x: cell, y: tokens.output}
          - {kind: box, x: cell, y: tokens.output}
          - {kind: scatter, x: tokens.input, y: tokens.output}
          - {kind: histogram, x: tokens.output}

        """

    let workspace: Workspace

    init() throws { workspace = try Workspace(Self.source) }

    static let models = CallingModels { prompt, outputs in
        switch prompt.split(separator: " ").first {
        case "word": [.text(longWord)]
        case "much": [.text(megabyte)]
        case "bidi": [.text("\u{202E}\u{202B}" + String(repeating: "אב ab ", count: 40))]
        case "card":
            [
                .text(
                    JSONValue.object([
                        JSONMember(key: "<script>\(spell)</script>", value: .string(markup)),
                        JSONMember(key: String(longWord.prefix(200)), value: .array([.string(longWord)])),
                    ]).text(.spaced))
            ]
        case "call" where outputs.isEmpty:
            [.text(markup), .toolCall(name: "look", arguments: #"{"x": "</code><script>\#(spell)</script>"}"#)]
        default: [.text(markup)]
        }
    }

    /// Runs it, and says what happens.
    func run(_ report: @escaping (RunEvent) -> Void = { _ in }) async throws {
        var runner = try Workspace.runner(workspace.paths.source, FakeModels())
        runner.source = Self.models
        _ = try await runner.run(report: report)
    }
}

extension Workspace {
    func planner() throws -> Planner {
        let document = try document()
        return Planner(
            document: document, parameters: document.parameterValues(given: []).values,
            model: document.model?.value ?? .registered("fake"), modelSHA256: "aa11",
            outputs: try OutputsFile(at: paths.outputs), rows: try RowRecord.all(of: document, at: paths),
            results: ResultsStore(paths))
    }

    func standing() throws -> Standing { Standing(try planner()) }

    func report() throws -> String {
        var rows: [Plan.Step] = []
        let plan = try planner().plan { rows.append($0) }
        return ReportPage([PlaygroundReport(plan, rows: rows, paths: paths)]).text
    }
}
