// Structured contents in records: what they look like, that every content reads back as it was, and that any edit shows.

import FoundationModels
import Testing

@testable import Notebook

@Suite struct RecordedContentTests {
    private static func entry(_ content: String, isShown: Bool = true) -> OutputEntry {
        OutputEntry(
            key: "00ff", parts: [.prompt: "1e5a", .schema: "5c4e"], continues: nil,
            options: ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil), prompt: "Sort.", content: content,
            schema: OutputEntry.Schema(name: "Ticket", isShown: isShown), finish: "stop", inputTokenCount: 3,
            outputTokenCount: 2, model: OutputEntry.Model(name: "fake", sha256: "aa11"),
            engine: OutputEntry.Engine(version: "1.2.3", numerics: 4))
    }

    private func read(_ text: String) throws -> OutputsFile {
        try OutputsFile(bytes: Array(text.utf8), path: "x.outputs.yaml")
    }

    @Test func aContentLooksLikeThis() throws {
        let content =
            #"{"topic": "refund", "note": "Two lines\nof text", "size": 12.50, "next": null, "no": true, "empty": [], "#
            + #""lines": [{"name": "blue mug", "tags": ["a", "1"]}, {"name": "no", "tags": []}], "grid": [[1, 2], [3]]}"#
        let normal = try JSONValue(parsing: content).text(.spaced)
        let file = OutputsFile(entries: [.init(id: "sort", entry: Self.entry(normal, isShown: false))])
        let expected = """
            # Answers as recorded by `playground run`. After a merge conflict take either side and run again.
            outputs: 1
            cells:
              sort:
                key: "00ff"
                parts: {prompt: "1e5a", schema: "5c4e"}
                generating: Ticket
                includeSchemaInPrompt: false
                options: {sampling: greedy}
                prompt: |-
                  Sort.
                content:
                  topic: refund
                  note: |-
                    Two lines
                    of text
                  size: 12.5
                  next: null
                  "no": true
                  empty: []
                  lines:
                    - name: "blue mug"
                      tags: [a, "1"]
                    - name: "no"
                      tags: []
                  grid:
                    - [1, 2]
                    - [3]
                finish: stop
                tokens: {input: 3, output: 2}
                model: {name: fake, sha256: "aa11"}
                engine: {version: "1.2.3", numerics: 4}
                seal: "SEAL"

            """.replacing("SEAL", with: Self.entry(normal, isShown: false).seal)
        #expect(file.text == expected)
    }

    static let contents: [String] = {
        let texts = OutputsFileTests.hostile + ["true", "null", "1e5", "-", "~", "a: b", "- a", "'", "0x1F", "12:30"]
        var contents = [
            "null", "true", "5", #""text""#, #""""#, "[]", "{}", "[[]]", "[{}]", "[[[1]]]", #"[{"a": [{"b": []}]}]"#,
            #"{"a": 12345678901234567890123, "b": 0.1000000000000000055511151231257827, "c": -1e-300, "d": 1e+300}"#,
            #"{"a": 1\#(String(repeating: "0", count: 199)), "b": -0.00001, "c": 1e+999}"#,
            #"{"": 1, " ": 2, "a b": 3, "1": 4, "true": 5}"#,
        ]
        func quoted(_ text: String) -> String { JSONValue.string(text).text(.spaced) }
        for text in texts {
            contents.append(
                #"{"a": \#(quoted(text)), "b": [\#(quoted(text))], "c": [{"d": \#(quoted(text)), "e": 1}]}"#)
            contents.append(#"{\#(quoted(text)): 1}"#)
            contents.append("[\(quoted(text)), [1]]")
            contents.append(quoted(text))
        }
        contents.append(String(repeating: #"{"a": ["#, count: 40) + "1" + String(repeating: "]}", count: 40))
        contents.append(#"{"\#(String(repeating: "k", count: 2000))": 1}"#)
        return contents
    }()

    @Test(arguments: contents)
    func whatIsWrittenIsReadAndWrittenAgainTheSame(content: String) throws {
        let normal = try JSONValue(parsing: content).text(.spaced)
        let file = OutputsFile(entries: [
            .init(id: "a", entry: Self.entry(normal)), .init(id: "b", entry: Self.entry(normal, isShown: false)),
        ])
        let again = try read(file.text)
        #expect(again == file)
        #expect(again.text == file.text)
        #expect(again["a"]?.content == normal)
    }

    static let edits = [
        ("topic: refund", "topic: delivery"), ("size: 12", "size: 13"), ("size: 12", "size: \"12\""),
        ("generating: Ticket", "generating: Other"), ("    generating: Ticket\n", ""),
        ("schema: \"5c4e\"", "schema: \"5c4f\""), ("topic: refund\n      size: 12", "size: 12\n      topic: refund"),
        ("    generating: Ticket\n", "    generating: Ticket\n    includeSchemaInPrompt: false\n"),
    ]

    @Test(arguments: edits)
    func anyEditBreaksTheSeal(found: String, replacement: String) throws {
        let file = OutputsFile(entries: [.init(id: "a", entry: Self.entry(#"{"topic": "refund", "size": 12}"#))])
        #expect(try read(file.text)["a"]?.isEdited == false)
        let text = file.text.replacing(found, with: replacement)
        #expect(text != file.text)
        // A record whose content is no text and says no schema can't be read at all.
        #expect(try read(text)["a"]?.isEdited != false)
    }

    @Test(arguments: contents.prefix(20))
    func aKeptResultReadsBack(content: String) throws {
        let normal = try JSONValue(parsing: content).text(.spaced)
        for isShown in [true, false] {
            let result = CellResult(
                playground: "desk", cell: "a", entry: Self.entry(normal, isShown: isShown), instructions: nil,
                tokenIDs: [1])
            #expect(CellResult(line: result.line) == result)
        }
    }
}
