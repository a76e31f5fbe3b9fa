// From what is wanted to the cells that are run for it.

extension WatchLoop.Wish {
    /// The cells to run; nil: none.
    func selection(_ planner: Planner, isChecking: Bool) -> RunSelection? {
        let plan = planner.plan()
        let questions = Questions(planner)
        let document = planner.preparation.document
        var selection = RunSelection()
        switch self {
        case .stale: break
        case .all: selection.isForced = true
        case .failing:
            let failing = Standing(planner, questions).failing
            guard !failing.isEmpty else { return nil }
            selection.ids = Set(failing.keys)
            selection.rows = failing.filter { !$0.value.isEmpty }
            selection.isForced = true
        case .accept:
            guard !questions.answered.isEmpty else { return nil }
            selection.ids = questions.answered
        case .edited(let cells):
            let chosen = document.withDependants(cells).subtracting(Self.hopeless(plan, document))
            guard !chosen.isEmpty else { return nil }
            selection.ids = chosen
        case .rest:
            let hopeless = Self.hopeless(plan, document)
            let others = plan.steps.filter { !hopeless.contains($0.id) }
            // Answers that are known are still to be recorded, and a record may want another order.
            let isDone =
                isChecking
                ? others.allSatisfy { questions.answered.contains($0.id) }
                : others.allSatisfy { $0.state == .fresh } && planner.isRecordInOrder
            if isDone || others.isEmpty { return nil }
            if !hopeless.isEmpty { selection.ids = Set(others.map(\.id)) }
        }
        return selection
    }

    /// Cells whose last attempt at exactly this question failed, and what depends on them: a save that leaves the question
    /// as it is does not ask again.
    private static func hopeless(_ plan: Plan, _ document: PlaygroundDocument) -> Set<String> {
        document.withDependants(Set(plan.steps.filter { $0.state == .failed }.map(\.id)))
    }
}

extension Planner {
    /// Whether the record has the cells in the order of the file.
    fileprivate var isRecordInOrder: Bool {
        let ids = outputs.entries.map(\.id)
        let cells = preparation.document.cells.map(\.id.value).filter(Set(ids).contains)
        return ids.filter(Set(cells).contains) == cells
    }
}
