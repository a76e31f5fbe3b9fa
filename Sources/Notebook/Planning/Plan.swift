// What a run would do, and why: a value, computed from the playground and what lies beside it, without a model.

/// The steps of a run in their order.
package struct Plan: Sendable {
    /// How a cell stands to its record.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case fresh
        /// Recorded for another question.
        case stale
        /// Recorded for this question, and changed since by somebody who is no run.
        case edited
        case missing
        /// The last attempt to answer exactly this question failed.
        case failed
        /// To be answered with tools that the user has not approved, and whose answers are not on record.
        case needsTrust = "needs-trust"
    }

    package struct Step: Sendable {
        package let cell: CellDeclaration
        package let state: State
        /// In words, such as `history changed (cell sort)`; empty for a fresh cell.
        package let reasons: [String]
        /// Nil where the question depends on an answer that is not there yet.
        package let prepared: PreparedCell?
        package let recorded: OutputEntry?
        /// Whether an earlier result for exactly this question is kept, so that no model is needed.
        package let isKept: Bool
        /// Of a cell with a matrix, whose rows have steps of their own.
        package var rows: RowTally?

        package var id: String { cell.id.value }
    }

    /// What it is a plan of, and with which values.
    package let document: PlaygroundDocument
    package let parameters: [String: ParameterValue]
    package let steps: [Step]
    /// Recorded, but no cell of the file.
    package let orphans: [String]
    /// What the reader of the records had to complain about.
    package let notes: [String]

    /// Everything on record that no cell and no row of the file has: cells by id, rows as `inbox[a17]`, and as `inbox[*]` what
    /// is left of a cell that has no rows any more.
    package func orphans(at paths: PlaygroundPaths) -> [String] {
        let plain = steps.filter { $0.cell.matrix == nil }.map(\.id)
        let withRows = Set(steps.map(\.id)).subtracting(plain)
        return orphans + paths.transcripts(besides: Set(plain + orphans))
            + steps.flatMap { step in (step.rows?.orphans ?? []).map { RowAddress(cell: step.id, row: $0).text } }
            + paths.rowFiles(besides: withRows).map { RowAddress(cell: $0, row: "*").text }
    }

    package func step(_ id: String) -> Step? { steps.first { $0.id == id } }
}
