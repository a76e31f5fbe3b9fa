// What answers took, as a picture: a line a cell, from the question to the first piece of the answer, and on to its end.

struct Timeline {
    private static let width = 760.0
    let timings: [PlaygroundReport.Timing]

    /// Nil where no answer's making is in the log.
    var picture: HTML? {
        guard !timings.isEmpty else { return nil }
        let labels = timings.map(\.cell)
        let left = min(200, 16 + (labels.map(Drawing.width).max() ?? 0))
        let right = Self.width - 270
        let axis = PlotAxis(covering: timings.map(\.seconds), includesZero: true, count: 4)
        let bottom = 10 + Double(timings.count) * 26
        func x(_ value: Double) -> Double { axis.position(of: value, from: left, to: right) }
        var drawing = Drawing()
        for tick in axis.ticks {
            drawing.line(x(tick), 10, x(tick), bottom, tick == 0 ? "zero" : "grid")
            drawing.label(axis.label(of: tick), x(tick), bottom + 18, .middle)
        }
        drawing.label("seconds", (left + right) / 2, bottom + 38, .middle, "axis")
        for (index, timing) in timings.enumerated() {
            let middle = 10 + (Double(index) + 0.5) * 26
            let tip = "\(timing.cell): first text after \(PlotNumber.short(timing.secondsToFirst)) s"
            drawing.label(Drawing.cut(timing.cell, to: left - 12), left - 8, middle + 4, .end)
            drawing.box(x(0), middle - 8, x(timing.secondsToFirst) - x(0), 16, "first", tip: tip)
            drawing.box(
                x(timing.secondsToFirst), middle - 8, x(timing.seconds) - x(timing.secondsToFirst), 16, "mark",
                tip: "\(timing.cell): \(PlotNumber.short(timing.seconds)) s")
            drawing.label(Self.figures(timing), x(timing.seconds) + 6, middle + 4, .start)
        }
        return drawing.svg(
            width: Self.width, height: bottom + 48,
            description: "time of each answer, to the first text and to the end", isWide: true)
    }

    private static func figures(_ timing: PlaygroundReport.Timing) -> String {
        let cached = timing.cachedTokenCount > 0 ? " (\(timing.cachedTokenCount) cached)" : ""
        return "\(PlotNumber.fixed(timing.seconds, digits: 2)) s · \(timing.inputTokenCount)\(cached) + "
            + "\(timing.outputTokenCount) tokens"
    }
}
