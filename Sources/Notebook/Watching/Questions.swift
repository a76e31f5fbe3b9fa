// What each cell asks now, as far as the answers before it are known: on record, or kept by their key. Told apart from a plan,
// which holds questions against the record, so that a run under way can be held against a file that has changed since.

/// The questions of one document.
struct Questions {
    /// Keys by cell; none where an answer before it is wanting.
    private(set) var keys: [String: CellKey] = [:]
    private(set) var instructions: [String: String?] = [:]
    /// The answers that are known.
    private(set) var answers: [String: OutputEntry] = [:]
    var answered: Set<String> { Set(answers.keys) }

    init(_ planner: Planner) {
        let preparation = planner.preparation
        var finished: [String: Conversation] = [:]
        var budget = TextBudget()
        for cell in CellOrder.sorted(preparation.document.cells) {
            let id = cell.id.value
            let recorded = planner.recorded[id]
            let prepared = try? preparation.prepare(cell, finished: finished, recorded: recorded, budget: &budget)
            guard let prepared else { continue }
            keys[id] = prepared.key
            instructions[id] = prepared.conversation.instructions
            let entry =
                if let recorded, recorded.key == prepared.key.text, !recorded.isEdited { recorded } else {
                    planner.results.result(for: prepared.key.text)?.entry
                }
            guard let entry else { continue }
            finished[id] = prepared.answered(with: entry)
            answers[id] = entry
        }
    }

    /// Cells that ask something else than they did, or are new.
    func changes(since earlier: Questions) -> Set<String> {
        Set(keys.filter { earlier.keys[$0.key] != $0.value }.map(\.key))
    }
}

extension PlaygroundDocument {
    /// Cells, and all that depend on them.
    func withDependants(_ ids: Set<String>) -> Set<String> {
        CellOrder.sorted(cells).reduce(into: ids) { ids, cell in
            if !ids.isDisjoint(with: cell.dependencies) { ids.insert(cell.id.value) }
        }
    }
}
