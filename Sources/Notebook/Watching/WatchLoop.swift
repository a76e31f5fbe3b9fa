// Watch mode: waits for news of files, of the run under way, of the clock and of the person at the keyboard, one at a time, and
// decides. All state is touched by the loop's own task; everything else only sends news.

package import Platform

/// Watches notebooks, and runs what has changed.
package final class WatchLoop {
    /// News.
    enum Input: Sendable {
        case changed(FileChange, at: ContinuousClock.Instant)
        case time
        /// To see what is new in the folders.
        case look
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
        case failing
        case accept
    }

    let source: any CellModelSource
    let watching: FileWatching
    let isChecking: Bool
    let resolve: (PlaygroundFile) -> (playground: RunnablePlayground?, complaints: String)
    let report: (WatchEvent) -> Void
    let approve: (TrustRequest) throws -> Void
    /// The playgrounds of watched folders as they are now.
    private let discover: () -> [String]
    private let watchesFolders: Bool
    private let start = ContinuousClock.now
    private let news: AsyncStream<Input>
    let send: AsyncStream<Input>.Continuation

    var notebooks: [WatchedNotebook]
    var wishes: [(notebook: Int, wish: Wish)] = []
    var run: WatchedRun?
    var runCount = 0
    var isPaused = false
    /// When the save was noticed that the next run of a notebook follows, and how long it took to settle.
    var saved: [Int: (noticed: ContinuousClock.Instant, settled: Duration)] = [:]
    var replaced = ReplacedAnswers()
    private var timer: Task<Void, Never>?
    private var looking: Task<Void, Never>?
    var files: (any FileChangeSource)?

    /// - Parameters:
    ///   - paths: of playground files, each once.
    ///   - watching: nil: what suits the folder of the first.
    ///   - isChecking: leaves the sidecars alone until the answers are accepted.
    ///   - resolve: adds to a file what the command line says of it; no playground where anything is wrong.
    ///   - discover: names the playgrounds of watched folders, the known ones too; nil: no folder is watched.
    ///   - approve: records the user's trust.
    ///   - report: called on the task of `run`.
    package init(
        _ paths: [String], source: any CellModelSource, watching: FileWatching?, isChecking: Bool,
        resolve: @escaping (PlaygroundFile) -> (playground: RunnablePlayground?, complaints: String),
        discover: (() -> [String])? = nil, approve: @escaping (TrustRequest) throws -> Void = { _ in },
        report: @escaping (WatchEvent) -> Void
    ) {
        self.source = source
        self.watching = watching ?? FileWatching.suited(to: paths.first.map(FileSystem.folder(of:)) ?? ".")
        self.isChecking = isChecking
        self.resolve = resolve
        self.report = report
        self.approve = approve
        self.discover = discover ?? { [] }
        watchesFolders = discover != nil
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
            looking?.cancel()
            files.stop()
            timer?.cancel()
        }
        // Seldom does anybody make a notebook: once a second is often enough.
        if watchesFolders {
            looking = Task { [send] in
                while (try? await Task.sleep(for: .seconds(1))) != nil { send.yield(.look) }
            }
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
        if let run {
            run.cancel()
            await run.task.value
        }
    }

    var now: Duration { start.duration(to: .now) }

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
        case .look: lookForNew()
        case .run(let number, let event, let time): follow(number, event, at: time)
        case .ended(let number, let result): end(number, result)
        case .command(let command): obey(command)
        }
    }

    func setTimer() {
        timer?.cancel()
        timer = nil
        guard let deadline = notebooks.flatMap({ $0.settling.values.compactMap(\.deadline) }).min() else { return }
        timer = Task { [send, start] in
            guard (try? await Task.sleep(until: start + deadline, clock: .continuous)) != nil else { return }
            send.yield(.time)
        }
    }

    /// A playground that was put into a watched folder is watched from here on.
    private func lookForNew() {
        let known = Set(notebooks.map(\.paths.source))
        for path in discover() where !known.contains(path) {
            notebooks.append(WatchedNotebook(path: path))
            notebooks[notebooks.count - 1].noticed = .now
            watchFiles()
            settle(notebooks.count - 1, [path])
        }
    }
}
