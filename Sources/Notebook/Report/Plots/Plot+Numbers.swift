// Pictures between two numeric axes: scatter plots and histograms.

extension Plot {
    /// The frame of a picture with two numeric axes.
    private struct Field {
        let x: PlotAxis
        let y: PlotAxis
        let left: Double
        let right = Plot.width - 24
        let top = 12.0
        let bottom = 292.0

        init(x: PlotAxis, y: PlotAxis) {
            self.x = x
            self.y = y
            left = 40 + (y.ticks.map { Drawing.width(of: y.label(of: $0)) }.max() ?? 0)
        }

        func x(_ value: Double) -> Double { x.position(of: value, from: left, to: right) }
        func y(_ value: Double) -> Double { y.position(of: value, from: bottom, to: top) }
    }

    var scatter: HTML? {
        let points = table.rows.compactMap { row in
            row[0].number.flatMap { x in row[1].number.map { (x: x, y: $0) } }
        }
        guard !points.isEmpty else { return nil }
        let field = Field(
            x: PlotAxis(covering: points.map(\.x), includesZero: false),
            y: PlotAxis(covering: points.map(\.y), includesZero: false))
        var drawing = Drawing()
        frame(&drawing, field)
        for point in points {
            drawing.dot(
                field.x(point.x), field.y(point.y), tip: "\(PlotNumber.short(point.x)), \(PlotNumber.short(point.y))")
        }
        return drawing.svg(width: Self.width, height: 340, description: description)
    }

    var histogram: HTML? {
        let values = table.rows.compactMap { $0[0].number }
        guard !values.isEmpty else { return nil }
        let histogram = Histogram(of: values)
        let field = Field(
            x: PlotAxis(covering: histogram.borders, includesZero: false),
            y: PlotAxis(covering: histogram.counts.map(Double.init), includesZero: true))
        var drawing = Drawing()
        frame(&drawing, field)
        for (index, count) in histogram.counts.enumerated() where count > 0 {
            let (low, high) = (histogram.borders[index], histogram.borders[index + 1])
            drawing.box(
                field.x(low) + 0.5, field.y(Double(count)), field.x(high) - field.x(low) - 1,
                field.bottom - field.y(Double(count)), "mark",
                tip: "\(PlotNumber.short(low)) to \(PlotNumber.short(high)): \(count)")
        }
        return drawing.svg(width: Self.width, height: 340, description: description)
    }

    private func frame(_ drawing: inout Drawing, _ field: Field) {
        for tick in field.y.ticks {
            drawing.line(field.left, field.y(tick), field.right, field.y(tick), "grid")
            drawing.label(field.y.label(of: tick), field.left - 8, field.y(tick) + 4, .end)
        }
        for tick in field.x.ticks {
            drawing.line(field.x(tick), field.bottom, field.x(tick), field.bottom + 5, "stroke")
            drawing.label(field.x.label(of: tick), field.x(tick), field.bottom + 20, .middle)
        }
        drawing.line(field.left, field.bottom, field.right, field.bottom, "zero")
        drawing.label(xLabel, (field.left + field.right) / 2, field.bottom + 42, .middle, "axis")
        drawing.turnedLabel(yLabel, 14, (field.top + field.bottom) / 2)
    }
}
