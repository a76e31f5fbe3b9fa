// `playground run`: ask what is stale or missing, and write the sidecars.

internal import Notebook

extension Verb {
    static let run = Verb(
        name: "run", operands: "[PATH[#ID]…]",
        summary: "Run stale and missing cells, and write the sidecars.",
        flags: [
            Flag("--tag", "TAG", "only cells with this tag"),
            Flag("--failed", nil, "only cells whose last attempt failed"),
            Flag("--force", nil, "also cells that are fresh"),
            .parameter, .parameterFile, .model,
            Flag("--prune", nil, "remove records of cells that are no more"),
            Flag("--no-write", nil, "write nothing"),
            Flag("--wait", nil, "wait for another run of the same playground to end"),
            .threads,
        ]
    ) { call in
        let arguments = call.arguments
        let source = call.models.source(try arguments.threads())
        var status = ExitStatus.good
        var playgrounds: [(Target, LoadedPlayground)] = []
        for target in try Target.expand(arguments.operands) {
            if let playground = try LoadedPlayground.load(target, call) {
                playgrounds.append((target, playground))
            } else {
                status = .usage
            }
        }
        // One file that is wrong stops the command before anything ran.
        guard status == .good else { return status }
        let tags = playgrounds.flatMap { $0.1.document.cells.flatMap { $0.tags.map(\.value) } }
        for tag in arguments.values("--tag") where !tags.contains(tag) {
            throw UsageError(message: "no cell has the tag '\(tag)'" + Suggestion.phrase(for: tag, among: tags))
        }
        for (target, playground) in playgrounds {
            var runner = NotebookRunner(
                document: playground.document, parameters: playground.parameters, model: playground.model,
                source: source,
                mode: arguments.has("--no-write") ? .nothing : playground.isOverridden ? .resultsOnly : .sidecars,
                waitsForLock: arguments.has("--wait"), prunes: arguments.has("--prune"))
            runner.isModelOverridden = playground.isModelOverridden
            let printer = RunPrinter(
                call, playground: target.path, ids: playground.document.cells.map(\.id.value), named: Set(target.ids))
            let summary = try await runner.run(RunSelection(target, arguments), report: printer.print)
            printer.end(summary, isRecorded: runner.mode == .sidecars)
            status = status.and(
                summary.isInterrupted ? .interrupted : summary.failed + summary.skipped > 0 ? .failed : .good)
            if summary.isInterrupted { break }
        }
        return status
    }
}

extension RunSelection {
    fileprivate init(_ target: Target, _ arguments: ParsedArguments) {
        self.init()
        if !target.ids.isEmpty { ids = Set(target.ids) }
        let tags = arguments.values("--tag")
        if !tags.isEmpty { self.tags = Set(tags) }
        failedOnly = arguments.has("--failed")
        isForced = arguments.has("--force")
    }
}
