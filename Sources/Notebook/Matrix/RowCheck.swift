// `check` of cells with rows: every fresh row's entry and transcript are as a run writes them, and nothing else stands there.

/// Holds the sidecars of rows against what they should be, row by row.
package final class RowCheck {
    private let document: PlaygroundDocument
    private var sidecars: [String: RowSidecars] = [:]
    private var problems: [String: [String: Int]] = [:]

    /// - Throws: `RecordError` where sidecars can't be read.
    package init(_ document: PlaygroundDocument, at paths: PlaygroundPaths) throws(RecordError) {
        self.document = document
        for cell in document.cells where cell.matrix != nil {
            sidecars[cell.id.value] = try RowSidecars(of: cell.id.value, at: paths)
        }
    }

    /// Looks at one row.
    package func visit(_ step: Plan.Step) {
        let address = RowAddress(step.id)
        guard step.state == .fresh, let row = address.row, let entry = step.recorded, let cell = step.prepared,
            let files = sidecars[address.cell]
        else { return }
        if !files.record.isWritten(entry, for: row) { add("not as a run writes them", address.cell) }
        let line = document.transcriptLine(of: cell.answered(with: entry), row: row)
        guard let found = files.transcripts[row] else { return add("without a transcript", address.cell) }
        if !found.elementsEqual(line) { add("whose transcripts are not those of the record", address.cell) }
    }

    /// What is wrong with the sidecars of a cell whose rows have been looked at.
    package func complaints(of cell: String) -> [String] {
        var words = (problems[cell] ?? [:]).sorted { $0.key < $1.key }.map { "\($1) row\($1 == 1 ? "" : "s") \($0)" }
        guard let files = sidecars[cell], let matrix = document.cell(cell)?.matrix else { return words }
        if !files.record.isInOrder(matrix.keys) { words.append("the record is not in the order of the rows") }
        let recorded = Set(files.record.keys)
        let strays = files.transcripts.keys.count { !recorded.contains($0) }
        if strays > 0 { words.append("\(strays) transcript\(strays == 1 ? "" : "s") of no row on record") }
        return words
    }

    private func add(_ problem: String, _ cell: String) { problems[cell, default: [:]][problem, default: 0] += 1 }
}
