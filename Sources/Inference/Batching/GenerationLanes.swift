// The threads on which requests run.

#if canImport(Dispatch)
    internal import Dispatch
#endif
internal import Synchronization

/// As many requests at a time as there are generators; the others wait in the order in which they came.
final class GenerationLanes: Sendable {
    typealias Work = @Sendable (Generator) -> Void

    private struct State {
        /// Lanes without work, the one to be used next last.
        var idle: [Int]
        var waiting: [Work] = []
    }

    private let generators: [Generator]
    private let queues: [DispatchQueue]
    private let state: Mutex<State>

    init(_ generators: [Generator]) {
        self.generators = generators
        queues = generators.indices.map {
            DispatchQueue(label: "prompt-notebook.generation.\($0)", qos: .userInitiated)
        }
        state = Mutex(State(idle: generators.indices.reversed()))
    }

    /// Runs `work` with a generator that nobody else uses, at once or when one is free.
    func async(_ work: @escaping Work) {
        let lane = state.withLock { state in
            let lane = state.idle.popLast()
            if lane == nil { state.waiting.append(work) }
            return lane
        }
        if let lane { start(work, on: lane) }
    }

    private func start(_ work: @escaping Work, on lane: Int) {
        queues[lane].async { [self] in
            work(generators[lane])
            let next = state.withLock { state -> Work? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(lane)
                return nil
            }
            if let next { start(next, on: lane) }
        }
    }
}
