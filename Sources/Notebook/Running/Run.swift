// The state of one run, and the steps that `NotebookRunner` tells in order.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import FoundationModels

/// One run under way.
struct Run {
    /// Answers reach the sidecars about this often; until then they are in the journal.
    private static let foldInterval = Duration.seconds(2)

    let runner: NotebookRunner
    let recorder: RunRecorder
    let paths: PlaygroundPaths
    let report: (RunEvent) -> Void
    var summary = RunSummary()
    let planner: Planner
    private(set) var preparation: CellPreparation
    private var budget = TextBudget()
    /// Conversations that end in a cell with an answer.
    var finished: [String: Conversation] = [:]
    private var openModels: [ModelReference: any CellModel] = [:]
    private var failedModels: Set<ModelReference> = []
    /// Set by the first failure to keep a result; the run ends there.
    private var keepingFailure: RecordError?
    /// Set by the first failure of a run that goes on to no second.
    private var isStopping = false
    private var lastFold = ContinuousClock.now
    /// Where several questions are answered at a time.
    let underWay: QuestionsUnderWay?
    /// Of the cell whose rows are gone through, those with an answer.
    var answeredRows = 0
    /// What it took. Folding writes whole files, so that it is done the more rarely the longer it takes.
    private var foldDuration = Duration.zero

    init(runner: NotebookRunner, recorder: RunRecorder, paths: PlaygroundPaths, report: @escaping (RunEvent) -> Void) {
        self.runner = runner
        self.recorder = recorder
        self.paths = paths
        let scrubber = SecretScrubber(
            names: runner.document.secrets.map(\.value), variables: runner.tools.variables)
        recorder.scrubber = scrubber
        self.report = scrubber.isEmpty ? report : { report($0.scrubbed(scrubber)) }
        planner = Planner(
            document: runner.document, parameters: runner.parameters, model: runner.model,
            modelSHA256: runner.source.sha256(of: runner.model, for: paths), outputs: recorder.outputs,
            rows: recorder.rows.mapValues(\.record), results: recorder.results, tools: runner.tools,
            isModelOverridden: runner.isModelOverridden, hashes: runner.document.hashes(from: runner.source, for: paths)
        )
        preparation = planner.preparation
        let width = max(runner.jobs, runner.rowJobs)
        underWay = width > 1 && runner.liveCheck == nil ? QuestionsUnderWay() : nil
    }

    func plan(readsRows: Bool) -> Plan { planner.plan(readsRows: readsRows) }

    /// Whether no more cells and rows are to be begun.
    var isOver: Bool { summary.isInterrupted || isStopping || runner.isStopped() }

    /// The question of a step, now that everything before it is settled; nil, and told, where an answer is wanting.
    mutating func prepare(_ step: Plan.Step) -> PreparedCell? {
        do throws(PreparationError) {
            let cell = try preparation.prepare(
                step.cell, finished: finished, recorded: step.recorded, budget: &budget)
            if let cell { return cell }
        } catch {
            fail(step.id, "\(error)")
            return nil
        }
        skip(step.id, because: step.cell.dependencies.first { finished[$0] == nil } ?? "")
        return nil
    }

    mutating func fail(_ id: String, _ message: String) {
        summary.failed += 1
        if runner.stopsAtFailure, runner.document.cell(RowAddress(id).cell)?.expectsFailure != true {
            isStopping = true
        }
        report(.failed(cell: id, message: message))
    }

    mutating func skip(_ id: String, because cause: String) {
        summary.skipped += 1
        report(.skipped(cell: id, because: cause))
    }

