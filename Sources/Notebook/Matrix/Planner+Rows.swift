// Planning a cell with rows: each row by itself, and the tally of all.

extension Planner {
    var rowPreparation: RowPreparation {
        RowPreparation(preparation: preparation) { cell, row in rows[cell]?[row] }
    }

    /// The step of a cell with rows.
    ///
    /// - Parameters:
    ///   - finished: gets an entry for the cell where all its rows are fresh.
    ///   - wanted: whether some cell inserts the contents of all rows.
    ///   - visit: is shown the step of each row in turn.
    func matrixStep(
        _ cell: CellDeclaration, _ finished: inout [String: Conversation], wanted: Bool, visit: (Plan.Step) -> Void
    ) -> Plan.Step {
        var tally = RowTally()
        var contents = RowContents()
        guard let matrix = cell.matrix else { preconditionFailure("a cell without rows") }
        for number in 0..<matrix.count {
            let step = rowStep(cell, number, finished)
            tally.add(step)
            if wanted, step.state == .fresh, let entry = step.recorded { contents.add(entry) }
            visit(step)
        }
        contents.end()
        if tally.state == .fresh { finished[cell.id.value] = .rows(contents) }
        return matrixStep(cell, tally, matrix)
    }

    func matrixStep(_ cell: CellDeclaration, _ rows: RowTally, _ matrix: Matrix) -> Plan.Step {
        var tally = rows
        tally.orphans = self.rows[cell.id.value]?.keys.filter { matrix.number(of: $0) == nil } ?? []
        return Plan.Step(
            cell: cell, state: tally.state, reasons: tally.words, prepared: nil, recorded: nil,
            isKept: tally.keptCount > 0, rows: tally)
    }

    private func rowStep(_ cell: CellDeclaration, _ number: Int, _ finished: [String: Conversation]) -> Plan.Step {
        let row = cell.row(number)
        let recorded = cell.matrix.flatMap { rows[cell.id.value]?[$0.keys[number]] }
        func step(_ state: Plan.State, _ reasons: [String]) -> Plan.Step {
            Plan.Step(
                cell: row, state: state, reasons: reasons, prepared: nil, recorded: recorded, isKept: false)
        }
        do throws(PreparationError) {
            switch try rowPreparation.prepare(cell, row: number, finished: finished, recorded: recorded) {
            case .waits(let open):
                return step(recorded == nil ? .missing : .stale, open.map { "waits for cell \($0)" })
            case .ready(let prepared):
                return settled(prepared, row, recorded)
            }
        } catch {
            return step(.failed, [error.message])
        }
    }
}

extension RowRecord {
    /// The records of all cells with rows.
    package static func all(
        of document: PlaygroundDocument, at paths: PlaygroundPaths
    ) throws(RecordError) -> [String: RowRecord] {
        var records: [String: RowRecord] = [:]
        for cell in document.cells where cell.matrix != nil {
            records[cell.id.value] = try RowRecord(of: cell.id.value, at: paths.rows(of: cell.id.value))
        }
        return records
    }
}
