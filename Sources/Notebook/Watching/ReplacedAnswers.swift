// Answers on record that a run may replace. Undoing an edit finds the answer that stood on record before it, also where no run of
// this machine gave it.

/// Answers to be kept.
struct ReplacedAnswers {
    private var answers: [(store: ResultsStore, result: CellResult)] = []

    /// Takes note of what the record answers to questions that are not asked any more.
    ///
    /// - Parameters:
    ///   - edited: cells that ask something else now.
    ///   - before: what they asked.
    mutating func note(_ edited: Set<String>, _ before: Questions, _ planner: Planner, playground name: String) {
        for id in planner.preparation.document.withDependants(edited) {
            guard let entry = planner.recorded[id], !entry.isEdited, entry.key == before.keys[id]?.text,
                !planner.results.holds(entry.key)
            else { continue }
            let result = CellResult(
                playground: name, cell: id, entry: entry, instructions: before.instructions[id] ?? nil, tokenIDs: [])
            answers.append((planner.results, result))
        }
    }

    /// Keeps them by their keys. What can't be kept is asked again one day.
    mutating func keep() {
        for (store, result) in answers { try? store.keep(result) }
        answers = []
    }
}
