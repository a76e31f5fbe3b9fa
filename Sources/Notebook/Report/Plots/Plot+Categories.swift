// Pictures with a line a category: bars and boxes. They lie on their side, so that long names of categories can be read.

extension Plot {
    private static let rowHeight = 26.0
    private static let top = 10.0

    /// The frame of a picture with a line a category.
    private struct Rows {
        let labels: [String]
        let left: Double
        let right: Double
        let axis: PlotAxis

        init(_ labels: [String], _ axis: PlotAxis, room: Double) {
            self.labels = labels
            self.axis = axis
            left = min(180, 16 + (labels.map(Drawing.width).max() ?? 0))
            right = Plot.width - room
        }

        var bottom: Double { Plot.top + Double(labels.count) * Plot.rowHeight }
        func middle(_ row: Int) -> Double { Plot.top + (Double(row) + 0.5) * Plot.rowHeight }
        func x(_ value: Double) -> Double { axis.position(of: value, from: left, to: right) }
    }

    var bars: HTML? {
        let isCount = table.columns.count < 2
        let all = groups()
        let groups = all.prefix(Self.categoryLimit)
        guard !groups.isEmpty else { return nil }
        let isSingle = groups.allSatisfy { $0.values.count == 1 }
        let figures = groups.map { group in
            let sum = group.values.reduce(0, +)
            return isCount ? sum : sum / Double(group.values.count)
        }
        let rows = Rows(groups.map(\.label), PlotAxis(covering: figures, includesZero: true), room: 96)
        var drawing = Drawing()
        frame(&drawing, rows)
        for (index, figure) in figures.enumerated() {
            let (start, end) = (rows.x(min(figure, 0)), rows.x(max(figure, 0)))
            let text = PlotNumber.short(figure)
            let count = isCount || isSingle ? "" : " (n = \(groups[index].values.count))"
            drawing.box(
                start, rows.middle(index) - 8, end - start, 16, "mark", tip: "\(groups[index].label): \(text)\(count)")
            drawing.label(text + count, max(end, rows.x(0)) + 6, rows.middle(index) + 4, .start)
        }
        return finish(drawing, rows, hidden: all.count - groups.count)
    }

    var boxes: HTML? {
        let all = groups()
        let groups = all.prefix(Self.categoryLimit)
        guard !groups.isEmpty else { return nil }
        let rows = Rows(
            groups.map(\.label), PlotAxis(covering: groups.flatMap(\.values), includesZero: false), room: 24)
        var drawing = Drawing()
        frame(&drawing, rows)
        for (index, group) in groups.enumerated() {
            let (box, y) = (BoxSummary(of: group.values), rows.middle(index))
            drawing.line(rows.x(box.lowerWhisker), y, rows.x(box.upperWhisker), y, "stroke")
            for end in [box.lowerWhisker, box.upperWhisker] {
                drawing.line(rows.x(end), y - 4, rows.x(end), y + 4, "stroke")
            }
            let tip =
                "\(group.label): median \(PlotNumber.short(box.median)), quartiles "
                + "\(PlotNumber.short(box.lowerQuartile)) and \(PlotNumber.short(box.upperQuartile)), "
                + "n = \(group.values.count)"
            drawing.box(
                rows.x(box.lowerQuartile), y - 8, rows.x(box.upperQuartile) - rows.x(box.lowerQuartile), 16, "first",
                tip: tip)
            drawing.line(rows.x(box.median), y - 8, rows.x(box.median), y + 8, "median")
            for outlier in box.outliers { drawing.dot(rows.x(outlier), y, tip: PlotNumber.short(outlier)) }
        }
        return finish(drawing, rows, hidden: all.count - groups.count)
    }

    private func frame(_ drawing: inout Drawing, _ rows: Rows) {
        for tick in rows.axis.ticks {
            drawing.line(rows.x(tick), Self.top, rows.x(tick), rows.bottom, tick == 0 ? "zero" : "grid")
            drawing.label(rows.axis.label(of: tick), rows.x(tick), rows.bottom + 18, .middle)
        }
        for (index, label) in rows.labels.enumerated() {
            drawing.label(Drawing.cut(label, to: rows.left - 12), rows.left - 8, rows.middle(index) + 4, .end)
        }
        drawing.label(yLabel, (rows.left + rows.right) / 2, rows.bottom + 40, .middle, "axis")
    }

    private func finish(_ drawing: Drawing, _ rows: Rows, hidden: Int) -> HTML {
        var drawing = drawing
        if hidden > 0 {
            drawing.label("and \(hidden) more in the data", 8, rows.bottom + 40, .start)
        }
        return drawing.svg(width: Self.width, height: rows.bottom + 50, description: description)
    }
}
