// What the watch's screen knows: the cells of each notebook, how they stand, what they say. Grows out of events and keys; drawn
// by WatchDrawing.

internal import Notebook
internal import Platform

/// The state of the screen.
struct WatchState {
    /// One line of the list, and the text behind it.
    struct Cell {
        var id: String
        var title: String?
        /// As a plan or a run says it: `stale`, `asked`, `ran`.
        var standing: String
        /// Behind the standing: reasons, costs.
        var detail = ""
        var content: String
        /// What stood on record before the last save.
        var record: String?
        /// `1 of 2 expectations hold`; nil without any, and without an answer.
        var verdict: String?
        /// What does not hold, line by line.
        var problems: [String] = []
        var pieces = 0
        /// Of a cell with rows, while they are gone through.
        var rowsDone = 0
        var rowCount = 0
        var start: ContinuousClock.Instant?

        var isAnswering: Bool { standing == "asked" || standing == "answering" }
    }

    struct Notebook {
        var path: String
        var cells: [Cell] = []
        /// Nil: the file is right.
        var complaints: String?
        /// Tools that wait for the user's trust.
        var trust: TrustRequest?
    }

    private(set) var notebooks: [Notebook] = []
    private(set) var watching = ""
    private(set) var isPaused = false
    private(set) var isRunning = false
    var message = ""
    var showsDiff = false
    var showsHelp = false
    /// What the user is asked to trust, while that is on the screen.
    var review: TrustRequest?
    /// Lines of the text, or of what is to be trusted, that are above the screen.
    var scroll = 0
    /// Of all questions of this watch that a model was asked: tokens, and those of them that it did not compute again.
    private var (inputTokens, cachedTokens) = (0, 0)
    /// Percent of the tokens of this watch's questions that came out of the prefix cache; nil before the first.
    var cachedShare: Int? { inputTokens > 0 ? cachedTokens * 100 / inputTokens : nil }
    /// The cell whose text is shown: notebook and cell.
    var focus: (notebook: String, cell: String)?
    /// Whether a person has chosen the focus; it follows the run otherwise.
    var isHeld = false
    let isChecking: Bool

    init(isChecking: Bool) { self.isChecking = isChecking }

    var focused: Cell? {
        guard let focus else { return nil }
        return notebooks.first { $0.path == focus.notebook }?.cells.first { $0.id == focus.cell }
    }

    mutating func take(_ event: WatchEvent, at now: ContinuousClock.Instant = .now) {
        switch event {
        case .watching(let folders, let how): watching = "\(folders.joined(separator: ", ")) by \(how.words)"
        case .loaded(let path, let standing, let edited):
            let plan = standing.plan
            message = edited.isEmpty ? "" : "edited \(edited.sorted().joined(separator: ", "))"
            isHeld = false
            update(path) { notebook in
                let before = notebook.cells
                notebook.complaints = nil
                notebook.cells = plan.steps.map { step in
                    let old = before.first { $0.id == step.id }
                    return Cell(
                        id: step.id, title: step.cell.title?.value, standing: step.state.rawValue,
                        detail: step.reasons.joined(separator: ", "),
                        content: old?.content ?? step.recorded?.content ?? "", record: step.recorded?.content)
                }
            }
            judge(path, standing)
            if let first = plan.steps.first(where: { edited.contains($0.id) }) { show(path, first.id) }
            if focused == nil, let first = plan.steps.first { show(path, first.id) }
            if standing.trust != nil { message = "tools wait for your trust; t shows what they would do" }
        case .trusted(let path, let standing):
            judge(path, standing)
            message = "the tools are trusted"
        case .rejudged(let path, let standing):
            message = "the record was changed"
            judge(path, standing)
            for step in standing.plan.steps {
                update(path, step.id) { cell in
                    cell.standing = step.state.rawValue
                    cell.detail = step.reasons.joined(separator: ", ")
                    cell.content = step.recorded?.content ?? cell.content
                    cell.record = step.recorded?.content
                }
            }
        case .broken(let path, let complaints): update(path) { $0.complaints = complaints }
        case .runStarted:
            isRunning = true
        case .run(let path, let event): take(event, of: path, at: now)
        case .runEnded(let path, let summary, let standing, let timing):
            isRunning = false
            if let standing { judge(path, standing) }
            if summary.isInterrupted { stopAnswering() }
            if let words = timing.words { message = words }
        case .runFailed(_, let words):
            isRunning = false
            stopAnswering()
            message = words
        case .refused(let words), .note(let words): message = words
        case .paused(let isPaused):
            self.isPaused = isPaused
            message = isPaused ? "paused; p goes on" : ""
        }
    }

    mutating func take(_ waiting: Waiting) {
        switch waiting {
        case .opening(let model): message = "opening \(model) …"
        case .over: if message.hasPrefix("opening ") { message = "" }
        case .reading(let done, let count):
            for index in notebooks.indices {
                for cell in notebooks[index].cells.indices where notebooks[index].cells[cell].standing == "asked" {
                    notebooks[index].cells[cell].detail =
                        waiting.isDone ? "the prompt is read" : "reading the prompt: \(done) of \(count) tokens"
                }
            }
        }
    }

