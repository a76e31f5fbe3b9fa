// A run that a watch has under way, and how it ends early.

internal import Synchronization

/// One run of one notebook.
struct WatchedRun {
    let number: Int
    let playground: RunnablePlayground
    let path: String
    let task: Task<Void, Never>
    private let flag: StopFlag
    /// The cell that the model is answering.
    var asking: String?
    var timing = WatchTiming()
    /// The first news of the save that this run follows; nil where a person asked for it.
    let noticed: ContinuousClock.Instant?
    /// Whether it was ended early, and why.
    private(set) var isEnding = false

    init(
        number: Int, _ playground: RunnablePlayground, path: String, noticed: ContinuousClock.Instant?,
        _ body: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) async -> Void
    ) {
        let flag = StopFlag()
        self.number = number
        self.playground = playground
        self.path = path
        self.noticed = noticed
        self.flag = flag
        task = Task { await body { flag.isSet.load(ordering: .acquiring) } }
    }

    /// Lets the answer under way be finished, and begins no other.
    mutating func stop() {
        isEnding = true
        flag.isSet.store(true, ordering: .releasing)
    }

    /// Breaks off the answer under way.
    mutating func cancel() {
        stop()
        task.cancel()
    }

    private final class StopFlag: Sendable {
        let isSet = Atomic(false)
    }
}
