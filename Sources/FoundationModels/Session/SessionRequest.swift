// One request of a session, from its prompt to its end: finished, failed, or left by whoever asked. It runs in a task of
// its own; ending is decided once, under a lock, and tells the session before it tells the consumer, so that a consumer who
// has seen the end finds the response in the transcript.

internal import Inference
internal import Synchronization
internal import Tokenization

/// How one response is to be generated.
struct RequestParameters: Sendable {
    var options: GenerationOptions
    /// For a draw whose options carry no seed; nil draws one.
    var seed: UInt64?
    var forcedTokens: [Int32]
}

/// What a finished request leaves behind.
struct RequestResult: Sendable {
    var record: GenerationRecord
    var entries: ArraySlice<Transcript.Entry>
}

final class SessionRequest: Sendable {
    private enum Outcome: Sendable {
        case running(text: String)
        /// The session is taking the response in.
        case finishing
        case finished(RequestResult)
        case failed(any Error)
    }

    private struct State: Sendable {
        var outcome = Outcome.running(text: "")
        var task: Task<Void, Never>?
    }

    let snapshots: AsyncThrowingStream<GenerationSnapshot, any Error>
    /// The identity of the value that this request generates.
    let contentID = GenerationID()
    private let continuation: AsyncThrowingStream<GenerationSnapshot, any Error>.Continuation
    private let state = Mutex(State())
    private let session: LanguageModelSession

    init(session: LanguageModelSession) {
        self.session = session
        (snapshots, continuation) = AsyncThrowingStream.makeStream()
    }

    /// Starts generating the answer to `messages`.
    func start(_ messages: [ChatMessage], _ parameters: RequestParameters) {
        let task = Task { await self.run(messages, parameters) }
        let isOver = state.withLock { state in
            state.task = task
            guard case .running = state.outcome else { return true }
            return false
        }
        if isOver { task.cancel() }
    }

    /// The result; nil while the request is running. Throws what the request failed with.
    func result() throws -> RequestResult? {
        switch state.withLock({ $0.outcome }) {
        case .running, .finishing: nil
        case .finished(let result): result
        case .failed(let error): throw error
        }
    }

    /// Ends the request with `error` unless it has ended; the generation stops within a token.
    func fail(_ error: any Error) {
        let ended: (task: Task<Void, Never>?, text: String)? = state.withLock { state in
            guard case .running(let text) = state.outcome else { return nil }
            state.outcome = .failed(error)
            return (state.task, text)
        }
        guard let ended else { return }
        ended.task?.cancel()
        session.end(self, partialText: ended.text)
        continuation.finish(throwing: error)
    }

    private func run(_ messages: [ChatMessage], _ parameters: RequestParameters) async {
        do {
            // The engine's models read text alone.
            try session.transcript.requireReadable(with: LanguageModelCapabilities([]))
            let model = try session.textModel()
            let sampling = parameters.options.resolvedSampling(seed: parameters.seed)
            let request = GenerationRequest(
                messages: messages, sampling: sampling,
                maximumResponseTokens: parameters.options.maximumResponseTokens.map { max(0, $0) },
                forcedTokens: parameters.forcedTokens)
            for try await snapshot in model.generate(request) {
                if snapshot.finish == nil {
                    advance(snapshot)
                } else {
                    finish(
                        GenerationRecord(
                            model: model.identity, messages: messages, sampling: sampling, final: snapshot))
                }
            }
            // Reached after `finish`, where it changes nothing, or where the task was cancelled.
            fail(CancellationError())
        } catch let error as Inference.GenerationError {
            fail(ModelFailure(error))
        } catch {
            fail(ModelFailure.completing(error))
        }
    }

    private func advance(_ snapshot: GenerationSnapshot) {
        let isRunning = state.withLock { state in
            guard case .running = state.outcome else { return false }
            state.outcome = .running(text: snapshot.text)
            return true
        }
        if isRunning { continuation.yield(snapshot) }
    }

    private func finish(_ record: GenerationRecord) {
        let isRunning = state.withLock { state in
            guard case .running = state.outcome else { return false }
            state.outcome = .finishing
            return true
        }
        guard isRunning else { return }
        let entries = session.complete(self, record)
        state.withLock { $0.outcome = .finished(RequestResult(record: record, entries: entries)) }
        continuation.yield(record.final)
        continuation.finish()
    }
}

/// Ends a request when the last one who could read its response lets go.
final class RequestLease: Sendable {
    let request: SessionRequest

    init(_ request: SessionRequest) {
        self.request = request
    }

    deinit {
        request.fail(CancellationError())
    }
}
