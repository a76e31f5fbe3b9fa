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
    private var asking: String?
    var timing = WatchTiming()
    /// The first news of the save that this run follows; nil where a person asked for it.
    let noticed: ContinuousClock.Instant?
    /// What it is held against since its file has changed.
    private var wanted: (now: Questions, before: Questions?)?

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
    func stop() {
        flag.isSet.store(true, ordering: .releasing)
    }

    /// Breaks off the answer under way.
    func cancel() {
        stop()
        task.cancel()
    }

    /// Another version of the file counts: goes on with an answer that is still wanted, and no further.
    mutating func yield(to playground: RunnablePlayground, _ questions: Questions, before: Questions?) {
        let isSame = before.map { questions.keys == $0.keys } ?? false
        if isSame, playground.model == self.playground.model { return }
        wanted = (questions, wanted?.before ?? before)
        stop()
        if playground.model != self.playground.model { cancel() }
        if let asking { cancelUnlessWanted(asking) }
    }

    /// Breaks off an answer to a question that is not asked any more.
    private func cancelUnlessWanted(_ cell: String) {
        guard let wanted else { return }
        if wanted.now.keys[cell] == nil || wanted.now.keys[cell] != wanted.before?.keys[cell] { cancel() }
    }

    /// Takes note of what the run tells.
    mutating func follow(_ event: RunEvent, at time: ContinuousClock.Instant) {
        let passed = noticed.map { $0.duration(to: time) }
        switch event {
        case .started(let cell, _):
            asking = cell
            timing.asked = timing.asked ?? passed
            cancelUnlessWanted(cell)
        case .answering: timing.first = timing.first ?? passed
        case .finished, .failed, .skipped, .modelFailed: asking = nil
        default: break
        }
    }

    private final class StopFlag: Sendable {
        let isSet = Atomic(false)
    }
}
