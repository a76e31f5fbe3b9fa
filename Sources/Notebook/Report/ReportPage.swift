// A report as one static HTML file: no script, nothing loaded from anywhere, the same bytes for the same records. What models
// and tools said is text in it and nothing else.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The page of one or more playgrounds.
package struct ReportPage {
    private let reports: [PlaygroundReport]

    package init(_ reports: [PlaygroundReport]) { self.reports = reports }

    /// UTF-8 text of the file.
    package var text: String {
        let body = HTML { page in
            page.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
            page.element("h1", text: heading)
            summary(&page)
            page.element("main", ["id": "content"]) { main in
                for (index, report) in reports.enumerated() { section(report, index, &main) }
            }
        }
        return Page.text(title: heading, policy: Page.staticPolicy, body: body)
    }

    private var heading: String {
        reports.count == 1 ? reports[0].title ?? reports[0].path : "\(reports.count) playgrounds"
    }

    private func summary(_ page: inout HTML) {
        page.element("nav", ["class": "scroll", "aria-label": "Playgrounds"]) { nav in
            nav.element("table") { table in
                table.element("tr") { row in
                    row.element("th", text: "Playground")
                    for name in ["Cells", "Fresh", "Stale", "Missing", "Failed", "Edited"] {
                        row.element("th", ["class": "number"], text: name)
                    }
                }
                for (index, report) in reports.enumerated() {
                    table.element("tr") { row in
                        row.element("td") { $0.element("a", ["href": "#p\(index + 1)"], text: report.path) }
                        let counts =
                            [report.cells.count]
                            + [Plan.State.fresh, .stale, .missing, .failed, .edited].map(report.count)
                        for count in counts { row.element("td", ["class": "number"], text: "\(count)") }
                    }
                }
            }
        }
    }

    private func section(_ report: PlaygroundReport, _ index: Int, _ main: inout HTML) {
        main.newline()
        main.element("section", ["id": "p\(index + 1)"]) { section in
            section.element("h2", text: report.title ?? report.path)
            if report.title != nil { section.element("p", ["class": "note"], text: report.path) }
            for note in report.notes { section.element("p", ["class": "note stale"], text: note) }
            if !report.orphans.isEmpty {
                section.element(
                    "p", ["class": "note"], text: "on record, but no cells: \(report.orphans.joined(separator: ", "))")
            }
            let (roots, children) = report.forest
            tree(roots, children, "p\(index + 1)", &section)
            if !report.plots.isEmpty { section.element("h3", text: "Plots") }
            for plot in report.plots { figure(plot, &section) }
            if let picture = Timeline(timings: report.timings).picture {
                section.element("h3", text: "Time")
                section.element("figure") { figure in
                    figure.element("div", ["class": "scroll"]) { $0.add(picture) }
                    figure.element(
                        "figcaption",
                        text: "From the question to the first text (pale) and to the end, as last made on this machine."
                    )
                }
            }
        }
    }

    private func figure(_ plot: Plot, _ html: inout HTML) {
        html.element("figure") { figure in
            figure.element("figcaption") { $0.element("strong", text: plot.title) }
            if let picture = plot.picture {
                figure.element("div", ["class": "scroll"]) { $0.add(picture) }
            } else {
                figure.element("p", ["class": "note"], text: "No recorded answer has the values that this plot shows.")
            }
            figure.element("p", ["class": "note"]) { note in
                let omitted = plot.omittedCount
                if omitted > 0 {
                    note.add("\(omitted) of \(plot.table.rows.count) answers have no such number. ")
                }
                let data = Data(plot.table.csv.utf8).base64EncodedString()
                note.element(
                    "a", ["href": "data:text/csv;base64,\(data)", "download": "plot.csv"], text: "Data as CSV")
            }
        }
    }

    private func tree(
        _ cells: [PlaygroundReport.Cell], _ children: [String: [PlaygroundReport.Cell]], _ anchor: String,
        _ html: inout HTML
    ) {
        html.element("ol", ["class": "tree"]) { list in
            // Conversations are long and seldom branch: a turn that alone goes on stands below, not inside, the one before.
            for cell in cells {
                var cell = cell
                while true {
                    list.newline()
                    let next = children[cell.id] ?? []
                    list.element("li") { item in
                        article(cell, anchor, &item)
                        if next.count > 1 { tree(next, children, anchor, &item) }
                    }
                    guard next.count == 1 else { break }
                    cell = next[0]
                }
            }
        }
    }

    private func article(_ cell: PlaygroundReport.Cell, _ anchor: String, _ html: inout HTML) {
        html.element("article", ["id": "\(anchor)-\(cell.id)"]) { article in
            article.element("header") { header in
                header.element("h4", text: cell.id)
                header.element("span", ["class": "state \(cell.state.rawValue)"], text: cell.state.rawValue)
                if let answer = cell.answer {
                    header.element(
                        "span", ["class": "note"],
                        text: "\(answer.inputTokenCount) + \(answer.outputTokenCount) tokens"
                            + (answer.cut.map { ", \($0)" } ?? ""))
                }
            }
            if let title = cell.title { article.element("p", ["class": "note"], text: title) }
            for reason in cell.reasons { article.element("p", ["class": "note"], text: reason) }
            article.element("dl") { list in
                if let parent = cell.continues {
                    list.element("dt", text: "continues")
                    list.element("dd") { $0.element("a", ["href": "#\(anchor)-\(parent)"], text: parent) }
                }
                part("instructions", cell.instructions, &list)
                part("prompt", cell.prompt, &list)
                for call in cell.answer?.calls ?? [] {
                    part("call of \(call.tool)", "\(call.arguments)\n\(call.output)", &list)
                }
                if let answer = cell.answer {
                    part(
                        answer.schema.map { "response by schema \($0.name)" } ?? "response", answer.readableContent,
                        &list)
                }
            }
            verdicts(cell.results, &article)
            if !cell.rows.isEmpty { rows(cell.rows, &article) }
            if let answer = cell.answer { provenance(answer, &article) }
        }
    }

    private func verdicts(_ results: [ExpectationResult], _ html: inout HTML) {
        guard !results.isEmpty else { return }
        html.element("ul", ["class": "verdicts"]) { list in
            for result in results {
                list.element(
                    "li", ["class": result.isMet ? "passed" : "missed"],
                    text: result.isMet ? "met: \(result.wanted)" : "not met: \(result.wanted); found \(result.found)")
            }
        }
    }

    /// Rows shown at most: all of them are in the record.
    private static let rowLimit = 500

    private func rows(_ rows: [PlaygroundReport.Row], _ html: inout HTML) {
        html.element("div", ["class": "scroll"]) { scroll in
            scroll.element("table") { table in
                table.element("tr") { row in
                    for name in ["Row", "State", "Response", "Expectations"] { row.element("th", text: name) }
                }
                for row in rows.prefix(Self.rowLimit) {
                    table.element("tr") { html in
                        html.element("td", text: row.key)
                        html.element("td", ["class": row.state.rawValue], text: row.state.rawValue)
                        html.element("td") { $0.element("pre", ["dir": "auto"], text: row.answer?.content ?? "") }
                        html.element("td") { verdicts(row.results, &$0) }
                    }
                }
            }
        }
        if rows.count > Self.rowLimit {
            html.element("p", ["class": "note"], text: "and \(rows.count - Self.rowLimit) more rows in the record")
        }
    }

    private func part(_ name: String, _ text: String?, _ list: inout HTML) {
        guard let text else { return }
        list.element("dt", text: name)
        list.element("dd") { $0.element("pre", ["dir": "auto"], text: text) }
    }

    private func provenance(_ answer: OutputEntry, _ html: inout HTML) {
        html.element("details") { details in
            details.element("summary", text: "Provenance")
            details.element("div", ["class": "scroll"]) { scroll in
                scroll.element("table") { table in
                    let rows =
                        [
                            ("model", answer.model.name), ("weights", answer.model.sha256),
                            ("engine", "\(answer.engine.version), numerics \(answer.engine.numerics)"),
                            ("key", answer.key), ("finish", answer.finish),
                        ] + answer.options.fields.map { ($0.name, $0.value) }
                    for (name, value) in rows {
                        table.element("tr") { row in
                            row.element("th", text: name)
                            row.element("td", text: value)
                        }
                    }
                }
            }
        }
    }
}
