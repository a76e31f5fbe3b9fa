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
    }

    private(set) var notebooks: [Notebook] = []
    private(set) var watching = ""
    private(set) var isPaused = false
    private(set) var isRunning = false
    private(set) var message = ""
    private(set) var showsDiff = false
    private(set) var showsHelp = false
    /// The cell whose text is shown: notebook and cell.
    private(set) var focus: (notebook: String, cell: String)?
    /// Whether a person has chosen the focus; it follows the run otherwise.
    private var isHeld = false
    let isChecking: Bool

    init(isChecking: Bool) { self.isChecking = isChecking }

    var focused: Cell? {
        guard let focus else { return nil }
        return notebooks.first { $0.path == focus.notebook }?.cells.first { $0.id == focus.cell }
    }

    mutating func take(_ event: WatchEvent, at now: ContinuousClock.Instant = .now) {
        switch event {
        case .watching(let folders, let how): watching = "\(folders.joined(separator: ", ")) by \(how.words)"
        case .loaded(let path, let plan, let edited):
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
            if let first = plan.steps.first(where: { edited.contains($0.id) }) { focus = (path, first.id) }
            if focused == nil { focus = plan.steps.first.map { (path, $0.id) } }
        case .rejudged(let path, let plan):
            message = "the record was changed"
            for step in plan.steps {
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
        case .runEnded(_, let summary, _, let timing):
            isRunning = false
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

    private mutating func take(_ event: RunEvent, of path: String, at now: ContinuousClock.Instant) {
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
            if !isHeld { focus = (path, id) }
            update(path, id) { cell in
                (cell.standing, cell.detail, cell.content) = ("asked", "reading the prompt", "")
                cell.pieces = 0
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

    /// Takes a key.
    ///
    /// - Returns: what it asks of the watch; nil where only the view changes.
    mutating func take(_ key: Key) -> WatchCommand? {
        if showsHelp {
            showsHelp = false
            return key == .character("q") ? .quit : nil
        }
        switch key {
        case .enter: return .runStale
        case .character("a"): return .runAll
        case .character("f"): return .runFailed
        case .character("u"): return .accept
        case .character("x"): return .cancel
        case .character("p"): return .pause
        case .character("q"): return .quit
        case .character("d"): showsDiff.toggle()
        case .character("t"): message = "there is nothing to trust: 'watch' runs no tools in this version"
        case .character("?"), .character("h"): showsHelp = true
        case .up, .character("k"): moveFocus(by: -1)
        case .down, .character("j"): moveFocus(by: 1)
        case .escape: isHeld = false
        default: break
        }
        return nil
    }

    private mutating func moveFocus(by step: Int) {
        let all = notebooks.flatMap { notebook in notebook.cells.map { (notebook: notebook.path, cell: $0.id) } }
        guard !all.isEmpty else { return }
        let index = all.firstIndex { $0 == (focus?.notebook ?? "", focus?.cell ?? "") } ?? 0
        focus = all[max(0, min(all.count - 1, index + step))]
        isHeld = true
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
