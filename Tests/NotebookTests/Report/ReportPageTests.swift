// Reports: the same bytes for the same records, conversations as trees, and nothing that a model said as markup.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

private let source = """
    playground: 1
    title: A <desk> & "chair"
    model: fake
    instructions: Be <i>brief</i>.
    plots:
      - {kind: bar, title: Length, x: cell, y: tokens.output, yLabel: tokens}
      - {kind: scatter, x: /topic, y: tokens.output}
    cells:
      - {id: one, prompt: First, title: "<script>alert(0)</script>"}
      - {id: two, continues: one, prompt: Second}
      - {id: left, continues: two, prompt: "</pre><script>alert(1)</script>"}
      - {id: right, continues: two, prompt: Right}
      - {id: alone, prompt: Alone}

    """

@Suite struct ReportPageTests {
    let desk: Workspace
    let models = FakeModels()

    init() throws {
        desk = try Workspace(source)
        models.answer("First", with: "<img src=x onerror=alert(2)> \u{202E}reversed\u{0}\u{1B}[31m ]]> --> {{ x }}")
    }

    private func page() throws -> String { try desk.report() }

    @Test func nothingThatAModelSaysIsMarkup() async throws {
        try await desk.run(models)
        let page = try page()
        let tags = Set(page.matches(of: #/<\/?([a-zA-Z!][a-zA-Z0-9]*)/#).map { String($0.1) })
        #expect(
            tags.isSubset(of: [
                "html", "head", "meta", "title", "style", "body", "a", "h1", "h2", "h3", "h4", "nav", "div", "table",
                "tr",
                "th", "td", "main", "section", "p", "ol", "li", "article", "header", "span", "dl", "dt", "dd", "pre",
                "details", "summary", "ul", "figure", "figcaption", "thead", "tbody", "small", "code", "ins", "del",
                "title", "svg", "line", "rect", "circle", "text",
                "!DOCTYPE",
            ]))
        #expect(page.contains("&lt;img src=x onerror=alert(2)&gt;"))
        #expect(page.contains("A &lt;desk&gt; &amp; &quot;chair&quot;"))
        #expect(!page.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" })
        #expect(page.contains("default-src &#39;none&#39;"))
    }

    @Test func rowsCallsAndVerdictsAreShown() async throws {
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            cells:
              - {id: one, prompt: First, expect: [{contains: First}, {contains: <b>}]}
              - {id: many, matrix: {n: [a, <i>]}, prompt: "say {{ n }}", expect: [{contains: "{{ n }}"}]}
            plots: [{kind: bar, x: cell}]

            """)
        try await desk.run(models)
        let page = try desk.report()
        #expect(page.contains("<li class=\"missed\">expected to contain &quot;&lt;b&gt;&quot;"))
        #expect(page.contains("<th scope=\"row\" dir=\"auto\">&lt;i&gt;</th>"))
        #expect(page.contains("<li class=\"passed\">expected to contain &quot;&lt;i&gt;&quot;</li>"))
        // A case a row: the bar of the cell with rows counts two.
        #expect(page.contains("<title>many: 2</title>"))
    }

    @Test func theSameRecordsGiveTheSameBytes() async throws {
        try await desk.run(models)
        let first = try page()
        try await desk.run(models)
        #expect(try page() == first)
    }

    @Test func conversationsAreTrees() async throws {
        try await desk.run(models)
        let page = try page()
        // A turn that alone goes on stands below the one before; a fork stands inside.
        let marks = page.matches(of: #/<ol class="tree( fork)?">|<\/ol>|<article id="p1-([a-z]+)"/#).map { match in
            match.2.map(String.init) ?? (match.0.hasPrefix("</") ? ")" : "(")
        }
        #expect(marks == ["(", "one", "two", "(", "left", "right", ")", "alone", ")"])
    }

    @Test func aPlaygroundThatNeverRanHasAReport() throws {
        let page = try page()
        #expect(page.contains("<span class=\"state missing\">missing</span>"))
        #expect(page.contains("No recorded answer has the values that this plot shows."))
    }

    @Test func plotsReadAnswers() async throws {
        try await desk.run(models)
        let page = try page()
        #expect(page.contains("aria-label=\"Length: bar plot of tokens by cell\""))
        #expect(page.contains("5 of 5 answers have no such number."))
    }
}