    /// The answer to a question that has been asked before.
    ///
    /// - Parameter recorded: what stands on record for the cell.
    func known(_ cell: PreparedCell, _ recorded: OutputEntry?) -> CellOutcome? {
        if let entry = recorded, entry.key == cell.key.text, !entry.isEdited {
            var outcome = CellOutcome(cell: cell.id, origin: .fresh, entry: entry)
            guard cell.recordsSnapshots else { return outcome }
            outcome.snapshots =
                paths.snapshotsFile(of: cell.id, key: entry.key)
                ?? recorder.results.result(for: entry.key)?.snapshotsFile
            if outcome.snapshots != nil { return outcome }
        }
        return recorder.results.result(for: cell.key.text).flatMap {
            // An answer whose stream was not kept is asked for again.
            if cell.recordsSnapshots, $0.snapshotsFile == nil { return nil }
            var entry = $0.entry
            entry.continues = cell.continues
            var outcome = CellOutcome(cell: cell.id, origin: .kept, entry: entry)
            if cell.recordsSnapshots { outcome.snapshots = $0.snapshotsFile }
            return outcome
        }
    }

    /// What stands on record for a cell or a row.
    func recorded(_ id: String) -> OutputEntry? {
        let address = RowAddress(id)
        return address.row == nil ? planner.recorded[id] : recorder.entry(of: address)
    }

    /// Settles a cell.
    mutating func take(_ outcome: CellOutcome, of cell: PreparedCell) {
        let conversation = cell.answered(with: outcome.entry)
        let address = RowAddress(cell.id)
        if let row = address.row {
            recorder.record(outcome.entry, ending: conversation, of: address.cell, row: row, runner.document)
        } else {
            finished[cell.id] = conversation
            recorder.record(outcome.entry, ending: conversation, of: cell.id)
            recorder.record(outcome.snapshots, of: cell.id)
        }
        switch outcome.origin {
        case .fresh: summary.fresh += 1
        case .kept: summary.kept += 1
        case .ran: summary.ran += 1
        }
        report(.finished(outcome))
        if outcome.origin == .ran, let hint = runner.document.hint(at: outcome.entry, of: cell.id) {
            report(.note(hint))
        }
    }

    /// Asks the model, and settles the cell or says why it has no answer.
    ///
    /// - Returns: the answer.
    @discardableResult
    mutating func ask(_ cell: PreparedCell) async -> OutputEntry? {
        do {
            let question = try await question(cell)
            return settle(question, .success(try await question.answer(report)))
        } catch {
            settle(cell, failure: error)
            return nil
        }
    }

    /// A cell with all that its answer takes.
    mutating func question(_ cell: PreparedCell) async throws -> CellQuestion {
        try recorder.scrubber.requireClean(cell)
        if let server = runner.document.cell(cell.id).flatMap(runner.document.unlistedServer) {
            throw ToolFailure.notListed(tool: server, playground: runner.document.path)
        }
        if let failure = cell.simulatedFailure { throw AnswerFailure(cause: failure) }
        let model = try await model(cell.model)
        report(.started(cell: cell.id, prompt: cell.prompt))
        return CellQuestion(
            cell: cell, model: self.model(model, checking: cell),
            tools: CellTools(of: cell, in: runner.document, records: planner.outputs, runner.tools))
    }

    /// Keeps an answer and settles its cell, or says why there is none.
    ///
    /// - Returns: the answer.
    @discardableResult
    mutating func settle(
        _ question: CellQuestion, _ result: Result<CellQuestion.Answer, any Error>
    ) -> OutputEntry? {
        let cell = question.cell
        do {
            var (outcome, tokenIDs) = try result.get()
            if let recorded = recorded(cell.id), recorded.key == outcome.entry.key, !recorded.isEdited {
                outcome.differs = !outcome.entry.hasAnswer(of: recorded)
            }
            guard isAccepted(outcome, of: cell) else { return recorded(cell.id) }
            // Kept before it is told: who has seen an answer finds it again, whatever happens next.
            keep(outcome, of: cell, tokenIDs)
            take(outcome, of: cell)
            return outcome.entry
        } catch {
            settle(cell, failure: error)
            return nil
        }
    }

