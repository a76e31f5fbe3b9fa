// The rows of a cell on a live page: as they stand on record when a file is loaded, then as a run goes through them.

enum LiveRows {
    /// The rows that are shown, from the record of a cell. A plan holds a tally of them alone, so that of a single row it is
    /// known that it is fresh where all are, and that it is missing.
    ///
    /// - Parameter before: what was shown of them.
    static func recorded(
        _ step: Plan.Step, _ paths: PlaygroundPaths, _ before: [PlaygroundReport.Row]
    ) -> [PlaygroundReport.Row] {
        guard let matrix = step.cell.matrix,
            let record = try? RowRecord(of: step.id, at: paths.rows(of: step.id))
        else { return [] }
        let areFresh = step.rows?.state == .fresh
        let old = Dictionary(before.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<min(matrix.count, RowTable.rowLimit)).map { number in
            let key = matrix.keys[number]
            let values = MatrixRow(matrix: matrix, number: number).valueKeys
            let entry = record[key]
            return PlaygroundReport.Row(
                key: key, values: values, state: entry == nil ? .missing : areFresh ? .fresh : nil,
                prompt: entry?.prompt, answer: entry,
                results: areFresh && old[key]?.answer == entry ? old[key]?.results ?? [] : [])
        }
    }

    /// Changes the row of a key.
    static func change(
        _ rows: inout [PlaygroundReport.Row], _ key: String, _ body: (inout PlaygroundReport.Row) -> Void
    ) {
        guard let index = rows.firstIndex(where: { $0.key == key }) else { return }
        body(&rows[index])
    }
}

extension CellProgress {
    /// One more row has come to its end.
    mutating func endRow() {
        doneRowCount += 1
        words = "\(doneRowCount) of \(rowCount) rows"
    }
}
