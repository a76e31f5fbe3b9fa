// One step of a run that checks: the recorded answer is expected of the model, which reads it at the speed of a prompt and says
// at each token whether it would have chosen it. A cell is asked behind the recorded answers of the cells before it, so that
// each is judged for itself.

internal import FoundationModels

extension Run {
    /// Holds a cell against its record.
    ///
    /// - Parameter isChosen: whether the cell is to be asked, and is not gone through for another one's sake.
    mutating func verify(_ cell: PreparedCell, isChosen: Bool, _ check: LiveCheck) async {
        let recorded = self.recorded(cell.id)
        if isChosen, check.accepts != nil || recorded?.key == cell.key.text {
            // What was answered since the record was written needs no model.
            guard recorded?.key != cell.key.text, let outcome = known(cell, recorded) else {
                await ask(cell)
                return
            }
            if isAccepted(outcome, of: cell) { take(outcome, of: cell) }
        } else if !settleRecorded(cell), isChosen {
            check.report(LiveCheck.Finding(cell: cell.id, verdict: .skipped, recorded: recorded))
        }
    }

    /// The model that answers a cell: where a record is to be reproduced, it expects what stands there.
    func model(_ model: any CellModel, checking cell: PreparedCell) -> any CellModel {
        guard runner.liveCheck != nil, let recorded = self.recorded(cell.id) else { return model }
        let kept = recorder.results.result(for: recorded.key)
        // The tokens are known only where this machine generated them.
        let tokenIDs = kept?.entry.content == recorded.content ? kept?.tokenIDs : nil
        return model.expecting(
            CellAnswer(
                content: recorded.content, tokenIDs: tokenIDs ?? [], inputTokenCount: recorded.inputTokenCount,
                cachedTokenCount: 0, outputTokenCount: recorded.outputTokenCount))
    }

    /// Whether an answer is to be recorded: in a run that checks, if it is another than the recorded one and its user wants it.
    mutating func isAccepted(_ outcome: CellOutcome, of cell: PreparedCell) -> Bool {
        guard let check = runner.liveCheck else { return true }
        let recorded = self.recorded(cell.id)
        var finding = LiveCheck.Finding(cell: cell.id, verdict: .same, recorded: recorded, outcome: outcome)
        if let recorded, check.comparison.agrees(outcome.entry, recorded, meets: { meets($0, cell.id) }) {
            check.report(finding)
            // The same answer to another question, or under a broken seal, takes the place of the old one unasked.
            return !settleRecorded(cell) && check.accepts != nil
        }
        finding.verdict = check.accepts?(finding) == true ? .accepted : .differs
        check.report(finding)
        if finding.verdict == .differs { _ = settleRecorded(cell) }
        return finding.verdict == .accepted
    }

    /// Whether an answer is what is expected of a cell or row, behind the recorded answers of the others.
    private func meets(_ entry: OutputEntry, _ id: String) -> Bool {
        let address = RowAddress(id)
        guard var cell = runner.document.cell(address.cell), !cell.expectations.isEmpty else { return true }
        if let row = address.row, let number = cell.matrix?.number(of: row) { cell = cell.row(number) }
        var contents: [String: OutputEntry] = [:]
        for other in runner.document.cells.map(\.id.value) {
            contents[other] = recorded(other)
            guard let row = address.row else { continue }
            let same = RowAddress(cell: other, row: row).text
            contents[same] = recorded(same)
        }
        let judge = ExpectationJudge(runner.document, parameters: runner.parameters, contents: contents)
        return judge.judge(cell.expectations, .answered(entry), row: cell.row).allSatisfy(\.isMet)
    }

    /// Goes on from the recorded answer; false where there is none to the cell's question.
    private mutating func settleRecorded(_ cell: PreparedCell) -> Bool {
        guard let recorded = self.recorded(cell.id), recorded.key == cell.key.text, !recorded.isEdited else {
            return false
        }
        take(CellOutcome(cell: cell.id, origin: .fresh, entry: recorded), of: cell)
        return true
    }
}
