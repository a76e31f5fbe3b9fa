// What it means to hold a record against the model that it came from.

/// How a run asks again what is on record, and which answers take the place of recorded ones.
package struct LiveCheck: Sendable {
    /// When two answers to one question count as the same.
    package enum Comparison: String, Sendable, CaseIterable {
        /// Texts, ends and counts of tokens are equal: the same bits came out.
        case exact
        /// Contents say the same as JSON, whatever their spacing and the order of members; where they are no JSON, texts are equal.
        case json
        /// The answer meets what is expected of the cell, whatever is on record; a cell of which nothing is expected may say anything.
        case expectations
    }

    /// How one cell came out.
    package enum Verdict: String, Sendable {
        case same
        case differs
        /// The answer is another, and is recorded now.
        case accepted
        /// Nothing on record answers the cell's question, so there was nothing to reproduce.
        case skipped
    }

    package struct Finding: Sendable {
        package var cell: String
        package var verdict: Verdict
        /// What stood on record; nil where nothing did.
        package var recorded: OutputEntry?
        /// What came now; nil where nothing was asked.
        package var outcome: CellOutcome?
    }

    package var comparison: Comparison
    /// Whether an answer takes the place of the recorded one. Asked only where they differ. nil: none does, and cells that are
    /// stale or missing are not asked.
    package var accepts: (@Sendable (Finding) -> Bool)?
    package var report: @Sendable (Finding) -> Void

    package init(
        _ comparison: Comparison = .exact, accepts: (@Sendable (Finding) -> Bool)? = nil,
        report: @escaping @Sendable (Finding) -> Void
    ) {
        self.comparison = comparison
        self.accepts = accepts
        self.report = report
    }
}

extension CellModel {
    /// Scripted models answer as they do.
    package func expecting(_ answer: CellAnswer) -> any CellModel { self }
}
