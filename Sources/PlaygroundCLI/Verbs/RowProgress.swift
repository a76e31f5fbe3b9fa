// How far a cell with rows has come: one line on the terminal that is written over, and nothing where nobody watches.

internal import Notebook

/// Counts the rows of one cell while they are gone through.
struct RowProgress {
    private static let interval = Duration.milliseconds(100)

    let cell: String
    private let count: Int
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    private var origins: [CellOutcome.Origin: Int] = [:]
    private var failed = 0
    private var skipped = 0
    private var inputTokenCount = 0
    private var outputTokenCount = 0

    init(cell: String, count: Int) {
        self.cell = cell
        self.count = count
    }

    mutating func add(_ outcome: CellOutcome) {
        origins[outcome.origin, default: 0] += 1
        guard outcome.origin == .ran else { return }
        inputTokenCount += outcome.entry.inputTokenCount
        outputTokenCount += outcome.entry.outputTokenCount
    }

    mutating func addFailure() { failed += 1 }
    mutating func addSkipped() { skipped += 1 }

    private var done: Int { origins.values.reduce(0, +) + failed + skipped }

    /// The line to show; nil where it was shown just now.
    mutating func line(at now: ContinuousClock.Instant = .now) -> String? {
        if let lastShown, lastShown.duration(to: now) < Self.interval { return nil }
        lastShown = now
        return Self.line(cell, done: done, of: count, asked: (origins[.ran] ?? 0) + failed, in: start.duration(to: now))
    }

    /// Such as `inbox  37 of 300 rows, 2.1 rows/s, 2 min left`. Rows that were not asked say nothing about speed.
    static func line(_ cell: String, done: Int, of count: Int, asked: Int, in duration: Duration) -> String {
        let text = "\(cell)  \(done) of \(count) rows"
        let seconds = duration / .seconds(1)
        guard asked > 0, seconds > 0 else { return text }
        let rate = Double(asked) / seconds
        return "\(text), \(tenths(rate)) rows/s, \(words(Double(count - done) / rate)) left"
    }

    /// What came of the rows, such as `300 rows: 280 ran, 20 fresh; 6000 + 900 tokens`.
    var summary: String {
        let counts = [
            (origins[.ran], "ran"), (origins[.kept], "kept"), (origins[.fresh], "fresh"), (failed, "failed"),
            (skipped, "skipped"),
        ].compactMap { number, word in number.flatMap { $0 > 0 ? "\($0) \(word)" : nil } }
        let tokens = (origins[.ran] ?? 0) > 0 ? "; \(inputTokenCount) + \(outputTokenCount) tokens" : ""
        return
            "\(count) row\(count == 1 ? "" : "s"): \(counts.isEmpty ? "none asked" : counts.joined(separator: ", "))\(tokens)"
    }

    /// The word for the whole cell.
    var state: (word: String, color: Console.Color) {
        if failed > 0 { return ("failed", .red) }
        if skipped > 0 { return ("skipped", .yellow) }
        if (origins[.ran] ?? 0) > 0 { return ("ran", .green) }
        return (origins[.kept] ?? 0) > 0 ? ("kept", .green) : ("fresh", .dim)
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func words(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 1e9).rounded())
        if seconds < 100 { return "\(seconds) s" }
        if seconds < 6000 { return "\((seconds + 30) / 60) min" }
        return "\((seconds + 1800) / 3600) h"
    }
}
