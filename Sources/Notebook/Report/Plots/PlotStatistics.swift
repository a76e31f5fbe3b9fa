// The figures behind bars, boxes and histograms.

/// Five numbers of a sample, and what lies far outside.
struct BoxSummary: Sendable, Equatable {
    var lowerWhisker, lowerQuartile, median, upperQuartile, upperWhisker: Double
    /// Ascending.
    var outliers: [Double]

    /// Quartiles by linear interpolation between order statistics (type 7 of R. J. Hyndman, Y. Fan, "Sample Quantiles in
    /// Statistical Packages", 1996); whiskers at the last values within 1.5 times the distance of the quartiles.
    ///
    /// - Parameter values: at least one.
    init(of values: [Double]) {
        let sorted = values.sorted()
        func quantile(_ share: Double) -> Double {
            let place = share * Double(sorted.count - 1)
            let index = Int(place)
            guard index + 1 < sorted.count else { return sorted[sorted.count - 1] }
            return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
        }
        let (low, middle, high) = (quantile(0.25), quantile(0.5), quantile(0.75))
        let reach = 1.5 * (high - low)
        let inside = sorted.filter { $0 >= low - reach && $0 <= high + reach }
        lowerQuartile = low
        median = middle
        upperQuartile = high
        lowerWhisker = min(inside.first ?? low, low)
        upperWhisker = max(inside.last ?? high, high)
        outliers = sorted.filter { $0 < low - reach || $0 > high + reach }
    }
}

/// Counts of values by bins of equal width.
struct Histogram: Sendable, Equatable {
    /// The borders, one more than bins; a value on a border counts to the bin above, on the last to the last.
    var borders: [Double]
    var counts: [Int]

    /// About as many bins as the square root of the number of values, at most 40, at round borders.
    init(of values: [Double]) {
        let wanted = max(1, min(40, Int(Double(values.count).squareRoot().rounded(.up))))
        let axis = PlotAxis(covering: values, includesZero: false, count: wanted)
        borders = axis.ticks
        counts = Array(repeating: 0, count: axis.ticks.count - 1)
        for value in values {
            let bin = axis.ticks.lastIndex { $0 <= value } ?? 0
            counts[min(bin, counts.count - 1)] += 1
        }
    }
}