    private mutating func take(_ event: RunEvent, of path: String, at now: ContinuousClock.Instant) {
        if case .finished(let outcome) = event, outcome.origin == .ran {
            inputTokens += outcome.entry.inputTokenCount
            cachedTokens += outcome.cachedTokenCount
        }
        switch event {
        case .rowsStarted(let id, let count):
            update(path, id) { cell in
                (cell.standing, cell.detail, cell.content) = ("asked", "0 of \(count) rows", "")
                (cell.rowsDone, cell.rowCount) = (0, count)
            }
        case .rowsFinished(let id):
            update(path, id) { cell in
                (cell.standing, cell.detail) = ("ran", "\(cell.rowsDone) of \(cell.rowCount) rows")
                cell.rowCount = 0
            }
        case .finished(let outcome) where RowAddress(outcome.cell).row != nil:
            update(path, RowAddress(outcome.cell).cell) { cell in
                cell.rowsDone += 1
                cell.detail = "\(cell.rowsDone) of \(cell.rowCount) rows"
                cell.content = outcome.entry.content
            }
        case .started(let id, _) where RowAddress(id).row != nil, .answering(let id, _) where RowAddress(id).row != nil:
            break
        case .called: break
        case .failed(let id, let words) where RowAddress(id).row != nil:
            update(path, RowAddress(id).cell) { cell in
                cell.rowsDone += 1
                cell.detail = words
            }
        case .started(let id, _):
            if !isHeld { show(path, id) }
            update(path, id) { cell in
                (cell.standing, cell.detail, cell.content) = ("asked", "reading the prompt", "")
                (cell.pieces, cell.verdict, cell.problems) = (0, nil, [])
                cell.start = nil
            }
        case .answering(let id, let delta):
            update(path, id) { cell in
                cell.standing = "answering"
                cell.content += delta
                cell.pieces += 1
                let start = cell.start ?? now
                cell.start = start
                let seconds = start.duration(to: now) / .seconds(1)
                cell.detail = seconds > 0.2 ? "\(Self.tenths(Double(cell.pieces - 1) / seconds)) pieces/s" : ""
            }
        case .finished(let outcome):
            update(path, outcome.cell) { cell in
                cell.content = outcome.entry.content
                if outcome.origin == .fresh, ["ran", "kept"].contains(cell.standing) { return }
                cell.standing = outcome.origin.rawValue
                var details = outcome.origin == .fresh ? [] : [RunPrinter.tokens(outcome)]
                if let rate = RunPrinter.rate(outcome) { details.append("\(Self.tenths(rate)) tokens/s") }
                if let cut = outcome.entry.cut { details.append(cut) }
                if let record = cell.record, outcome.origin != .fresh {
                    details.append(record == cell.content ? "same as the record" : "differs from the record")
                }
                cell.detail = details.joined(separator: ", ")
            }
        case .failed(let id, let words):
            update(path, id) { cell in
                (cell.standing, cell.detail) = ("failed", words)
            }
        case .skipped(let id, let cause):
            update(path, id) { cell in
                (cell.standing, cell.detail) = ("skipped", "waits for cell \(cause)")
            }
        case .modelFailed(let words), .note(let words): message = words
        }
    }

    mutating func show(_ notebook: String, _ cell: String) {
        if focus?.notebook != notebook || focus?.cell != cell { scroll = 0 }
        focus = (notebook, cell)
    }

    /// Takes in what is held of the answers, and what waits for trust.
    private mutating func judge(_ path: String, _ standing: Standing) {
        update(path) { notebook in
            notebook.trust = standing.trust
            for index in notebook.cells.indices {
                let id = notebook.cells[index].id
                notebook.cells[index].verdict = standing.verdicts.phrase(of: id)
                notebook.cells[index].problems = standing.verdicts.lines(of: id) { text, _ in text }
            }
        }
    }

    private mutating func stopAnswering() {
        for notebook in notebooks.indices {
            for cell in notebooks[notebook].cells.indices where notebooks[notebook].cells[cell].isAnswering {
                notebooks[notebook].cells[cell].standing = "stale"
                notebooks[notebook].cells[cell].detail = "cancelled"
            }
        }
    }

    private mutating func update(_ path: String, _ change: (inout Notebook) -> Void) {
        if !notebooks.contains(where: { $0.path == path }) { notebooks.append(Notebook(path: path)) }
        for index in notebooks.indices where notebooks[index].path == path { change(&notebooks[index]) }
    }

    private mutating func update(_ path: String, _ id: String, _ change: (inout Cell) -> Void) {
        update(path) { notebook in
            for index in notebook.cells.indices where notebook.cells[index].id == id { change(&notebook.cells[index]) }
        }
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
