// The steps of a run that has several questions answered at a time: the engine decodes them together, and each gets the answer
// that it would have got alone. They are begun in the order of the plan, and settled as their answers come.

internal import FoundationModels

extension Run {
    /// Asks the model while others are being answered, and waits where as many as may be are under way.
    ///
    /// - Parameter width: questions at a time.
    mutating func ask(_ cell: PreparedCell, width: Int) async {
        guard let underWay, width > 1 else {
            if await ask(cell) != nil { answeredRows += 1 }
            return
        }
        do {
            underWay.start(try await question(cell))
        } catch {
            settle(cell, failure: error)
        }
        await settle { $0.count < width }
    }

    /// Waits until nothing under way has anything to do with a cell that goes on with others.
    mutating func settle(_ cells: some Collection<String>) async {
        await settle { underWay in !cells.contains { underWay.holds($0) } }
    }

    /// Waits for the same question, which need not be asked twice.
    mutating func settle(key: String) async { await settle { !$0.isAsking(key) } }

    /// Settles all that is under way; what can't be kept any more is ended.
    mutating func settleAll() async {
        if summary.isInterrupted { await underWay?.cancel() }
        await settle { $0.count == 0 }
    }

    /// Settles answers as they come until `isEnough`.
    private mutating func settle(until isEnough: (QuestionsUnderWay) -> Bool) async {
        guard let underWay else { return }
        while !isEnough(underWay) {
            switch await underWay.next() {
            case .told(let event): report(event)
            case .ended(let question, let result):
                // A cell that was begun before the rows may end among them.
                if settle(question, result) != nil, RowAddress(question.cell.id).row != nil { answeredRows += 1 }
                // What can't be kept is not to be asked: the others end, too.
                if summary.isInterrupted { await underWay.cancel() }
            case nil: summary.isInterrupted = true
            }
        }
    }
}
