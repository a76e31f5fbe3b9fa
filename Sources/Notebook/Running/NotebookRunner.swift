// The story of a run: plan, go through the cells in order, take each answer from the record, from what is kept, or from the
// model, keep it, and fold everything into the sidecars.

/// Runs one playground.
package struct NotebookRunner: Sendable {
    package var document: PlaygroundDocument
    package var parameters: [String: ParameterValue]
    package var model: ModelReference
    package var source: any CellModelSource
    package var mode: RecordingMode
    package var waitsForLock: Bool
    /// Removes records of cells that are no more.
    package var prunes: Bool
    /// What tools may use, and may do.
    package var tools = ToolEnvironment()
    /// Begins no more cells once one has failed that is not expected to.
    package var stopsAtFailure = false
    /// The record of its own that the answers go to; nil: the playground's.
    package var variant: String?
    /// Asked before each cell and each row: whether to begin no more of them. What is finished is recorded as ever.
    package var isStopped: @Sendable () -> Bool = { false }
    /// Asks for recorded answers again instead of for missing ones.
    package var liveCheck: LiveCheck?
    /// Questions that are answered at a time: cells that do not depend on each other, and rows of one cell.
    package var jobs = 1
    package var rowJobs = 1
    /// Whether `model` answers every cell, whatever profiles and cells name.
    package var isModelOverridden = false

    package init(
        document: PlaygroundDocument, parameters: [String: ParameterValue], model: ModelReference,
        source: any CellModelSource, mode: RecordingMode = .sidecars, waitsForLock: Bool = false, prunes: Bool = false
    ) {
        self.document = document
        self.parameters = parameters
        self.model = model
        self.source = source
        self.mode = mode
        self.waitsForLock = waitsForLock
        self.prunes = prunes
    }

    /// Runs the cells chosen, telling each step. A cell that fails fails its dependants and nothing else.
    ///
    /// - Throws: `RecordError` where nothing can be recorded, `CancellationError` where the lock was waited for in vain.
    package func run(
        _ selection: RunSelection = RunSelection(), report: @escaping (RunEvent) -> Void
    ) async throws -> RunSummary {
        let paths = PlaygroundPaths(source: document.path, variant: variant)
        let recorder = try await RunRecorder(
            paths, mode: mode, waits: waitsForLock, rows: document.cells.filter { $0.matrix != nil }.map(\.id.value))
        var run = Run(runner: self, recorder: recorder, paths: paths, report: report)
        // Of a whole run every row is looked at when its turn comes.
        let plan = run.plan(readsRows: !selection.isWhole)
        plan.notes.forEach { report(.note($0)) }
        let orphans = plan.orphans(at: paths)
        let removed = prunes && selection.isWhole ? orphans : []
        if !orphans.isEmpty, removed.isEmpty, mode == .sidecars {
            report(
                .note(
                    "\(document.path): on record, but no cells: \(DocumentParser.some(orphans)); "
                        + "remove them with --prune"))
        }
        let chosen = selection.chosen(in: plan)
        let steps = selection.steps(of: plan, and: recorder.takenUp)
        let rows = selection.rows(of: steps, in: plan)
        for step in steps where !run.isOver {
            await run.settle(step.cell.dependencies)
            if step.cell.matrix != nil {
                try await run.goThroughRows(
                    of: step.cell,
                    RowChoice(
                        keys: rows[step.id], isForced: selection.isForced && chosen.contains(step.id),
                        failedOnly: selection.failedOnly && chosen.contains(step.id)))
                continue
            }
            guard let cell = run.prepare(step) else { continue }
            await run.settle(key: cell.key.text)
            let isForced = selection.isForced && chosen.contains(step.id)
            if let liveCheck {
                await run.verify(cell, isChosen: chosen.contains(step.id), liveCheck)
            } else if !isForced, let outcome = run.known(cell, run.recorded(cell.id)) {
                run.take(outcome, of: cell)
            } else {
                await run.ask(cell, width: jobs)
            }
            try run.foldIfDue()
        }
        await run.settleAll()
        try run.fold(removing: removed, isLast: true)
        return run.summary
    }
}
