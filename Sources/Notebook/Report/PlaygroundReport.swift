// What a report says of one playground: a value made from the plan and the records, from which the page is drawn. No model
// is asked and nothing is judged here.

/// One playground in a report.
package struct PlaygroundReport: Sendable {
    /// One cell.
    struct Cell: Sendable {
        var id: String
        var title: String?
        var continues: String?
        var state: Plan.State
        var reasons: [String]
        /// Of a cell that starts a conversation.
        var instructions: String?
        var prompt: String?
        var answer: OutputEntry?
    }

    /// What an answer took, from the run log.
    struct Timing: Sendable, Equatable {
        var cell: String
        /// From the question to the first piece of the answer.
        var secondsToFirst: Double
        var seconds: Double
        var inputTokenCount: Int
        var cachedTokenCount: Int
        var outputTokenCount: Int
    }

    var path: String
    var title: String?
    /// In the order of the file.
    var cells: [Cell]
    /// Recorded, but no cells of the file.
    var orphans: [String]
    /// What the reader of the records had to say.
    var notes: [String]
    /// Of recorded answers whose making is in the log of this machine, in the order of the file.
    var timings: [Timing]
    /// As the file declares them, with the values of the recorded answers.
    var plots: [Plot]

    /// - Parameter plan: of the document, as the records stand.
    package init(_ document: PlaygroundDocument, _ plan: Plan, paths: PlaygroundPaths) {
        path = document.path
        title = document.title?.value
        let cells = document.cells.compactMap { cell in
            plan.step(cell.id.value).map { step in
                Cell(
                    id: step.id, title: cell.title?.value, continues: cell.continues?.value, state: step.state,
                    reasons: step.reasons,
                    instructions: cell.continues == nil ? step.prepared?.conversation.instructions : nil,
                    prompt: step.prepared?.prompt ?? step.recorded?.prompt, answer: step.recorded)
            }
        }
        self.cells = cells
        plots = document.plots.map { Plot($0, of: cells) }
        orphans = plan.orphans
        notes = plan.notes
        let logged = RunLog.timings(paths)
        timings = cells.compactMap { cell in cell.answer.flatMap { logged[RunLog.Name(cell: cell.id, key: $0.key)] } }
    }

    /// Cells that start a conversation, and for each cell those that go on from it, in the order of the file.
    var forest: (roots: [Cell], children: [String: [Cell]]) {
        let ids = Set(cells.map(\.id))
        let isRoot = { (cell: Cell) in cell.continues.map { !ids.contains($0) } ?? true }
        return (
            cells.filter(isRoot),
            Dictionary(grouping: cells.filter { !isRoot($0) }, by: { $0.continues ?? "" })
        )
    }

    func count(_ state: Plan.State) -> Int { cells.count { $0.state == state } }
}
