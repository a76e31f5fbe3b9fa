// A report as one static HTML file: no script, nothing loaded from anywhere, the same bytes for the same records. What models
// and tools said is text in it and nothing else.

/// The page of one or more playgrounds.
package struct ReportPage {
    private let reports: [PlaygroundReport]

    package init(_ reports: [PlaygroundReport]) { self.reports = reports }

    /// UTF-8 text of the file.
    package var text: String {
        let body = HTML { page in
            page.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
            page.element("header", ["class": "page"]) { header in
                header.element("h1", ["dir": "auto"], text: heading)
                if reports.count == 1, reports[0].title != nil {
                    header.element("p", ["class": "path"], text: reports[0].path)
                }
            }
            if reports.count > 1 { summary(&page) }
            page.element("main", ["id": "content"]) { main in
                for (index, report) in reports.enumerated() {
                    main.newline()
                    main.element("section", ["id": "p\(index + 1)"]) { section in
                        if reports.count > 1 { heading(of: report, &section) }
                        section.add(
                            ReportSection(report: report, anchor: "p\(index + 1)", level: reports.count > 1 ? 3 : 2)
                                .html)
                    }
                }
            }
        }
        return Page(title: heading, body: body).text
    }

    private var heading: String {
        reports.count == 1 ? reports[0].title ?? reports[0].path : "\(reports.count) playgrounds"
    }

    private func heading(of report: PlaygroundReport, _ html: inout HTML) {
        html.element("h2", ["dir": "auto"], text: report.title ?? report.path)
        if report.title != nil { html.element("p", ["class": "path"], text: report.path) }
    }

    private func summary(_ page: inout HTML) {
        let states = Plan.State.allCases.filter { state in reports.contains { $0.count(state) > 0 } }
        page.element("nav", ["class": "scroll", "aria-label": "Playgrounds"]) { nav in
            nav.element("table", ["class": "figures"]) { table in
                table.element("tr") { row in
                    row.element("th", ["scope": "col"], text: "Playground")
                    for name in ["cells"] + states.map(\.rawValue) {
                        row.element("th", ["scope": "col", "class": "number"], text: name)
                    }
                }
                for (index, report) in reports.enumerated() {
                    table.element("tr") { row in
                        row.element("th", ["scope": "row"]) { cell in
                            cell.element("a", ["href": "#p\(index + 1)"], text: report.path)
                        }
                        for count in [report.cells.count] + states.map(report.count) {
                            row.element("td", ["class": "number"], text: count == 0 ? "–" : "\(count)")
                        }
                    }
                }
            }
        }
    }
}
