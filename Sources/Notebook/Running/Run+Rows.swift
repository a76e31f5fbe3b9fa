// A cell with rows in a run: each row is a question of its own, prepared when its turn comes and forgotten once it is kept.

internal import FoundationModels

/// Which rows of a cell a run is about.
struct RowChoice {
    /// nil: all.
    var keys: Set<String>?
    var isForced = false
    var failedOnly = false
}

extension Run {
    /// Goes through the rows of a cell in order. A row that fails fails the rows that go on with it and nothing else.
    mutating func goThroughRows(of cell: CellDeclaration, _ choice: RowChoice) async throws(RecordError) {
        guard let matrix = cell.matrix else { return }
        let id = cell.id.value
        report(.rowsStarted(cell: id, count: choice.keys?.count ?? matrix.count))
        let isWanted = runner.document.cellsWithInsertedRows.contains(id)
        var contents = RowContents()
        var answered = 0
        for number in 0..<matrix.count where !isOver {
            let key = matrix.keys[number]
            guard choice.keys?.contains(key) ?? true else { continue }
            if let entry = await goThrough(cell, row: number, choice) {
                answered += 1
                if isWanted { contents.add(entry) }
            }
            try foldIfDue()
        }
        contents.end()
        if answered == matrix.count { finished[id] = .rows(contents) }
        report(.rowsFinished(cell: id))
    }

    /// - Returns: the answer of the row; nil where there is none, which has been told.
    private mutating func goThrough(_ cell: CellDeclaration, row number: Int, _ choice: RowChoice) async -> OutputEntry?
    {
        let address = RowAddress(cell: cell.id.value, row: cell.matrix?.keys[number])
        let recorder = recorder
        let rows = RowPreparation(preparation: preparation) { recorder.entry(of: RowAddress(cell: $0, row: $1)) }
        let recorded = recorder.entry(of: address)
        let prepared: PreparedCell
        do throws(PreparationError) {
            switch try rows.prepare(cell, row: number, finished: finished, recorded: recorded) {
            case .ready(let cell): prepared = cell
            case .waits(let open):
                skip(address.text, because: open.first ?? "")
                return nil
            }
        } catch {
            fail(address.text, "\(error)")
            return nil
        }
        if let liveCheck = runner.liveCheck {
            await verify(prepared, isChosen: true, liveCheck)
            return recorder.entry(of: address)
        }
        if !choice.isForced, let outcome = known(prepared, recorded) {
            take(outcome, of: prepared)
            return outcome.entry
        }
        if choice.failedOnly, recorder.results.failure(for: prepared.key.text) == nil { return nil }
        return await ask(prepared)
    }
}
