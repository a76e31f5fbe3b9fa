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
    /// Goes through the rows of a cell in order, several at a time. A row that fails fails the rows that go on with it and
    /// nothing else.
    mutating func goThroughRows(of cell: CellDeclaration, _ choice: RowChoice) async throws(RecordError) {
        guard let matrix = cell.matrix else { return }
        let id = cell.id.value
        report(.rowsStarted(cell: id, count: choice.keys?.count ?? matrix.count))
        answeredRows = 0
        for number in 0..<matrix.count where !isOver {
            guard choice.keys?.contains(matrix.keys[number]) ?? true else { continue }
            await goThrough(cell, row: number, choice)
            try foldIfDue()
        }
        if summary.isInterrupted { await underWay?.cancel() }
        await settle(CollectionOfOne(id))
        finish(rowsOf: cell, matrix)
        report(.rowsFinished(cell: id))
    }

    /// What the cells after it see of a cell whose rows all have an answer.
    private mutating func finish(rowsOf cell: CellDeclaration, _ matrix: Matrix) {
        let id = cell.id.value
        guard answeredRows == matrix.count else { return }
        var contents = RowContents()
        if runner.document.cellsWithInsertedRows.contains(id) {
            for key in matrix.keys {
                if let entry = recorder.entry(of: RowAddress(cell: id, row: key)) { contents.add(entry) }
            }
        }
        contents.end()
        finished[id] = .rows(contents)
    }

    private mutating func goThrough(_ cell: CellDeclaration, row number: Int, _ choice: RowChoice) async {
        let address = RowAddress(cell: cell.id.value, row: cell.matrix?.keys[number])
        let recorder = recorder
        let rows = RowPreparation(preparation: preparation) { recorder.entry(of: RowAddress(cell: $0, row: $1)) }
        let recorded = recorder.entry(of: address)
        let prepared: PreparedCell
        do throws(PreparationError) {
            switch try rows.prepare(cell, row: number, finished: finished, recorded: recorded) {
            case .ready(let cell): prepared = cell
            case .waits(let open): return skip(address.text, because: open.first ?? "")
            }
        } catch {
            return fail(address.text, "\(error)")
        }
        if let liveCheck = runner.liveCheck {
            await verify(prepared, isChosen: true, liveCheck)
            if recorder.entry(of: address) != nil { answeredRows += 1 }
            return
        }
        await settle(key: prepared.key.text)
        if !choice.isForced, let outcome = known(prepared, recorded) {
            take(outcome, of: prepared)
            answeredRows += 1
        } else if !choice.failedOnly || recorder.results.failure(for: prepared.key.text) != nil {
            await ask(prepared, width: runner.rowJobs)
        }
    }
}
