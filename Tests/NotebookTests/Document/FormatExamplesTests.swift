// Every example of the format's reference is read as it stands there, and so is the design's own.

import Foundation
import TestSupport
import Testing

@testable import Notebook

@Suite("Examples of the format")
struct FormatExamplesTests {
    /// The blocks of YAML in the reference, in order.
    static let blocks: [String] = {
        let url = Locations.repository.appending(path: "docs/Playground-format.md")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        return text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first.map { $0 + "\n" }
        }
    }()

    /// A whole playground around a part of one.
    private static func whole(_ block: String) -> String {
        if block.contains("playground: 1") { return block }
        let cell = "cells:\n  - id: a\n    prompt: Hi.\n"
        if block.hasPrefix("  - ") { return "playground: 1\ncells:\n" + block }
        if block.hasPrefix("    expect:") {
            return """
                playground: 1
                params: {word: {type: string, default: x}}
                tools: {order: {kind: fixture, description: Call it for orders., otherwise: {error: none}}}
                schemas:
                  T:
                    type: object
                    properties: {topic: {type: string}, items: {type: array, items: {type: string}}}
                    required: [topic, items]
                cells:
                  - id: a
                    prompt: Hi.
                    generating: T
                    tools: [order]
                \(block)
                """
        }
        if block.hasPrefix("properties:") {
            let inner = block.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
            return """
                playground: 1
                params: {limit: {type: integer, default: 2}}
                schemas:
                  Names:
                    type: object
                    properties: {names: {type: array, items: {type: string}}}
                    required: [names]
                  Best:
                    type: object
                    required: []
                \(inner)
                cells:
                  - {id: list, prompt: Hi., generating: Names}
                  - {id: best, prompt: Hi., generating: Best}

                """
        }
        return "playground: 1\n" + block + (block.contains("\ncells:") ? "" : cell)
    }

    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for name in ["data", "schemas", "bin"] {
            try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
        }
        try folder.write(
            "id,text,lang,expected\na17,Where is it?,en,delivery\nb20,Kaputt.,de,refund\n", to: "data/messages.csv")
        try folder.write(
            #"{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}"#,
            to: "schemas/line.json")
        try folder.write("echo 3\n", to: "bin/stock")
        return folder
    }

    @Test("of the reference are read without a word", arguments: blocks.indices)
    func reference(index: Int) throws {
        let block = Self.blocks[index]
        if block.hasPrefix("outputs: 1") {
            let outputs = try OutputsFile(bytes: Array(block.utf8), path: "desk.outputs.yaml")
            #expect(outputs.entries.map(\.id) == ["shorter"])
            #expect(outputs.notes.isEmpty)
            return
        }
        let folder = try Self.folder()
        let file = PlaygroundFile.parse(Array(Self.whole(block).utf8), path: folder["desk.playground.yaml"])
        let words = file.renderedDiagnostics.split(separator: "\n").filter { !$0.contains("[notebook.tool-use]") }
        #expect(
            words.filter { $0.contains("error:") || $0.contains("warning:") }.isEmpty, "\(file.renderedDiagnostics)")
        #expect(file.document != nil)
    }

    @Test("of the reference are all there")
    func count() { #expect(Self.blocks.count >= 12) }

    /// The example that the format was designed from, but for the kinds of its file that the reference has otherwise.
    @Test("of the design are read")
    func design() throws {
        let folder = try Self.folder()
        let file = PlaygroundFile.parse(Array(Self.designed.utf8), path: folder["desk.playground.yaml"])
        let document = try #require(file.document, "\(file.renderedDiagnostics)")
        #expect(document.cells.map(\.id.value) == ["sort", "reply", "reply-formal", "where", "inbox", "digest"])
        #expect(document.cell("inbox")?.matrix?.keys == ["a17/0", "a17/0.7", "b20/0"])
        #expect(document.cell("where")?.toolNames == ["order"])
        #expect(document.tools.map(\.isExternal) == [false, true])
        #expect(document.cells.map(\.expectations.count) == [2, 1, 0, 1, 1, 0])
    }

    private static let designed = """
        # yaml-language-server: $schema=./playground-1.schema.json
        playground: 1
        title: Returns desk
        model: smollm2-135m-instruct
        target: ios26
        options: {maximumResponseTokens: 200}
        params:
          tone: {type: string, default: friendly, enum: [friendly, formal]}
        instructions: |
          You sort customer messages for a shop. Answer in a {{ tone }} tone.
        schemas:
          Ticket:
            type: object
            properties:
              topic: {type: string, enum: [refund, delivery, other]}
              items: {type: array, items: {type: string}, maxItems: 3}
              urgent: {type: boolean}
            required: [topic, items, urgent]
        tools:
          order:
            kind: fixture
            description: Look an order up by its number.
            parameters: {type: object, properties: {number: {type: string}}, required: [number]}
            cases:
              - when: {number: A17}
                returns: {status: shipped}
            otherwise: {error: not found}
          stock:
            kind: command
            description: Copies left.
            parameters: {type: object, properties: {sku: {type: string}}, required: [sku]}
            argv: [./bin/stock, --json]
            timeout: 10s
            maxOutput: 32KiB
            env: [STOCK_TOKEN]
            volatile: [/timestamp]
        secrets: [STOCK_TOKEN]
        cells:
          - id: sort
            prompt: "The parcel with my two mugs came broken, and the party is tomorrow!"
            generating: Ticket
            expect:
              - {at: /topic, oneOf: [refund, delivery]}
              - {at: /urgent, equals: true}
          - id: reply
            continues: sort
            prompt: Write one sentence to the customer.
            expect: [{not: {contains: "{"}}]
          - id: reply-formal
            continues: sort
            prompt: Write one formal sentence to the customer.
          - id: where
            tools: [order]
            options: {toolCallingMode: required}
            prompt: Where is order A17?
            expect: [{calls: [{tool: order, arguments: {number: A17}}]}]
          - id: inbox
            matrix:
              message: {file: data/messages.csv, key: id}
              options.temperature: [0, 0.7]
              exclude: [{options.temperature: 0.7, message.lang: de}]
            prompt: "{{ message.text }}"
            generating: Ticket
            passRate: 0.8
            expect: [{at: /topic, equals: "{{ message.expected }}"}]
          - id: digest
            prompt: "Summarise today's mail in two lines: {{ cells.inbox.rows }}"

        """
}
