// A conversation with a model: holds the transcript, lets one request run at a time, and tells observers. What a request
// does lies in `SessionRequest`; the ways to ask lie in `LanguageModelSession+Respond.swift` and `+Stream.swift`.

public import Observation
internal import Synchronization

/// A conversation with a language model.
public final class LanguageModelSession: Sendable, Observable {
    private struct State: Sendable {
        var transcript: Transcript
        /// The request under way, and the length of the transcript before it.
        var running: (request: SessionRequest, base: Int)?
        var usage = Usage()
        var policy: TranscriptErrorHandlingPolicy?
        var toolRoundLimit = 64
    }

    private let model: SessionModel
    private let tools: [any Tool]
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    init(model: SessionModel, tools: [any Tool], transcript: Transcript) {
        self.model = model
        self.tools = tools
        state = Mutex(State(transcript: transcript))
    }

    /// What was said so far. While a request runs, its prompt is there, and the calls and outputs of tools as they come.
    ///
    /// A change while a request runs ends that request with `Error.transcriptMutationWhileResponding`; what becomes of the
    /// request's entries before the change, `transcriptErrorHandlingPolicy` says.
    public var transcript: Transcript {
        get {
            registrar.access(self, keyPath: \.transcript)
            return state.withLock { $0.transcript }
        }
        _modify {
            failRunning(ModelFailure.transcriptMutationWhileResponding)
            registrar.willSet(self, keyPath: \.transcript)
            var transcript = state.withLock { $0.transcript }
            defer {
                let overtaken = state.withLock { state in
                    defer {
                        state.transcript = transcript
                        state.running = nil
                    }
                    return state.running?.request
                }
                registrar.didSet(self, keyPath: \.transcript)
                // One that began during the change.
                overtaken?.fail(ModelFailure.transcriptMutationWhileResponding)
            }
            yield &transcript
        }
    }

    /// Whether a request is running; another one fails until it ends.
    public var isResponding: Bool {
        registrar.access(self, keyPath: \.isResponding)
        return state.withLock { $0.running != nil }
    }

    /// Tokens of all finished requests.
    public var usage: Usage {
        registrar.access(self, keyPath: \.usage)
        return state.withLock { $0.usage }
    }

    /// What becomes of the transcript when a request fails or is left; nil reverts it.
    public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
        get {
            registrar.access(self, keyPath: \.transcriptErrorHandlingPolicy)
            return state.withLock { $0.policy }
        }
        set {
            registrar.withMutation(of: self, keyPath: \.transcriptErrorHandlingPolicy) {
                state.withLock { $0.policy = newValue }
            }
        }
    }

    /// Turns with calls of tools that a request may have, before it fails with `ToolCallLimitError`.
    package var toolRoundLimit: Int {
        get { state.withLock { $0.toolRoundLimit } }
        set { state.withLock { $0.toolRoundLimit = newValue } }
    }

    /// Opens the model and computes, in the background, what every request of this session begins with. Worth its cost
    /// a second or more ahead of a request; what goes wrong shows in the request.
    /// - Parameter promptPrefix: what the next prompt will begin with.
    public func prewarm(promptPrefix: Prompt? = nil) {
        let parameters = RequestParameters(options: GenerationOptions())
        let setup = setup(parameters)
        var transcript = state.withLock { $0.transcript }
        if let promptPrefix { transcript.append(promptPrefix, parameters) }
        let request = setup.request(transcript, parameters)
        Task { try setup.model.prewarm(request) }
    }
}

extension LanguageModelSession {
    /// What the next turn of a request runs with.
    func setup(_ parameters: RequestParameters) -> RequestSetup {
        RequestSetup(
            model: model, tools: tools, options: parameters.options, contextOptions: parameters.contextOptions)
    }

    /// Begins a request. One that may not run, because another does, has failed when it is returned.
    func begin(_ prompt: Prompt, _ parameters: RequestParameters) -> SessionRequest {
        let request = SessionRequest(session: self, parameters)
        guard state.withLock({ $0.running == nil }) else {
            request.fail(ModelFailure.concurrentRequests)
            return request
        }
        let entries = mutate { state -> ArraySlice<Transcript.Entry>? in
            // Looked at again: another request may have begun meanwhile.
            guard state.running == nil else { return nil }
            let base = state.transcript.count
            state.running = (request, base)
            state.transcript.append(prompt, parameters)
            return state.transcript.storage[base...]
        }
        if let entries {
            request.start(entries)
        } else {
            request.fail(ModelFailure.concurrentRequests)
        }
        return request
    }

    /// The transcript that the running request's next turn answers.
    /// - Throws: `CancellationError` where the request runs no more.
    func state(of request: SessionRequest) throws -> Transcript {
        try state.withLock { state in
            guard state.running?.request === request else { throw CancellationError() }
            return state.transcript
        }
    }

    /// Adds entries of the running request.
    /// - Returns: all entries of the request, prompt first.
    /// - Throws: `CancellationError` where the request runs no more.
    func extend(
        _ request: SessionRequest, _ change: @Sendable (inout Transcript) -> Void
    ) throws -> ArraySlice<Transcript.Entry> {
        let entries = mutate { state -> ArraySlice<Transcript.Entry>? in
            guard let running = state.running, running.request === request else { return nil }
            change(&state.transcript)
            return state.transcript.storage[running.base...]
        }
        guard let entries else { throw CancellationError() }
        return entries
    }

    /// Takes the response of the running request in.
    /// - Returns: the entries of the request, prompt first.
    func complete(
        _ request: SessionRequest, _ turn: TurnContent, _ structure: Transcript.StructuredSegment?, _ usage: Usage
    ) -> ArraySlice<Transcript.Entry> {
        mutate { state in
            guard let running = state.running, running.request === request else { return [] }
            state.running = nil
            state.transcript.append(turn, calls: [], structure: structure)
            state.usage += usage
            return state.transcript.storage[running.base...]
        }
    }

    /// Ends a request that did not finish. One that was refused has changed nothing, and observers hear nothing of it.
    /// - Parameter turn: what was generated since the last entry.
    func end(_ request: SessionRequest, _ turn: TurnContent) {
        guard state.withLock({ $0.running?.request === request }) else { return }
        mutate { state in
            guard let running = state.running, running.request === request else { return }
            state.running = nil
            switch state.policy?.kind {
            case .preserve:
                let text = turn.responseText
                if !text.isEmpty { state.transcript.appendResponse(text) }
            case .revert, nil:
                state.transcript.storage.removeSubrange(running.base...)
            }
        }
    }

    /// Ends the request that runs, if any, with an error.
    private func failRunning(_ error: any Swift.Error) {
        state.withLock { $0.running?.request }?.fail(error)
    }

    /// Changes the state and tells observers of what can change when a request begins or ends.
    private func mutate<Result: Sendable>(_ change: @Sendable (inout State) -> Result) -> Result {
        registrar.withMutation(of: self, keyPath: \.transcript) {
            registrar.withMutation(of: self, keyPath: \.isResponding) {
                registrar.withMutation(of: self, keyPath: \.usage) {
                    state.withLock { change(&$0) }
                }
            }
        }
    }
}
