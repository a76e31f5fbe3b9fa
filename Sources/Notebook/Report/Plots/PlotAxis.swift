// A numeric axis with round ticks: steps of 1, 2 or 5 times a power of ten.

struct PlotAxis: Sendable, Equatable {
    /// Ascending, at least two, the first below and the last above all values.
    let ticks: [Double]
    /// Digits behind the point of a label.
    let digits: Int

    /// - Parameters:
    ///   - values: finite; none gives an axis from 0 to 1.
    ///   - includesZero: as axes do on which lengths stand for numbers.
    ///   - count: of steps, about.
    init(covering values: [Double], includesZero: Bool, count: Int = 5) {
        var lower = values.min() ?? 0
        var upper = values.max() ?? 1
        if includesZero { (lower, upper) = (min(lower, 0), max(upper, 0)) }
        let size = max(lower.magnitude, upper.magnitude)
        if upper - lower <= size * 1e-9 {
            // One value, or as good as one, stands in the middle, of whatever size it is.
            let half = size == 0 ? 0.5 : size / 2
            (lower, upper) = includesZero && size == 0 ? (0, 1) : (lower - half, upper + half)
        }
        let (step, exponent) = Self.step(for: (upper / Double(count)) - (lower / Double(count)))
        let first = (lower / step).rounded(.down)
        let last = max((upper / step).rounded(.up), first + 1)
        ticks = (0...min(Int(last - first), 4 * count)).map { (first + Double($0)) * step }
        digits = max(0, -exponent)
    }

    /// The smallest round step that is no smaller than `raw`, and the power of ten in it.
    private static func step(for raw: Double) -> (step: Double, exponent: Int) {
        var exponent = -300
        while exponent < 300, PlotNumber.power(exponent + 1) <= raw { exponent += 1 }
        let unit = PlotNumber.power(exponent)
        if raw <= unit { return (unit, exponent) }
        if raw <= 2 * unit { return (2 * unit, exponent) }
        if raw <= 5 * unit { return (5 * unit, exponent) }
        return (PlotNumber.power(exponent + 1), exponent + 1)
    }

    var lower: Double { ticks[0] }
    var upper: Double { ticks[ticks.count - 1] }

    /// Where a value stands between two ends of a line.
    func position(of value: Double, from start: Double, to end: Double) -> Double {
        start + (end - start) * ((value - lower) / (upper - lower))
    }

    func label(of tick: Double) -> String { PlotNumber.fixed(tick == 0 ? 0 : tick, digits: digits) }
}
