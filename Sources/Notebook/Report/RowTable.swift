// The rows of a cell with a matrix: side by side where they have two axes, one below the other otherwise.

/// A table of rows.
struct RowTable {
    /// Rows shown at most: all of them are in the record.
    static let rowLimit = 500
    /// Values of the second axis that still stand side by side.
    private static let columnLimit = 6
    /// Characters of a prompt that are shown.
    private static let promptLimit = 240

    let axes: [String]
    let rows: [PlaygroundReport.Row]
    /// With those that are not shown.
    let count: Int
    let isStructured: Bool

    var html: HTML {
        HTML { html in
            let grid = grid
            html.element(
                "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Rows"]
            ) { scroll in
                scroll.element("table", ["class": grid == nil ? "rows" : "rows grid"]) { table in
                    if let grid { fill(&table, grid) } else { list(&table) }
                }
            }
            if count > Self.rowLimit {
                html.element("p", ["class": "note"], text: "and \(count - Self.rowLimit) more rows in the record")
            }
        }
    }

    private struct Grid {
        var columns: [String]
        var lines: [(name: String, cells: [String: PlaygroundReport.Row])]
    }

    /// Nil where the rows are no grid: another number of axes, too many columns, or a place that two rows share.
    private var grid: Grid? {
        guard axes.count == 2 else { return nil }
        var grid = Grid(columns: [], lines: [])
        var numbers: [String: Int] = [:]
        for row in rows.prefix(Self.rowLimit) {
            guard row.values.count == 2 else { return nil }
            if !grid.columns.contains(row.values[1]) { grid.columns.append(row.values[1]) }
            guard grid.columns.count <= Self.columnLimit else { return nil }
            let number = numbers[row.values[0]] ?? grid.lines.count
            if number == grid.lines.count { grid.lines.append((row.values[0], [:])) }
            numbers[row.values[0]] = number
            guard grid.lines[number].cells.updateValue(row, forKey: row.values[1]) == nil else { return nil }
        }
        return grid.columns.count > 1 ? grid : nil
    }

    private func fill(_ table: inout HTML, _ grid: Grid) {
        table.element("thead") { head in
            head.element("tr") { row in
                row.element("th", ["scope": "col"], text: axes[0])
                for column in grid.columns {
                    row.element("th", ["scope": "col"]) { html in
                        html.element("small", text: axes[1])
                        html.add(" \(column)")
                    }
                }
            }
        }
        table.element("tbody") { body in
            for line in grid.lines {
                body.newline()
                body.element("tr") { html in
                    html.element("th", ["scope": "row", "dir": "auto"], text: line.name)
                    for column in grid.columns {
                        html.element("td") { html in
                            if let row = line.cells[column] { answer(row, &html) } else { html.add("–") }
                        }
                    }
                }
            }
        }
    }

    private func list(_ table: inout HTML) {
        let hasPrompts = rows.contains { $0.prompt != nil }
        table.element("thead") { head in
            head.element("tr") { row in
                for name in ["Row"] + (hasPrompts ? ["Prompt"] : []) + ["Response"] {
                    row.element("th", ["scope": "col"], text: name)
                }
            }
        }
        table.element("tbody") { body in
            for row in rows.prefix(Self.rowLimit) {
                body.newline()
                body.element("tr") { html in
                    html.element("th", ["scope": "row", "dir": "auto"], text: row.key)
                    if hasPrompts {
                        html.element("td", ["class": "prompt", "dir": "auto"], text: Self.short(row.prompt ?? ""))
                    }
                    html.element("td") { answer(row, &$0) }
                }
            }
        }
    }

    private func answer(_ row: PlaygroundReport.Row, _ html: inout HTML) {
        if let answer = row.answer { html.content(answer.content, isStructured: isStructured || answer.schema != nil) }
        if let state = row.state, state != .fresh {
            html.element("span", ["class": "state \(state.rawValue)"], text: state.rawValue)
        }
        html.verdicts(row.results)
    }

    private static func short(_ text: String) -> String {
        text.count > promptLimit ? text.prefix(promptLimit) + "…" : text
    }
}

extension HTML {
    /// How expectations turned out.
    mutating func verdicts(_ results: [ExpectationResult]) {
        guard !results.isEmpty else { return }
        element("ul", ["class": "verdicts"]) { list in
            for result in results {
                list.element("li", ["class": result.isMet ? "passed" : "missed"]) { item in
                    item.add(
                        result.isMet ? result.wanted : "\(result.wanted); found \(result.found)")
                    if let difference = result.difference { item.difference(difference) }
                }
            }
        }
    }
}
