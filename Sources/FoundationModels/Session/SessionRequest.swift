// One request of a session, from its prompt to its end: finished, failed, or left by whoever asked. It runs in a task of
// its own. How it ends is decided once, under the lock of the session: whoever has ended it, or has tried to after another,
// finds the session at rest. The consumer is told last, and finds the response in the transcript. What its turns do lies in
// `SessionRequest+Turns.swift`.

internal import Inference
internal import Synchronization

/// A request as far as it has come.
struct RequestProgress: Sendable {
    /// Texts of the response.
    var text: String
    /// Of a structured response: the text of this turn alone, which is JSON so far.
    var structure: String
    var usage: LanguageModelSession.Usage
    /// Of the turn under way.
    var generation: GenerationSnapshot
    /// What the request has added to the transcript.
    var entries: ArraySlice<Transcript.Entry>
}

/// What a finished request leaves behind.
struct RequestResult: Sendable {
    var progress: RequestProgress
    /// The content before it becomes a Swift value.
    var content: GeneratedContent
    /// Of a response that the engine of this package generated.
    var record: GenerationRecord?
}

final class SessionRequest: Sendable {
    private enum Outcome: Sendable {
        case running
        case finished(RequestResult)
        case failed(any Error)
    }

    private struct State: Sendable {
        var outcome = Outcome.running
        var task: Task<Void, Never>?
        var turn = TurnContent()
        /// Tells late events of a turn that has ended from those of the one under way.
        var turnCount = 0
        /// Texts of the responses of earlier turns.
        var earlierTexts: [String] = []
        /// Tokens of earlier turns.
        var earlierUsage = LanguageModelSession.Usage()
        var entries: ArraySlice<Transcript.Entry> = []
        /// The text of the last snapshot that was told.
        var toldText: String?

        var progress: RequestProgress {
            var usage = earlierUsage
            usage += turn.usage
            let text = turn.responseText
            // Joined only where there is something to join, so that what was told before begins what is told next.
            let texts = text.isEmpty ? earlierTexts : earlierTexts + [text]
            return RequestProgress(
                text: texts.joined(separator: "\n"), structure: text, usage: usage,
                generation: turn.generation
                    ?? GenerationSnapshot(
                        text: text, tokens: [],
                        usage: TokenUsage(
                            input: usage.input.totalTokenCount, cached: usage.input.cachedTokenCount,
                            output: usage.output.totalTokenCount, reasoning: usage.output.reasoningTokenCount)),
                entries: entries)
        }
    }

    let snapshots: AsyncThrowingStream<RequestProgress, any Error>
    /// The identity of the value that this request generates.
    let contentID = GenerationID()
    let parameters: RequestParameters
    let session: LanguageModelSession
    private let continuation: AsyncThrowingStream<RequestProgress, any Error>.Continuation
    private let state = Mutex(State())

    init(session: LanguageModelSession, _ parameters: RequestParameters) {
        self.session = session
        self.parameters = parameters
        (snapshots, continuation) = AsyncThrowingStream.makeStream()
    }

    /// Starts generating.
    /// - Parameter entries: what the request has added to the transcript: its prompt.
    func start(_ entries: ArraySlice<Transcript.Entry>) {
        state.withLock { $0.entries = entries }
        let task = Task { await self.run() }
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
        case .running: nil
        case .finished(let result): result
        case .failed(let error): throw error
        }
    }

    /// Ends the request with `error` unless it has ended; the generation stops within a token.
    func fail(_ error: any Error) {
        if session.end(self) { close(throwing: error) }
    }

    /// Tells whoever reads the response that the request, which the session runs no more or never ran, has failed.
    func close(throwing error: any Error) {
        let task = state.withLock { state in
            state.outcome = .failed(error)
            return state.task
        }
        task?.cancel()
        continuation.finish(throwing: error)
    }
}

extension SessionRequest {
    /// A channel for the turn that begins.
    func makeChannel() -> LanguageModelExecutorGenerationChannel {
        let turn = state.withLock { $0.turnCount }
        return LanguageModelExecutorGenerationChannel { event in self.receive(event, of: turn) }
    }

    /// Ends the turn under way.
    func takeTurn() -> TurnContent {
        state.withLock { state in
            state.turnCount += 1
            return state.turn
        }
    }

    /// Leaves what has come so far to the transcript, and begins another turn. To be called together with the change of the
    /// transcript, so that no text is in both or in neither when the request ends.
    /// - Parameter entries: what the request has added to the transcript.
    func settleTurn(_ entries: ArraySlice<Transcript.Entry>) {
        state.withLock { state in
            let text = state.turn.responseText
            if !text.isEmpty { state.earlierTexts.append(text) }
            state.earlierUsage += state.turn.usage
            state.turn = TurnContent()
            state.entries = entries
        }
    }

    /// Takes an event in, and tells whoever reads the response where its text has changed. The last snapshot of the engine is
    /// told when the session has taken the response in.
    private func receive(_ event: LanguageModelExecutorGenerationChannel.Event, of turn: Int) {
        state.withLock { state in
            guard case .running = state.outcome, turn == state.turnCount else { return }
            state.turn.apply(event)
            guard state.turn.generation?.finish == nil else { return }
            let progress = state.progress
            guard !progress.text.isEmpty || state.toldText != nil, progress.text != state.toldText else { return }
            state.toldText = progress.text
            continuation.yield(progress)
        }
    }

    /// What was generated of a response since the last entry.
    var unsettledText: String { state.withLock { $0.turn.responseText } }

    /// The request as far as it has come.
    var progress: RequestProgress { state.withLock { $0.progress } }

    /// Ends the request with its response, which the transcript has, unless it has ended.
    func finish(
        _ progress: RequestProgress, _ origin: GenerationOrigin?, _ structure: Transcript.StructuredSegment?
    ) {
        var progress = progress
        progress.generation.finish = progress.generation.finish ?? .stop
        let usage = progress.usage
        guard let entries = try? session.extend(self, { $0.complete(usage) }) else { return }
        progress.entries = entries
        let content =
            structure.map { content in
                var content = content.content
                content.id = contentID
                return content
            } ?? GeneratedContent(kind: .string(progress.text), id: contentID)
        let record = origin.map {
            GenerationRecord(
                model: $0.model, messages: $0.messages, sampling: $0.sampling, final: progress.generation)
        }
        let result = RequestResult(progress: progress, content: content, record: record)
        state.withLock { $0.outcome = .finished(result) }
        continuation.yield(progress)
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
