// Watch mode: waits for news of files, of the run under way, of the clock and of the person at the keyboard, one at a time, and
// decides. All state is touched by the loop's own task; everything else only sends news.

package import Platform

/// Watches notebooks, and runs what has changed.
package final class WatchLoop {
    /// News.
    private enum Input: Sendable {
        case changed(FileChange, at: ContinuousClock.Instant)
        case time
        case run(number: Int, RunEvent, at: ContinuousClock.Instant)
        case ended(number: Int, Result<RunSummary, any Error>)
        case command(WatchCommand)
    }

    /// What is still to be run of a notebook.
    enum Wish: Hashable {
        /// What a save has made stale, these cells and their dependants first.
        case edited(Set<String>)
        case rest
        case stale
        case all
        case failed
        case accept
    }

    private let source: any CellModelSource
    private let watching: FileWatching
    private let isChecking: Bool
    private let resolve: (PlaygroundFile) -> (playground: RunnablePlayground?, complaints: String)
    private let report: (WatchEvent) -> Void
    private let start = ContinuousClock.now
    private let news: AsyncStream<Input>
    private let send: AsyncStream<Input>.Continuation

    private var notebooks: [WatchedNotebook]
    private var wishes: [(notebook: Int, wish: Wish)] = []
    private var run: WatchedRun?
    private var runCount = 0
    private var isPaused = false
    /// When the save was noticed that the next run of a notebook follows, and how long it took to settle.
    private var saved: [Int: (noticed: ContinuousClock.Instant, settled: Duration)] = [:]
    /// What the run under way is held against since its file has changed.
    private var wanted: (now: Questions, before: Questions?)?
    /// Answers on record that the next run may replace, and that are not kept by their key yet.
    private var replaced: [(store: ResultsStore, result: CellResult)] = []
    private var timer: Task<Void, Never>?
    private var files: (any FileChangeSource)?

    /// - Parameters:
    ///   - paths: of playground files, each once.
    ///   - watching: nil: what suits the folder of the first.
    ///   - isChecking: leaves the sidecars alone until the answers are accepted.
    ///   - resolve: adds to a file what the command line says of it; no playground where anything is wrong.
    ///   - report: called on the task of `run`.
    package init(
        _ paths: [String], source: any CellModelSource, watching: FileWatching?, isChecking: Bool,
        resolve: @escaping (PlaygroundFile) -> (playground: RunnablePlayground?, complaints: String),
        report: @escaping (WatchEvent) -> Void
    ) {
        self.source = source
        self.watching = watching ?? FileWatching.suited(to: paths.first.map(FileSystem.folder(of:)) ?? ".")
        self.isChecking = isChecking
        self.resolve = resolve
        self.report = report
        notebooks = paths.map(WatchedNotebook.init(path:))
        (news, send) = AsyncStream.makeStream()
    }

    /// What tells the loop a command, from any thread.
    package var command: @Sendable (WatchCommand) -> Void {
        { [send] in send.yield(.command($0)) }
    }

    /// Runs until it is told to quit or its task is cancelled. A run under way is ended; what is finished is kept.
    ///
    /// - Throws: `.system` where files can't be watched.
    package func run() async throws {
        let files = try watching.source { [send] in send.yield(.changed($0, at: .now)) }
        self.files = files
        defer {
            files.stop()
            timer?.cancel()
        }
        for index in notebooks.indices { open(index) }
        watchFiles()
        // What was changed between reading and watching.
        for index in notebooks.indices { settle(index, Array(notebooks[index].settling.keys)) }
        startNextRun()
        for await input in news {
            if case .command(.quit) = input { break }
            take(input)
            startNextRun()
            setTimer()
        }
        if var run {
            run.cancel()
            await run.task.value
        }
    }

    private var now: Duration { start.duration(to: .now) }

    private func take(_ input: Input) {
        switch input {
        case .changed(let change, let time):
            for index in notebooks.indices where notebooks[index].settling[change.path] != nil {
                if change.path != notebooks[index].paths.outputs {
                    notebooks[index].noticed = notebooks[index].noticed ?? time
                }
                let step = notebooks[index].settling[change.path]?.changed(isWhole: change.isWhole, at: now)
                perform(step, change.path, index)
            }
        case .time:
            for index in notebooks.indices {
                for path in notebooks[index].settling.keys.sorted() {
                    perform(notebooks[index].settling[path]?.due(at: now), path, index)
                }
            }
        case .run(let number, let event, let time): follow(number, event, at: time)
        case .ended(let number, let result): end(number, result)
        case .command(let command): obey(command)
        }
    }

    // ---- Files

    private func perform(_ step: Settling.Step?, _ path: String, _ index: Int) {
        switch step {
        case nil: break
        case .look: perform(notebooks[index].settling[path]?.sampled(FileStatus(path), at: now), path, index)
        case .read where path == notebooks[index].paths.outputs:
            if notebooks[index].settling[path]?.read(.good, at: now) == true { rejudge(index) }
        case .read:
            let loaded = notebooks[index].load()
            guard notebooks[index].settling[path]?.read(loaded.reading, at: now) == true else { return }
            accept(loaded, index)
        }
    }

    /// The first version of a notebook.
    private func open(_ index: Int) { accept(notebooks[index].load(), index) }

    /// A version that counts.
    private func accept(_ loaded: WatchedNotebook.Loaded, _ index: Int) {
        let noticed = notebooks[index].noticed
        // The record settles by itself, and after every run.
        let record = notebooks[index].paths.outputs
        if notebooks[index].settling.allSatisfy({ $0.key == record || $0.value.isStill }) {
            notebooks[index].noticed = nil
        }
        guard notebooks[index].digests != loaded.digests else { return }
        notebooks[index].digests = loaded.digests
        let added = notebooks[index].watch(loaded.file)
        if !added.isEmpty, files != nil { watchFiles() }
        settle(index, Array(added.subtracting([notebooks[index].paths.source, notebooks[index].paths.outputs])))
        let path = notebooks[index].paths.source
        let (playground, complaints) = resolve(loaded.file)
        guard let playground else { return report(.broken(playground: path, complaints: complaints)) }
        if !complaints.isEmpty { report(.note(complaints)) }
        do {
            let before = try notebooks[index].current.map { Questions(try self.planner($0, index)) }
            let planner = try self.planner(playground, index)
            let questions = Questions(planner)
            let edited = before.map { questions.changes(since: $0) } ?? []
            notebooks[index].current = playground
            report(.loaded(playground: path, plan: planner.plan(), edited: edited))
            yieldTo(questions, before, playground, index)
            if let before { noteReplaced(by: edited, before, planner, index) }
            wishes.removeAll { $0.notebook == index && $0.wish == .rest }
            wishes.append((index, .edited(edited)))
            wishes.append((index, .rest))
            saved[index] = noticed.map { ($0, $0.duration(to: .now)) }
        } catch {
            report(.broken(playground: path, complaints: "\(error)\n"))
        }
    }

    /// Undoing an edit finds the answer that stood on record before it, also where no run of this machine gave it.
    private func noteReplaced(by edited: Set<String>, _ before: Questions, _ planner: Planner, _ index: Int) {
        for id in planner.preparation.document.withDependants(edited) {
            guard let entry = planner.recorded[id], !entry.isEdited, entry.key == before.keys[id]?.text,
                !planner.results.holds(entry.key)
            else { continue }
            let result = CellResult(
                playground: notebooks[index].paths.name, cell: id, entry: entry,
                instructions: before.instructions[id] ?? nil, tokenIDs: [])
            replaced.append((planner.results, result))
        }
    }

    /// A run under way goes on with the answer that is still wanted, and no further.
    private func yieldTo(
        _ questions: Questions, _ before: Questions?, _ playground: RunnablePlayground, _ index: Int
    ) {
        guard let current = run, current.path == notebooks[index].paths.source else { return }
        let isSame = before.map { questions.keys == $0.keys } ?? false
        if isSame, playground.model == current.playground.model { return }
        wanted = (questions, wanted?.before ?? before)
        run?.stop()
        if playground.model != current.playground.model { run?.cancel() }
        if let cell = current.asking { cancelUnlessWanted(cell) }
    }

    /// Breaks off an answer to a question that is not asked any more.
    private func cancelUnlessWanted(_ cell: String) {
        guard let wanted else { return }
        if wanted.now.keys[cell] == nil || wanted.now.keys[cell] != wanted.before?.keys[cell] { run?.cancel() }
    }

    private func rejudge(_ index: Int) {
        // While a run is under way the record is its own.
        guard run?.path != notebooks[index].paths.source, notebooks[index].hasOtherRecord(),
            let current = notebooks[index].current
        else { return }
        let path = notebooks[index].paths.source
        do {
            report(.rejudged(playground: path, plan: try planner(current, index).plan()))
        } catch {
            report(.note("\(error)"))
        }
    }

    private func settle(_ index: Int, _ paths: [String]) {
        for path in paths { _ = notebooks[index].settling[path]?.changed(isWhole: false, at: now) }
        setTimer()
    }

    private func watchFiles() {
        let paths = Set(notebooks.flatMap(\.settling.keys))
        files?.watch(paths)
        report(.watching(folders: Set(paths.map(FileSystem.folder(of:))).sorted(), watching))
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard let deadline = notebooks.flatMap({ $0.settling.values.compactMap(\.deadline) }).min() else { return }
        timer = Task { [send, start] in
            guard (try? await Task.sleep(until: start + deadline, clock: .continuous)) != nil else { return }
            send.yield(.time)
        }
    }

    // ---- Runs

    private func planner(_ playground: RunnablePlayground, _ index: Int) throws -> Planner {
        let paths = notebooks[index].paths
        return Planner(
            document: playground.document, parameters: playground.parameters, model: playground.model,
            modelSHA256: source.sha256(of: playground.model, for: paths), outputs: try OutputsFile(at: paths.outputs),
            rows: try RowRecord.all(of: playground.document, at: paths), results: ResultsStore(paths),
            tools: playground.tools)
    }

    /// Begins what is next, where nothing is under way.
    private func startNextRun() {
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
        let path = notebooks[index].paths.source
        report(.runStarted(playground: path))
        wanted = nil
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
        // Beside the run, which need not wait for the disk. What can't be kept is asked again one day.
        for (store, result) in replaced { try? store.keep(result) }
        replaced = []
    }

    private func follow(_ number: Int, _ event: RunEvent, at time: ContinuousClock.Instant) {
        guard let current = run, current.number == number else { return }
        let passed = current.noticed.map { $0.duration(to: time) }
        switch event {
        case .started(let cell, _):
            run?.asking = cell
            run?.timing.asked = current.timing.asked ?? passed
            cancelUnlessWanted(cell)
        case .answering: run?.timing.first = current.timing.first ?? passed
        case .finished, .failed, .skipped, .modelFailed: run?.asking = nil
        default: break
        }
        report(.run(playground: current.path, event))
    }

    private func end(_ number: Int, _ result: Result<RunSummary, any Error>) {
        guard let current = run, current.number == number,
            let index = notebooks.firstIndex(where: { $0.paths.source == current.path })
        else { return }
        run = nil
        _ = notebooks[index].hasOtherRecord()
        switch result {
        case .success(let summary):
            let plan = try? notebooks[index].current.map { try planner($0, index).plan() }
            report(.runEnded(playground: current.path, summary, plan: plan, current.timing))
        case .failure(let error) where error is CancellationError:
            report(.runEnded(playground: current.path, RunSummary(), plan: nil, current.timing))
        case .failure(let error): report(.runFailed(playground: current.path, message: "\(error)"))
        }
    }

    // ---- Commands

    private func obey(_ command: WatchCommand) {
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
        case .runFailed: want(.failed)
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
}