    mutating func settle(_ cell: PreparedCell, failure: any Error) {
        switch failure {
        case is CancellationError: summary.isInterrupted = true
        case let failure as AnswerFailure:
            if ToolFailure(failure.cause)?.isAboutTrust != true { keep(failure.cause, of: cell) }
            settle(cell, failure: failure.cause)
        case let failure as CellModelFailure where failure == .notOpened: fail(cell.id, failure.description)
        default:
            let words = Self.words(of: failure)
            let place = runner.document.place(ofFailure: words, in: RowAddress(cell.id).cell)?.place ?? paths.source
            fail(cell.id, "\(place): error: \(words)")
        }
    }

    /// Folds when the last time is long enough ago.
    mutating func foldIfDue() throws(RecordError) {
        if lastFold.duration(to: .now) >= max(Self.foldInterval, foldDuration * 50) { try fold() }
    }

    mutating func fold(removing orphans: [String] = [], isLast: Bool = false) throws(RecordError) {
        // The journal holds what could not be kept otherwise; folding would end it.
        if let keepingFailure { throw keepingFailure }
        let start = ContinuousClock.now
        try recorder.fold(runner.document, removing: orphans, isLast: isLast)
        lastFold = .now
        foldDuration = start.duration(to: lastFold)
    }

    private mutating func keep(_ outcome: CellOutcome, of cell: PreparedCell, _ tokenIDs: [Int32]) {
        let result = CellResult(
            playground: paths.name, cell: cell.id, entry: outcome.entry, instructions: cell.conversation.instructions,
            tokenIDs: tokenIDs,
            stream: outcome.snapshots.map { CellResult.Stream(text: $0.text, boundaries: $0.boundaries) })
        do throws(RecordError) {
            try recorder.keep(result)
            recorder.logCost(of: outcome)
        } catch {
            keepingFailure = error
            summary.isInterrupted = true
        }
    }

    /// Keeps a failure that would come again, and records it where the cell is expected to fail.
    private func keep(_ failure: any Error, of cell: PreparedCell) {
        let words = Self.words(of: failure)
        if runner.document.cell(RowAddress(cell.id).cell)?.expectsFailure == true {
            recorder.record(failure: words, of: cell)
        }
        // One that can't be kept is tried again; there is nothing else to it.
        try? recorder.keepFailure(words, of: cell)
    }

    private mutating func model(_ reference: ModelReference) async throws -> any CellModel {
        if let open = openModels[reference] { return open }
        if failedModels.contains(reference) { throw CellModelFailure.notOpened }
        do {
            let model = try await runner.source.open(reference, for: paths)
            openModels[reference] = model
            // From here on the weights are known, whatever a record or a registry said.
            var models = preparation.models
            models.hashes[reference] = model.identity.sha256
            preparation = CellPreparation(
                document: runner.document, parameters: runner.parameters, models: models)
            return model
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            failedModels.insert(reference)
            report(.modelFailed(message: runner.document.complaint(about: reference, Self.words(of: error))))
            throw CellModelFailure.notOpened
        }
    }

    private static func words(of error: any Error) -> String {
        if let failure = ToolFailure(error) { return "\(failure)" }
        return (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}

/// A model that could not be opened, or broke off.
enum CellModelFailure: Error, CustomStringConvertible {
    case notOpened
    case incomplete

    var description: String {
        switch self {
        case .notOpened: "the model could not be opened [run.model]"
        case .incomplete: "the model ended its answer without a reason [run.incomplete]"
        }
    }
}

extension PlaygroundDocument {
    /// What was said about a model, at the place that names it where it is this file that does.
    package func complaint(about model: ModelReference, _ words: String) -> String {
        let place = namedModels.first { $0.value == model }?.location.place ?? path
        let isPlain = words.hasPrefix("error: ")
        let rest = isPlain ? String(words.dropFirst(7)) : words.replacing(": error: ", with: ": ", maxReplacements: 1)
        return "\(place): error: \(isPlain ? "" : "can't open the model: ")\(rest)"
    }
}
