// What the page of one watched notebook shows: the report of its records, and on top of that how the run under way comes along.
// Grows out of the events of a watch.

/// The state of one page.
struct LiveView {
    let paths: PlaygroundPaths
    private(set) var report: PlaygroundReport
    private(set) var isRunning = false
    private(set) var isPaused = false
    var hasEnded = false
    /// Why the file as it was saved last can't be run; nil: it can.
    private(set) var complaints: String?
    /// What is worth saying for now.
    private(set) var message = ""
    /// Of the questions that models were asked in this watch: tokens, and those of them that were not computed again.
    private(set) var inputTokenCount = 0
    private(set) var cachedTokenCount = 0
    /// What the verdicts are computed from.
    private var plan: Plan?
    /// Of the process; some of them are secrets of the playground.
    private let variables: [String: String]
    /// Finds secrets in what is about to be written, as they stand and as markup spells them.
    private(set) var scrubber = SecretScrubber(names: [], variables: [:])

    init(_ paths: PlaygroundPaths, variables: [String: String] = [:]) {
        self.paths = paths
        self.variables = variables
        report = PlaygroundReport(path: paths.source)
    }

    mutating func take(_ event: WatchEvent) {
        switch event {
        case .loaded(let path, let standing, let edited):
            guard path == paths.source else { return }
            complaints = nil
            message = edited.isEmpty ? "" : "edited \(edited.sorted().joined(separator: ", "))"
            show(standing.plan) { $0.isUnderWay }
        case .rejudged(let path, let standing), .trusted(let path, let standing):
            guard path == paths.source else { return }
            if case .rejudged = event { message = "the record was changed" } else { message = "the tools are trusted" }
            show(standing.plan) { $0.isUnderWay }
        case .broken(let path, let complaints):
            if path == paths.source { self.complaints = complaints }
        case .runStarted(let path):
            guard path == paths.source else { return }
            isRunning = true
        case .run(let path, let event):
            if path == paths.source { take(event) }
        case .runEnded(let path, let summary, let standing, let timing):
            guard path == paths.source else { return }
            isRunning = false
            cancelOpenAnswers()
            if summary.isInterrupted { message = "interrupted; what is finished is kept" }
            if let first = timing.first {
                message = "first token \(Int((first / .milliseconds(1)).rounded())) ms after the save"
            }
            if let standing { show(standing.plan) { _ in true } }
        case .runFailed(let path, let words):
            guard path == paths.source else { return }
            isRunning = false
            cancelOpenAnswers()
            message = words
        case .refused(let words), .note(let words): message = words
        case .paused(let isPaused): self.isPaused = isPaused
        case .watching: break
        }
    }

    /// Shows how things stand.
    ///
    /// - Parameter keeps: whether to go on showing how a cell came along.
    private mutating func show(_ plan: Plan, _ keeps: (CellProgress) -> Bool) {
        let before = report
        if self.plan?.document.secrets != plan.document.secrets {
            let secrets = plan.document.secrets.map(\.value)
            let spelled = secrets.map { ("\($0) ", HTML.escaped(variables[$0] ?? "")) }
            scrubber = SecretScrubber(
                names: secrets + spelled.map(\.0), variables: variables.merging(spelled) { first, _ in first })
        }
        self.plan = plan
        report = PlaygroundReport(plan, paths: paths)
        for index in report.cells.indices {
            let id = report.cells[index].id
            let old = before.cells.first { $0.id == id }
            if let progress = old?.progress, keeps(progress) {
                report.cells[index].progress = progress
                // An answer that is kept and not recorded, as under `--check`, stays in sight.
                if report.cells[index].state != .fresh, progress.phase == .ran || progress.phase == .kept {
                    report.cells[index].answer = old?.answer
                    report.cells[index].results = old?.results ?? []
                }
            }
            if report.cells[index].prompt == nil { report.cells[index].prompt = old?.prompt }
            if let step = plan.step(id), step.cell.matrix != nil {
                report.cells[index].rows = LiveRows.recorded(step, paths, old?.rows ?? [])
            }
        }
    }

    private mutating func cancelOpenAnswers() {
        for index in report.cells.indices where report.cells[index].progress?.isUnderWay == true {
            report.cells[index].progress?.phase = .cancelled
            report.cells[index].progress?.words = ""
        }
    }

    // ---- One run

