// What a live page says while a run goes on: fed with the events of real runs of a model that answers at once.

import FoundationModels
import Notebook
import TestSupport
import Testing

@testable import Notebook

/// A notebook under a watch that a test drives.
private struct Watched {
    let desk: Workspace
    var view: LiveView

    init(_ source: String) throws { self.init(at: try Workspace(source)) }

    init(at desk: Workspace) {
        self.desk = desk
        view = LiveView(desk.paths)
    }

    mutating func load(edited: Set<String> = []) throws {
        view.take(.loaded(playground: desk.paths.source, try desk.standing(), edited: edited))
    }

    /// Runs to the end.
    ///
    /// - Parameter look: is shown the page after each event.
    mutating func run(
        _ source: any CellModelSource, look: (RunEvent, LiveView) -> Void = { _, _ in }
    ) async throws {
        var events: [RunEvent] = []
        view.take(.runStarted(playground: desk.paths.source))
        var runner = try Workspace.runner(desk.paths.source, FakeModels())
        runner.source = source
        let summary = try await runner.run { events.append($0) }
        for event in events {
            view.take(.run(playground: desk.paths.source, event))
            look(event, view)
        }
        view.take(
            .runEnded(playground: desk.paths.source, summary, try desk.standing(), WatchTiming()))
    }

    func cell(_ id: String) throws -> PlaygroundReport.Cell { try #require(view.report.cells.first { $0.id == id }) }

    /// The content as markup, as it stands in the data file.
    func html() throws -> String { try Self.html(of: view) }

    static func html(of view: LiveView) throws -> String {
        let data = view.data(stamp: "1")
        guard data.hasPrefix("view("), data.hasSuffix(")\n"),
            case .string(let html)? = try JSONValue(parsing: String(data.dropFirst(5).dropLast(2)))["html"]
        else { throw CocoaError() }
        return html
    }

    private struct CocoaError: Error {}
}

@Suite("A live page")
struct LiveViewTests {
    @Test("shows answers as they grow, what they took, and the tree of conversations")
    func growth() async throws {
        var watched = try Watched(deskSource)
        try watched.load()
        #expect(try watched.html().contains("<span class=\"state missing\">missing</span>"))
        var texts: [String] = []
        try await watched.run(FakeModels()) { event, view in
            if case .answering(cell: "digest", _) = event,
                let cell = view.report.cells.first(where: { $0.id == "digest" })
            {
                texts.append(cell.progress?.text ?? "")
                #expect(cell.prompt == "Sum up: Answer 2 to: Reply.\n")
                let html = CellArticle(cell: cell, anchor: "p1", level: 2).html.text
                #expect(html.contains("class=\"cell answering\""))
                #expect(html.contains("<span class=\"caret\""))
            }
        }
        #expect(texts.prefix(3) == ["Answer", "Answer 1", "Answer 1 to:"])
        let html = try watched.html()
        #expect(html.contains("0 of 59 input tokens cached (0 %)"))
        #expect(html.contains("Answer 1 to: Sum up: Answer 2 to: Reply."))
        #expect(html.contains("<ol class=\"tree fork\">"))
        #expect(!html.contains("caret"))
        #expect(try watched.cell("sort").progress?.words.hasPrefix("10 + 5 tokens · 0.") == true)
        #expect(watched.view.report.timings.map(\.cell) == ["sort", "reply", "digest", "formal"])
    }

    @Test("shows what a new answer changes of the record, and forgets it with the next save")
    func differences() async throws {
        var watched = try Watched(deskSource)
        try await watched.desk.run(FakeModels())
        try watched.desk.write(deskSource.replacing("Sort this.", with: "Sort that."))
        try watched.load(edited: ["sort"])
        try await watched.run(FakeModels())
        let html = try watched.html()
        #expect(html.contains("Answer 1 to: Sort <del>this</del><ins>that</ins>."))
        #expect(html.contains("The same as the record."))
        try watched.load()
        #expect(try !watched.html().contains("<ins>"))
    }

    @Test("judges expectations as answers come")
    func expectations() async throws {
        var watched = try Watched(
            """
            playground: 1
            model: fake
            cells:
              - {id: one, prompt: First, expect: [{contains: First}, {contains: other}]}
              - {id: many, matrix: {n: [a, b]}, prompt: "say {{ n }}", expect: [{contains: "say {{ n }}"}]}

            """)
        try watched.load()
        var rows: [String] = []
        try await watched.run(FakeModels()) { _, view in
            let words = view.report.cells[1].progress?.words ?? ""
            if rows.last != words { rows.append(words) }
        }
        #expect(rows == ["", "0 of 2 rows", "1 of 2 rows", "2 of 2 rows"])
        #expect(try watched.cell("one").results.map(\.isMet) == [true, false])
        let found = try watched.cell("many").rows
        #expect(
            found.map { "\($0.key) \($0.state?.rawValue ?? "") \($0.results.map(\.isMet))" } == [
                "a fresh [true]", "b fresh [true]",
            ])
        // Known again from the record by who comes later.
        var later = Watched(at: watched.desk)
        try later.load()
        #expect(try later.cell("many").rows.map { $0.answer?.content } == found.map { $0.answer?.content })
    }

