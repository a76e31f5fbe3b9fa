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
            Flag("--fail-fast", nil, "begin no more cells once one has failed that is not expected to"),
            .parameter, .parameterFile, .model,
            Flag("--variant", "NAME", "record the answers as a variant of the playground, NAME@VARIANT"),
            .tools, .trustHash, .trustFile,
            Flag("--prune", nil, "remove records of cells that are no more"),
            Flag("--no-write", nil, "write nothing"),
            Flag("--wait", nil, "wait for another run of the same playground to end"),
            Flag("--jobs", "N", "questions answered at a time; absent: 8 rows of a cell, cells one by one"),
            .threads,
        ]
    ) { call in
        let arguments = call.arguments
        let jobs = try arguments.number("--jobs", in: 1...16)
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
                mode: arguments.has("--no-write") ? .nothing : playground.leavesSidecars ? .resultsOnly : .sidecars,
                waitsForLock: arguments.has("--wait"), prunes: arguments.has("--prune"))
            runner.variant = playground.variant
            runner.stopsAtFailure = arguments.has("--fail-fast")
            runner.tools = playground.tools
            // One by one, a failure leaves no other row half asked.
            (runner.jobs, runner.rowJobs) = (jobs ?? 1, jobs ?? (runner.stopsAtFailure ? 1 : 8))
            runner.isModelOverridden = playground.isModelOverridden
            let printer = RunPrinter(
                call, playground: target.path, ids: playground.document.cells.map(\.id.value), named: Set(target.ids),
                ends: Verdicts.Ends(playground), isStreaming: runner.jobs == 1)
            let summary = try await runner.run(RunSelection(target, arguments), report: printer.print)
            let ends = printer.ends ?? Verdicts.Ends(playground)
            let verdicts = Verdicts(playground, ends)
            printer.end(summary, isRecorded: runner.mode == .sidecars, verdicts)
            let failed =
                summary.failed + summary.skipped - ends.byID.keys.count(where: verdicts.isExpectedFailure)
            status = status.and(summary.isInterrupted ? .interrupted : failed > 0 ? .failed : .good)
            if !verdicts.isGood { status = status.and(.differs) }
            if summary.isInterrupted || (failed > 0 && runner.stopsAtFailure) { break }
        }
        return status
    }
}

extension RunSelection {
    fileprivate init(_ target: Target, _ arguments: ParsedArguments) {
        self.init()
        if !target.ids.isEmpty {
            let addresses = target.ids.map { RowAddress($0) }
            ids = Set(addresses.map(\.cell))
            for (cell, all) in Dictionary(grouping: addresses, by: \.cell) {
                let keys = all.compactMap(\.row)
                if keys.count == all.count { rows[cell] = Set(keys) }
            }
        }
        let tags = arguments.values("--tag")
        if !tags.isEmpty { self.tags = Set(tags) }
        failedOnly = arguments.has("--failed")
        isForced = arguments.has("--force")
    }
}