    private mutating func take(_ event: RunEvent) {
        switch event {
        case .note(let words), .modelFailed(let words): message = words
        case .rowsStarted(let id, let count):
            change(id) { cell in
                cell.progress = CellProgress(phase: .answering, words: "0 of \(count) rows")
                cell.progress?.rowCount = count
            }
        case .rowsFinished(let id): change(id) { $0.progress?.phase = .ran }
        case .started(let id, let prompt):
            change(id) { cell in
                cell.prompt = prompt
                cell.progress = CellProgress(phase: .asked, words: "reading the prompt", before: cell.answer)
            }
        case .called(let id, var call):
            change(id) { cell in
                // What the model has said so far was said ahead of the call.
                call.said = cell.progress?.text
                cell.progress?.text = ""
                cell.progress?.calls.append(call)
            }
        case .answering(let id, let delta):
            change(id) { cell in
                let isFirst = cell.progress?.text.isEmpty ?? true
                cell.progress?.phase = .answering
                cell.progress?.words = ""
                cell.progress?.text += isFirst ? String(delta.drop(while: \.isNewline)) : delta
            }
        case .finished(let outcome): finish(outcome)
        case .failed(let id, let words): settle(id, .failed, words)
        case .skipped(let id, let cause): settle(id, .skipped, "waits for cell \(cause)")
        }
    }

    /// Changes a cell. Of rows only the end is shown.
    private mutating func change(_ id: String, _ body: (inout PlaygroundReport.Cell) -> Void) {
        guard let index = report.cells.firstIndex(where: { $0.id == id }) else { return }
        body(&report.cells[index])
    }

    private mutating func settle(_ id: String, _ phase: CellProgress.Phase, _ words: String) {
        let address = RowAddress(id)
        change(address.cell) { cell in
            if let key = address.row {
                cell.progress?.endRow()
                LiveRows.change(&cell.rows, key) { $0.state = phase == .failed ? .failed : .missing }
            } else {
                cell.progress = CellProgress(phase: phase, words: words, before: cell.progress?.before)
            }
        }
    }

    private mutating func finish(_ outcome: CellOutcome) {
        if outcome.origin == .ran {
            inputTokenCount += outcome.entry.inputTokenCount
            cachedTokenCount += outcome.cachedTokenCount
        }
        let address = RowAddress(outcome.cell)
        let results = verdicts(on: outcome.entry, of: address)
        change(address.cell) { cell in
            if let key = address.row {
                cell.progress?.endRow()
                LiveRows.change(&cell.rows, key) { row in
                    row.state = .fresh
                    row.answer = outcome.entry
                    row.prompt = outcome.entry.prompt
                    row.results = results
                }
                return
            }
            cell.answer = outcome.entry
            cell.prompt = outcome.entry.prompt
            cell.results = results
            // A run goes through what the last one has answered, and finds it fresh.
            if outcome.origin == .fresh, cell.progress?.phase == .ran || cell.progress?.phase == .kept { return }
            cell.progress =
                outcome.origin == .fresh
                ? nil
                : CellProgress(
                    phase: outcome.origin == .ran ? .ran : .kept, words: Self.figures(outcome),
                    before: cell.progress?.before)
            if outcome.origin == .fresh { (cell.state, cell.reasons) = (.fresh, []) }
        }
        time(outcome)
    }

    /// `48 (32 cached) + 35 tokens · 0.41 s`
    private static func figures(_ outcome: CellOutcome) -> String {
        let seconds = outcome.duration.map { " · \(PlotNumber.fixed($0 / .seconds(1), digits: 2)) s" } ?? ""
        return outcome.entry.figures(cachedTokenCount: outcome.cachedTokenCount) + seconds
    }

    private func verdicts(on entry: OutputEntry, of address: RowAddress) -> [ExpectationResult] {
        guard let plan, let cell = plan.step(address.cell)?.cell, !cell.expectations.isEmpty else { return [] }
        var contents: [String: OutputEntry] = [:]
        for other in report.cells {
            contents[other.id] = other.answer
            guard let key = address.row, let row = other.rows.first(where: { $0.key == key }) else { continue }
            contents[RowAddress(cell: other.id, row: key).text] = row.answer
        }
        contents[address.text] = entry
        let row = address.row.flatMap { cell.matrix?.number(of: $0) }.flatMap { cell.row($0).row }
        return ExpectationJudge(plan.document, parameters: plan.parameters, contents: contents)
            .judge(cell.expectations, .answered(entry), row: row)
    }

    /// Adds to the timeline, in the order of the file.
    private mutating func time(_ outcome: CellOutcome) {
        guard let duration = outcome.duration, RowAddress(outcome.cell).row == nil else { return }
        let order = report.cells.map(\.id)
        report.timings.removeAll { $0.cell == outcome.cell }
        report.timings.append(
            PlaygroundReport.Timing(
                cell: outcome.cell, secondsToFirst: (outcome.durationToFirst ?? duration) / .seconds(1),
                seconds: duration / .seconds(1), inputTokenCount: outcome.entry.inputTokenCount,
                cachedTokenCount: outcome.cachedTokenCount, outputTokenCount: outcome.entry.outputTokenCount))
        report.timings.sort { (order.firstIndex(of: $0.cell) ?? 0) < (order.firstIndex(of: $1.cell) ?? 0) }
    }
}
