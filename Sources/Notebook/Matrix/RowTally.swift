// How the rows of a cell stand to their records, summed up.

/// Counts over rows.
package struct RowTally: Sendable, Equatable {
    package private(set) var count = 0
    package private(set) var states: [Plan.State: Int] = [:]
    /// Rows that a run finds answers for without a model.
    package private(set) var keptCount = 0
    package private(set) var inputTokenCount = 0
    package private(set) var outputTokenCount = 0
    package private(set) var cutCount = 0
    /// Keys on record that are no rows any more.
    package var orphans: [String] = []
    /// Why rows are not fresh, with how many of them say so.
    private var reasons: [String: Int] = [:]

    private static let severity: [Plan.State] = [.failed, .needsTrust, .edited, .stale, .missing, .fresh]

    package mutating func add(_ row: Plan.Step) {
        count += 1
        states[row.state, default: 0] += 1
        if row.isKept { keptCount += 1 }
        if let entry = row.recorded {
            inputTokenCount += entry.inputTokenCount
            outputTokenCount += entry.outputTokenCount
            if entry.finish == "length" { cutCount += 1 }
        }
        // Many rows have many reasons; the first few kinds are told.
        let reason = row.reasons.joined(separator: ", ")
        if !reason.isEmpty, reasons.count < 8 || reasons[reason] != nil { reasons[reason, default: 0] += 1 }
    }

    /// The worst state of any row.
    package var state: Plan.State { Self.severity.first { states[$0] != nil } ?? .fresh }

    /// Such as `3 of 300 rows stale: prompt changed` and `2 missing`.
    package var words: [String] {
        var words: [String] = []
        for state in Self.severity where state != .fresh {
            guard let number = states[state] else { continue }
            words.append("\(number)" + (words.isEmpty ? " of \(count) rows" : "") + " \(state.rawValue)")
        }
        let common = reasons.max { ($0.value, $1.key) < ($1.value, $0.key) }
        if let common, !words.isEmpty {
            words[0] += ": \(common.key)" + (common.value < count - (states[.fresh] ?? 0) ? ", …" : "")
        }
        return words
    }
}
