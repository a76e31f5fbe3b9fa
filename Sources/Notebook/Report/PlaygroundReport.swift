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
        /// The name of what the answer follows.
        var schema: String?
        var answer: OutputEntry?
        /// The verdicts on its expectations; of a cell with rows, none.
        var results: [ExpectationResult] = []
        /// Of a cell with a matrix, in order.
        var rows: [Row] = []
        /// How many rows there are: a live page has the first of them only.
        var rowCount = 0
        /// Names of the matrix's axes.
        var axes: [String] = []
        /// Of a cell in a run that is watched.
        var progress: CellProgress?

        /// The recorded answers, of the cell or of its rows.
        var answers: [OutputEntry] { (answer.map { [$0] } ?? []) + rows.compactMap(\.answer) }
    }

    /// One row of a cell with a matrix.
    struct Row: Sendable {
        var key: String
        /// Of each axis in turn, what identifies the row's value.
        var values: [String] = []
        /// Nil: not known of the single row.
        var state: Plan.State?
        var prompt: String?
        var answer: OutputEntry?
        var results: [ExpectationResult] = []
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

    /// The report of a playground of which nothing is known yet.
    init(path: String) {
        self.path = path
        (cells, orphans, notes, timings, plots) = ([], [], [], [], [])
    }

    /// - Parameters:
    ///   - plan: of the document, as the records stand.
    ///   - rows: the steps of rows, which the plan does not hold.
    package init(_ plan: Plan, rows: [Plan.Step] = [], paths: PlaygroundPaths) {
        let document = plan.document
        let contents = Dictionary(
            (plan.steps + rows).compactMap { step in step.recorded.map { (step.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        let judge = ExpectationJudge(document, parameters: plan.parameters, contents: contents)
        // Only of answers to the questions of today.
        func results(_ step: Plan.Step) -> [ExpectationResult] {
            guard step.state == .fresh, step.cell.matrix == nil, let entry = step.recorded else { return [] }
            return judge.judge(step.cell.expectations, .answered(entry), row: step.cell.row)
        }
        let rowsByCell = Dictionary(grouping: rows, by: { RowAddress($0.id).cell })
        path = document.path
        title = document.title?.value
        let cells = document.cells.compactMap { cell in
            plan.step(cell.id.value).map { step in
                Cell(
                    id: step.id, title: cell.title?.value, continues: cell.continues?.value, state: step.state,
                    reasons: step.reasons,
                    instructions: cell.continues == nil ? step.prepared?.conversation.instructions : nil,
                    prompt: step.prepared?.prompt ?? step.recorded?.prompt, schema: cell.generating?.value,
                    answer: step.recorded, results: results(step),
                    rows: (rowsByCell[step.id] ?? []).map { row in
                        Row(
                            key: RowAddress(row.id).row ?? "", values: row.cell.row?.valueKeys ?? [],
                            state: row.state, prompt: row.prepared?.prompt ?? row.recorded?.prompt,
                            answer: row.recorded, results: results(row))
                    }, rowCount: cell.matrix?.count ?? 0, axes: cell.matrix?.axes.map(\.name.value) ?? [])
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