    @Test("shows calls when their tools have answered, and what the model said ahead of them there")
    func calls() async throws {
        var watched = try Watched(ToolRunTests.source)
        try watched.load()
        let path = watched.desk.paths.source
        let call = RecordedCall(tool: "order", arguments: #"{"number": "17"}"#, output: "<b>shipped</b>")
        for event: RunEvent in [
            .started(cell: "where", prompt: "Where?"), .answering(cell: "where", delta: "Let me see."),
            .called(cell: "where", call), .answering(cell: "where", delta: "\nIt is "),
            .answering(cell: "where", delta: "\n on"),
        ] {
            watched.view.take(.run(playground: path, event))
        }
        let progress = try #require(try watched.cell("where").progress)
        #expect(progress.calls.map(\.said) == ["Let me see."])
        #expect(progress.text == "It is \n on")
        #expect(try watched.html().contains("<code dir=\"auto\">order {&quot;number&quot;: &quot;17&quot;}</code>"))
        #expect(try watched.html().contains("<pre dir=\"auto\">&lt;b&gt;shipped&lt;/b&gt;</pre>"))
        // A run tells of each call, with its output.
        let models = CallingModels { _, outputs in
            outputs.isEmpty ? [.toolCall(name: "order", arguments: #"{"number": "17"}"#)] : [.text("It is on its way.")]
        }
        var told: [String] = []
        try await watched.run(models) { event, _ in
            if case .called(let cell, let call) = event { told.append("\(cell) \(call.output)") }
        }
        #expect(
            told == ["where {\"status\": \"shipped\", \"days\": 2}", "more {\"status\": \"shipped\", \"days\": 2}"])
        #expect(try watched.html().contains("It is on its way."))
    }

    @Test("fills structures in as they are generated")
    func structures() throws {
        func html(_ text: String) -> String {
            HTML { $0.content(text, isStructured: true, isGrowing: true) }.text
        }
        #expect(html("").contains("<div class=\"structure\"><span class=\"caret\""))
        let half = html(#"{"topic": "refund", "items": ["a", "b"#)
        #expect(half.contains("<dt dir=\"auto\">topic</dt><dd><span class=\"string\" dir=\"auto\">refund</span></dd>"))
        #expect(half.contains("<li><span class=\"string\" dir=\"auto\">a</span></li>"))
        #expect(html("no JSON").contains("<div class=\"text\" dir=\"auto\">no JSON<span"))
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(HTML { $0.content(deep, isStructured: true) }.text.matches(of: #/<ol/#).count == 8)
    }

    @Test("keeps the last good results beside what is wrong with the file")
    func broken() async throws {
        var watched = try Watched(deskSource)
        try watched.load()
        try await watched.run(FakeModels())
        watched.view.take(.broken(playground: watched.desk.paths.source, complaints: "line 3: <what>"))
        let html = try watched.html()
        #expect(html.contains("<pre>line 3: &lt;what&gt;</pre>"))
        #expect(html.contains("Answer 1 to: Sort this."))
        #expect(html.contains("the file is wrong"))
        watched.view.take(.broken(playground: "other.playground.yaml", complaints: "not mine"))
        #expect(try !watched.html().contains("not mine"))
        try watched.load()
        #expect(try !watched.html().contains("what&gt;"))
    }

    @Test("says that an answer was broken off, and keeps what there was of it")
    func interruption() throws {
        var watched = try Watched(deskSource)
        try watched.load()
        let path = watched.desk.paths.source
        watched.view.take(.runStarted(playground: path))
        watched.view.take(.run(playground: path, .started(cell: "sort", prompt: "Sort this.")))
        watched.view.take(.run(playground: path, .answering(cell: "sort", delta: "Half of")))
        var summary = RunSummary()
        summary.isInterrupted = true
        watched.view.take(.runEnded(playground: path, summary, nil, WatchTiming()))
        let html = try watched.html()
        #expect(html.contains("<span class=\"state cancelled\">cancelled</span>"))
        #expect(html.contains("Half of"))
        #expect(!html.contains("caret"))
    }

    @Test("shows no secret, however it is cut into pieces and spelled")
    func secrets() throws {
        let desk = try Workspace(deskSource.replacing("model: fake", with: "model: fake\nsecrets: [TOKEN]"))
        var view = LiveView(desk.paths, variables: ["TOKEN": "s<cr>et&sesame"])
        let path = desk.paths.source
        view.take(.loaded(playground: path, try desk.standing(), edited: []))
        view.take(.run(playground: path, .started(cell: "sort", prompt: "Sort this.")))
        for delta in ["It is s<c", "r>et&ses", "ame, I think"] {
            view.take(.run(playground: path, .answering(cell: "sort", delta: delta)))
        }
        let html = try Watched.html(of: view)
        #expect(html.contains("It is [secret TOKEN ], I think"))
        #expect(!html.contains("sesame"))
    }

    @Test("is a page and a file that it loads, both written whole, and says when nothing follows")
    func files() async throws {
        let desk = try Workspace(deskSource)
        let pages = try LivePages([desk.paths.source], variables: [:]) { Issue.record("\($0)") }
        #expect(pages.paths == [desk.paths.livePage])
        #expect(try desk.folder.text(of: ".playground/runs/desk.html").contains("data-source=\"desk.js\""))
        pages.show(.loaded(playground: desk.paths.source, try desk.standing(), edited: []))
        pages.end()
        let data = try desk.folder.text(of: ".playground/runs/desk.js")
        #expect(data.contains("the watch has ended"))
        #expect(data.contains("Sort this."))
        #expect(desk.folder.files().filter { $0.hasSuffix(".tmp") } == [])
    }
}
