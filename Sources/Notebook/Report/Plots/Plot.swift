// A plot: what kind of picture it is, of which table, and the picture itself.

/// A plot and the values that it shows.
struct Plot: Sendable, Equatable {
    var kind: PlotDeclaration.Kind
    var title: String
    /// What the axes are called; with a unit where there is one.
    var xLabel: String
    var yLabel: String
    /// Columns: x and y; for a histogram x alone; for bars without a value x alone.
    var table: PlotTable

    /// Categories shown at most: more would not be legible.
    static let categoryLimit = 40
    static let width = 560.0

    /// The picture; nil where no case has the values that it needs.
    var picture: HTML? {
        switch kind {
        case .bar: bars
        case .box: boxes
        case .scatter: scatter
        case .histogram: histogram
        }
    }

    /// Cases that a picture can't show, for they lack a number that it needs.
    var omittedCount: Int {
        table.rows.count { row in
            switch kind {
            case .bar: row.count > 1 && row[1].number == nil
            case .box: row[1].number == nil
            case .scatter: row[0].number == nil || row[1].number == nil
            case .histogram: row[0].number == nil
            }
        }
    }

    var description: String { "\(title): \(kind.rawValue) plot of \(yLabel) by \(xLabel)" }

    /// Values of y by x, in the order in which categories first occur.
    func groups() -> [(label: String, values: [Double])] {
        var order: [String] = []
        var values: [String: [Double]] = [:]
        for row in table.rows {
            let label = row[0].label
            let value = row.count > 1 ? row[1].number : 1
            guard let value else { continue }
            if values[label] == nil { order.append(label) }
            values[label, default: []].append(value)
        }
        return order.map { ($0, values[$0] ?? []) }
    }
}
