// `playground check --live`: ask the model again for what is on record, and say where it answers otherwise; with `--update`,
// record what is new. What needs no model is checked afterwards, by `check` itself.

internal import Notebook
internal import Platform

/// The part of `check` that needs a model.
struct LiveChecking {
    static let flags = [
        Flag("--live", nil, "also ask the model for the recorded answers, and compare"),
        Flag("--update", nil, "as --live, also for stale and missing cells; record answers that differ, if you agree"),
        Flag(
            "--compare", "exact|json|expectations", "when a live answer is the recorded one; exact where it is absent"),
        .threads,
    ]

    private let call: Invocation
    private let comparison: LiveCheck.Comparison
    private let isUpdating: Bool

    /// - Returns: nil where no model is to be asked.
    /// - Throws: `UsageError`.
    init?(_ call: Invocation) throws(UsageError) {
        self.call = call
        let mode = call.arguments.values("--compare").last
        isUpdating = call.arguments.has("--update")
        guard isUpdating || call.arguments.has("--live") else {
            for flag in ["--compare", "--threads"] where call.arguments.has(flag) {
                throw UsageError(message: "'\(flag)' needs '--live'")
            }
            return nil
        }
        guard let comparison = mode.map(LiveCheck.Comparison.init(rawValue:)) ?? .exact else {
            let modes = LiveCheck.Comparison.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            throw UsageError(message: "'--compare' must be \(modes), found '\(mode ?? "")'")
        }
        self.comparison = comparison
    }

    /// Goes through the playgrounds in turn, after all of them were found right.
    func run() async throws -> ExitStatus {
        let source = call.models.source(try call.arguments.threads())
        let targets = try Target.expand(call.arguments.operands)
        var playgrounds: [(Target, LoadedPlayground)] = []
        for target in targets {
            guard let playground = try LoadedPlayground.load(target, call) else { return .usage }
            guard !isUpdating || !playground.leavesSidecars else {
                throw UsageError(message: "'--update' records what the file asks; leave out -p, --params and --model")
            }
            playgrounds.append((target, playground))
        }
        var status = ExitStatus.good
        for (target, playground) in playgrounds {
            status = status.and(try await check(playground, target, source))
            if status == .interrupted { break }
        }
        return status
    }

    private func check(
        _ playground: LoadedPlayground, _ target: Target, _ source: any CellModelSource
    ) async throws -> ExitStatus {
        var runner = NotebookRunner(
            document: playground.document, parameters: playground.parameters, model: playground.model,
            source: source, mode: isUpdating ? .sidecars : .nothing)
        runner.variant = playground.variant
        runner.tools = playground.tools
        runner.isModelOverridden = playground.isModelOverridden
        let printer = LivePrinter(call, target.path)
        let isAsking = StandardInput.isTerminal && call.console.isTerminal && !call.isJSON
        let accepts: @Sendable (LiveCheck.Finding) -> Bool = { isAsking ? printer.asks(about: $0) : true }
        runner.liveCheck = LiveCheck(comparison, accepts: isUpdating ? accepts : nil) { printer.show($0) }
        var selection = RunSelection()
        if !target.ids.isEmpty { selection.ids = Set(target.ids) }
        let summary = try await runner.run(selection) { printer.tell($0) }
        printer.end()
        if summary.isInterrupted { return .interrupted }
        return summary.failed > 0 ? .failed : printer.differingCount > 0 ? .differs : .good
    }
}
