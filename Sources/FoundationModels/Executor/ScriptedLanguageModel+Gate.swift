// Where a scripted model waits: a gate that is closed until somebody opens it.

internal import Synchronization

extension ScriptedLanguageModel {
    /// Holds up a scripted model, and tells when it has come.
    public final class Gate: Sendable {
        private struct State: Sendable {
            var isOpen = false
            var arrivalCount = 0
            /// By number: those who wait for the gate to open.
            var passing: [Int: CheckedContinuation<Void, any Error>] = [:]
            /// Of those, who were cancelled, maybe before they began to wait.
            var cancelled: Set<Int> = []
            /// Those who wait for a model to come.
            var watching: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        /// A closed gate.
        public init() {}

        /// Lets all pass who wait here, and all who come later.
        public func open() {
            let passing = state.withLock { state in
                state.isOpen = true
                defer { state.passing = [:] }
                return state.passing.values
            }
            for continuation in passing { continuation.resume() }
        }

        /// Returns when a model has come to the gate; at once where one has come before.
        public func arrival() async {
            await withCheckedContinuation { continuation in
                let isHere = state.withLock { state in
                    if state.arrivalCount == 0 { state.watching.append(continuation) }
                    return state.arrivalCount > 0
                }
                if isHere { continuation.resume() }
            }
        }

        /// Waits until the gate is open.
        /// - Throws: `CancellationError` where the task is cancelled first.
        public func pass() async throws {
            let (number, watching) = state.withLock { state in
                state.arrivalCount += 1
                defer { state.watching = [] }
                return (state.arrivalCount, state.watching)
            }
            for continuation in watching { continuation.resume() }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let outcome: Result<Void, CancellationError>? = state.withLock { state in
                        if state.isOpen { return .success(()) }
                        if state.cancelled.contains(number) { return .failure(CancellationError()) }
                        state.passing[number] = continuation
                        return nil
                    }
                    switch outcome {
                    case .success: continuation.resume()
                    case .failure(let error): continuation.resume(throwing: error)
                    case nil: break
                    }
                }
            } onCancel: {
                let passing = state.withLock { state in
                    state.cancelled.insert(number)
                    return state.passing.removeValue(forKey: number)
                }
                passing?.resume(throwing: CancellationError())
            }
        }
    }
}
