// Playgrounds as programs: what `export --to swift` writes is committed beside this file, compiled with it, and run here.

import Foundation
import FoundationModels
import Notebook
import PlaygroundFixtures
import Synchronization
import TestSupport
import Testing

@Suite("Exported programs")
struct SwiftExportTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    private static let tools = root.appending(path: "notebooks/tools.playground.yaml").path
    private static let everything = tests.appending(path: "Exported/everything.playground.yaml").path

    /// A changed exporter or notebook is compiled with the next build:
    /// `PLAYGROUND_UPDATE_GOLDENS=1 swift test --filter SwiftExportTests`, then the same without.
    @Test("are what is committed and compiled here", arguments: [tools, everything])
    func committed(path: String) throws {
        let document = try #require(PlaygroundFile.load(path: path).document)
        let name = PlaygroundPaths(source: path).name
        let export = SwiftExport(document, name: name)
        let file = Self.tests.appending(path: "Exported/\(name.capitalized)Playground.swift")
        if ProcessInfo.processInfo.environment["PLAYGROUND_UPDATE_GOLDENS"] != nil {
            try export.text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(export.text == (try? String(contentsOf: file, encoding: .utf8)))
    }

    /// The replaying model answers exactly what was asked when the notebook was recorded, so that every answer here says that
    /// instructions, prompts, calls and schemas are the notebook's, word for word.
    @Test("ask what the notebook asked, and get its answers")
    func replay() async throws {
        let fixture = try PlaygroundFixture(path: Self.tools)
        var program = ToolsPlayground(
            order: OrderTool { arguments in
                arguments.number == "A17"
                    ? #"{"status": "shipped", "carrier": "Post", "days": 2}"# : #"{"error": "not found"}"#
            },
            sum: SumTool { _ in try Self.output(of: "bill", in: fixture) },
            today: TodayTool { _ in try Self.output(of: "date", in: fixture) })
        program.model = try fixture.replayingModel()
        var answers: [String: String] = [:]
        try await program.run { cell, content, _ in answers[cell] = content.jsonString }
        #expect(answers.count == fixture.cellIDs.count)
        for cell in fixture.cellIDs { #expect(answers[cell] == (try fixture.content(of: cell)), "\(cell)") }
    }

    private static func output(of cell: String, in fixture: PlaygroundFixture) throws -> String {
        for case .toolOutput(let output) in try fixture.transcript(of: cell) {
            return output.description.dropping("\(output.toolName): ")
        }
        return ""
    }

    @Test("have the playground's instructions, options and schemas")
    func requests() async throws {
        let order =
            #"{"topic": "refund", "lines": [{"name": "mug", "count": 2}], "note": "soon", "default": true, "size": {"width": 1.5}}"#
        let model = ScriptedLanguageModel { request in
            switch request.transcript.lastPrompt {
            case "Sort \"this\": a \"quoted\" \\(text)": [.text(order)]
            case "Where is order A17?":
                request.transcript.contains { if case .toolOutput = $0 { true } else { false } }
                    ? [.text("It is shipped.")] : [.toolCall(name: "look-up", arguments: #"{"number": "A17"}"#)]
            case "Tag it.": [.text(#"["a", "b"]"#)]
            case "Grow.": [.text(#"{"value": 1, "children": [{"value": 2, "children": []}]}"#)]
            case "Choose.": [.text(#"{"either": 4}"#)]
            default: [.text("Well.")]
            }
        }
        var program = EverythingPlayground(lookUp: LookUpTool { $0.number == "A17" ? "shipped" : "?" })
        program.model = model
        program.taggingModel = model
        var answers: [String: GeneratedContent] = [:]
        var transcripts: [String: Transcript] = [:]
        try await program.run {
            answers[$0] = $1; transcripts[$0] = $2
        }
        #expect(answers.keys.sorted() == ["choose", "reply", "reply-formal", "sort", "tags", "tree", "where"])
        #expect(answers["sort"]?.jsonString == order)
        #expect(answers["where"]?.jsonString == "\"It is shipped.\"")
        #expect(answers["tree"]?.jsonString == #"{"value": 1, "children": [{"value": 2, "children": []}]}"#)
        let instructions = "You are friendly.\n\nSay \"yes\" \\ or \\(no).\n"
        #expect(transcripts["sort"]?.said == [instructions, "Sort \"this\": a \"quoted\" \\(text)", order])
        // The profile's instructions take the place of the file's.
        #expect(
            transcripts["reply"]?.said == [
                "Answer in 3 words.", "Sort \"this\": a \"quoted\" \\(text)", order,
                "About refund of mug,\nsoon in {\"width\": 1.5}.", "Well.",
            ])
        #expect(
            transcripts["reply-formal"]?.said == [
                instructions, "Sort \"this\": a \"quoted\" \\(text)", order, "And formally. {{ tone }}", "Well.",
            ])
        #expect(
            transcripts["reply"]?.lastOptions
                == GenerationOptions(samplingMode: .random(probabilityThreshold: 1, seed: 7), temperature: 0.5))
        #expect(
            transcripts["reply-formal"]?.lastOptions
                == GenerationOptions(
                    samplingMode: .random(top: 4, seed: 3), temperature: 1, maximumResponseTokens: 9))
        #expect(transcripts["sort"]?.lastOptions == GenerationOptions(samplingMode: .greedy))
        #expect(transcripts["where"]?.lastOptions == GenerationOptions(samplingMode: .greedy))
        let called = model.requests.filter { $0.transcript.lastPrompt == "Where is order A17?" }
        #expect(called.count == 2)
        let row = try await program.rows(message: "x", rowKey: "x/0.7", temperature: 0.7)
        #expect(row.transcript.said.suffix(2) == ["x x/0.7", "Well."])
        #expect(row.transcript.lastOptions?.temperature == 0.7)
        #expect(try await program.digest(rowsRows: "[1]").transcript.said.suffix(2) == ["Sum up: [1]", "Well."])
    }

    @Test("have types by whose schemas the file's contents are read")
    func types() throws {
        let tools = try PlaygroundFixture(path: Self.tools)
        let everything = try PlaygroundFixture(path: Self.everything)
        #expect(throws: Never.self) {
            _ = try tools.cases(generating: ["Status": Status.self, "Total": Total.self, "Day": Day.self], only: [])
            _ = try everything.cases(generating: ["Order": Order.self, "Line": Line.self, "Tree": Tree.self], only: [])
        }
        #expect(throws: FixtureError.self) { try everything.cases(generating: ["Order": Line.self], only: []) }
    }

    @Test("say what they could not carry")
    func losses() throws {
        let document = try #require(PlaygroundFile.load(path: Self.everything).document)
        #expect(
            SwiftExport(document, name: "everything").losses == [
                "expect: 1 expectation, which `playground check` judges",
                "cell where: that a tool must be called; a session may call tools",
                "Tags: a list or value that is the whole answer has no guides",
                "Order at #/properties/first-name: 'maxLength' is not carried",
                "Choice at #/properties/either: no type of Swift says this schema; it is any content",
            ])
    }
}

extension Transcript {
    fileprivate var said: [String] {
        compactMap { entry in
            switch entry {
            case .instructions(let instructions): instructions.segments.text
            case .prompt(let prompt): prompt.segments.text
            case .response(let response): response.segments.text
            default: nil
            }
        }
    }

    fileprivate var lastPrompt: String? {
        for case .prompt(let prompt) in reversed() { return prompt.segments.text }
        return nil
    }

    fileprivate var lastOptions: GenerationOptions? {
        for case .prompt(let prompt) in reversed() { return prompt.options }
        return nil
    }
}

extension [Transcript.Segment] {
    fileprivate var text: String {
        map { segment in
            switch segment {
            case .text(let text): text.content
            case .structure(let structure): structure.content.jsonString
            default: "?"
            }
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
