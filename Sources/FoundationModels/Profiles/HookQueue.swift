// Lets the hooks of one session run one after another, in the order in which their events came. Hooks may capture what is no
// `Sendable`, and tools may run at the same time.

internal import Synchronization

/// A queue of which one waiter at a time has its turn, for as long as it needs, over suspensions.
final class HookQueue: Sendable {
    private struct State {
        var isTaken = false
        /// Those who wait, first come first; the ones before `next` have had their turn.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let state = Mutex(State())

    /// Runs `operation` when all who came before have finished. Cancellation doesn't shorten the wait: it is for hooks that
    /// are cancelled themselves.
    nonisolated(nonsending) func withTurn<Result>(
        _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.waiting.append(continuation) }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
        defer { finish() }
        return try await operation()
    }

    private func finish() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.next < state.waiting.count else {
                state = State()
                return nil
            }
            defer { state.next += 1 }
            return state.waiting[state.next]
        }
        next?.resume()
    }
}
