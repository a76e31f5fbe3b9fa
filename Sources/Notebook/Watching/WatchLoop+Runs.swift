// The watch's runs, one at a time, and what the person at the keyboard wants.

internal import Platform

extension WatchLoop {
    func planner(_ playground: RunnablePlayground, _ index: Int) throws -> Planner {
        let paths = notebooks[index].paths
        return Planner(
            document: playground.document, parameters: playground.parameters, model: playground.model,
            modelSHA256: source.sha256(of: playground.model, for: paths), outputs: try OutputsFile(at: paths.outputs),
            rows: try RowRecord.all(of: playground.document, at: paths), results: ResultsStore(paths),
            tools: playground.tools, isModelOverridden: playground.isModelOverridden,
            hashes: playground.document.hashes(from: source, for: paths))
    }

    /// Begins what is next, where nothing is under way.
    func startNextRun() {
        while run == nil, !isPaused, !wishes.isEmpty {
            let (index, wish) = wishes.removeFirst()
            guard let playground = notebooks[index].current else { continue }
            do {
                let planner = try self.planner(playground, index)
                guard let selection = wish.selection(planner, isChecking: isChecking) else { continue }
                begin(index, playground, selection, accepts: wish == .accept)
            } catch {
                report(.runFailed(playground: notebooks[index].paths.source, message: "\(error)"))
            }
        }
    }

    private func begin(_ index: Int, _ playground: RunnablePlayground, _ selection: RunSelection, accepts: Bool) {
        runCount += 1
        let number = runCount
        var runner = NotebookRunner(
            document: playground.document, parameters: playground.parameters, model: playground.model, source: source,
            mode: playground.isOverridden || (isChecking && !accepts) ? .resultsOnly : .sidecars)
        runner.tools = playground.tools
        runner.isModelOverridden = playground.isModelOverridden
        let path = notebooks[index].paths.source
        report(.runStarted(playground: path))
        let save = saved.removeValue(forKey: index)
        run = WatchedRun(number: number, playground, path: path, noticed: save?.noticed) { [send, runner] isStopped in
            var runner = runner
            runner.isStopped = isStopped
            do {
                let summary = try await runner.run(selection) { send.yield(.run(number: number, $0, at: .now)) }
                send.yield(.ended(number: number, .success(summary)))
            } catch {
                send.yield(.ended(number: number, .failure(error)))
            }
        }
        run?.timing.settled = save?.settled
        // Beside the run, which need not wait for the disk.
        replaced.keep()
    }

    func follow(_ number: Int, _ event: RunEvent, at time: ContinuousClock.Instant) {
        guard let current = run, current.number == number else { return }
        run?.follow(event, at: time)
        report(.run(playground: current.path, event))
    }

    func end(_ number: Int, _ result: Result<RunSummary, any Error>) {
        guard let current = run, current.number == number,
            let index = notebooks.firstIndex(where: { $0.paths.source == current.path })
        else { return }
        run = nil
        _ = notebooks[index].hasOtherRecord()
        switch result {
        case .success(let summary):
            let standing = try? notebooks[index].current.map { Standing(try planner($0, index)) }
            report(.runEnded(playground: current.path, summary, standing, current.timing))
        case .failure(let error) where error is CancellationError:
            report(.runEnded(playground: current.path, RunSummary(), nil, current.timing))
        case .failure(let error): report(.runFailed(playground: current.path, message: "\(error)"))
        }
    }

    // ---- Commands

    func obey(_ command: WatchCommand) {
        switch command {
        case .quit: break
        case .pause:
            isPaused.toggle()
            report(.paused(isPaused))
        case .cancel:
            wishes = []
            if run == nil { report(.refused("nothing is running")) } else { run?.cancel() }
        case .runStale: want(.stale)
        case .runAll: want(.all)
        case .runFailing: want(.failing)
        case .trust(let request): trust(request)
        case .accept where !isChecking: report(.refused("nothing to accept: runs are recorded; --check waits for 'u'"))
        case .accept: want(.accept)
        }
    }

    private func want(_ wish: Wish) {
        for index in notebooks.indices where notebooks[index].current != nil {
            if !wishes.contains(where: { $0.notebook == index && $0.wish == wish }) { wishes.append((index, wish)) }
        }
        if !notebooks.contains(where: { $0.current != nil }) { report(.refused("no file is right yet")) }
    }

    /// Approves what the user was shown, if it is still what would be started.
    private func trust(_ request: TrustRequest) {
        guard let index = notebooks.firstIndex(where: { $0.paths.source == request.playground }),
            let current = notebooks[index].current
        else { return }
        guard current.document.trustSurface == request.surface else {
            return report(.refused("\(request.playground): its tools have changed meanwhile; look at them again"))
        }
        if let server = request.unlisted {
            return report(
                .refused("what '\(server)' can do is not known yet; run: playground trust \(request.playground)"))
        }
        do {
            try approve(request)
            report(.trusted(playground: request.playground, Standing(try planner(current, index))))
            want(.stale)
        } catch {
            report(.refused("\(error)"))
        }
    }
}
