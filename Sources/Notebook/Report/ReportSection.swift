// One playground on a page: how it stands in figures, its cells as conversations, its plots and its times.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Draws a playground.
struct ReportSection {
    let report: PlaygroundReport
    /// The id of the section, and what the ids in it start with.
    let anchor: String
    /// The level of its headings.
    let level: Int
    private let firstWith: [String: String]

    init(report: PlaygroundReport, anchor: String, level: Int) {
        self.report = report
        self.anchor = anchor
        self.level = level
        firstWith = Self.firstWithInstructions(report.cells)
    }

    /// Cells from which on there is a list of them ahead.
    private static let indexLimit = 4

    var html: HTML {
        HTML { html in
            figures(&html)
            for note in report.notes { html.element("p", ["class": "reason", "dir": "auto"], text: note) }
            if !report.orphans.isEmpty {
                html.element(
                    "p", ["class": "reason"], text: "on record, but no cells: \(report.orphans.joined(separator: ", "))"
                )
            }
            if report.cells.count >= Self.indexLimit { index(&html) }
            let (roots, children) = report.forest
            tree(roots, children, isFork: false, &html)
            if !report.plots.isEmpty { html.element("h\(level)", text: "Plots") }
            if !report.plots.isEmpty {
                html.element("div", ["class": "plots"]) { list in for plot in report.plots { figure(plot, &list) } }
            }
            times(&html)
        }
    }

    /// Of each cell with instructions that one further up has, that one.
    private static func firstWithInstructions(_ cells: [PlaygroundReport.Cell]) -> [String: String] {
        var first: [String: String] = [:]
        var result: [String: String] = [:]
        for cell in cells {
            guard let instructions = cell.instructions else { continue }
            if let other = first[instructions] { result[cell.id] = other } else { first[instructions] = cell.id }
        }
        return result
    }

    private func figures(_ html: inout HTML) {
        html.element("ul", ["class": "summary"]) { list in
            func item(_ text: String, _ kind: String = "") {
                list.element("li", ["class": kind.isEmpty ? "plain" : "state \(kind)"], text: text)
            }
            let count = report.cells.count
            item("\(count) cell\(count == 1 ? "" : "s")")
            for state in Plan.State.allCases where report.count(state) > 0 {
                item("\(report.count(state)) \(state.rawValue)", state.rawValue)
            }
            let results = report.cells.flatMap { $0.results + $0.rows.flatMap(\.results) }
            if !results.isEmpty {
                let met = results.count(where: \.isMet)
                item(
                    "\(met) of \(results.count) expectation\(results.count == 1 ? "" : "s") met",
                    met == results.count ? "passed" : "missed")
            }
            let answers = report.cells.flatMap(\.answers)
            if !answers.isEmpty {
                let (input, output) = answers.reduce((0, 0)) {
                    ($0.0 + $1.inputTokenCount, $0.1 + $1.outputTokenCount)
                }
                item("\(input) + \(output) tokens")
            }
            for model in Set(answers.map(\.model.name)).sorted() { item(model) }
        }
    }

    private func index(_ html: inout HTML) {
        html.element("nav", ["aria-label": "Cells"]) { nav in
            nav.element("ul", ["class": "index"]) { list in
                for cell in report.cells {
                    list.element("li") { item in
                        item.element(
                            "a",
                            [
                                "href": "#\(anchor)-\(cell.id)",
                                "class": "state \(cell.progress?.phase.rawValue ?? cell.state.rawValue)",
                            ], text: cell.id)
                    }
                }
            }
        }
    }

    private func tree(
        _ cells: [PlaygroundReport.Cell], _ children: [String: [PlaygroundReport.Cell]], isFork: Bool,
        _ html: inout HTML
    ) {
        html.element("ol", ["class": isFork ? "tree fork" : "tree"]) { list in
            // Conversations are long and seldom branch: a turn that alone goes on stands below, not inside, the one before.
            for root in cells {
                list.newline()
                list.element("li") { item in
                    var cell = root
                    while true {
                        item.add(
                            CellArticle(cell: cell, anchor: anchor, level: level, sameInstructions: firstWith[cell.id])
                                .html)
                        let next = children[cell.id] ?? []
                        if next.count > 1 { tree(next, children, isFork: true, &item) }
                        guard next.count == 1 else { break }
                        cell = next[0]
                    }
                }
            }
        }
    }

    private func figure(_ plot: Plot, _ html: inout HTML) {
        html.element("figure") { figure in
            figure.element("figcaption", ["dir": "auto"], text: plot.title)
            if let picture = plot.picture {
                scroll(picture, plot.title, &figure)
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

    private func times(_ html: inout HTML) {
        guard let picture = Timeline(timings: report.timings).picture else { return }
        html.element("h\(level)", text: "Time")
        html.element("figure") { figure in
            scroll(picture, "Time of each answer", &figure)
            figure.element(
                "p", ["class": "note"],
                text: "From the question to the first text (pale) and to the end, as last made on this machine.")
        }
    }

    /// A picture that is wider than some screens; it can be moved with the keys.
    private func scroll(_ picture: HTML, _ name: String, _ html: inout HTML) {
        html.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": name]) {
            $0.add(picture)
        }
    }
}
