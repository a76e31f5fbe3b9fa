// A conversation with a model: holds the transcript, lets one request run at a time, and tells observers. What a request
// does lies in `SessionRequest`; the ways to ask lie in `LanguageModelSession+Respond.swift` and `+Stream.swift`.

public import Observation
internal import Synchronization

/// A conversation with a language model.
///
/// One request runs at a time. Sessions are cheap: what a model needs is loaded when it is first asked or prewarmed, and
/// sessions on equal models share it; their requests take turns in the order in which they came.
public final class LanguageModelSession: Sendable, Observable {
    /// Nil: a profile names the model.
    let model: SessionModel
    let tools: [any Tool]
    /// Evaluated before each turn; nil: the session has instructions and tools of its own.
    let profile: ProfileEvaluator?
    /// Values that the session shares with its profile, its hooks and its tools.
    public let properties = SessionPropertyValues()
    private let state: Mutex<SessionState>
    private let registrar = ObservationRegistrar()

    init(
        model: SessionModel, tools: [any Tool] = [], transcript: Transcript, profile: ProfileEvaluator? = nil
    ) {
        self.model = model
        self.tools = tools
        self.profile = profile
        state = Mutex(SessionState(transcript: transcript))
        properties.attach(self)
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
                // A request that began during the change ends with it: it must neither undo it nor add to it.
                let overtaken = state.withLock { state -> SessionRequest? in
                    defer { state.running = nil }
                    state.transcript = transcript
                    return state.running?.request
                }
                registrar.didSet(self, keyPath: \.transcript)
                if let overtaken {
                    registrar.withMutation(of: self, keyPath: \.isResponding) {}
                    overtaken.close(throwing: ModelFailure.transcriptMutationWhileResponding)
                }
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

    /// What becomes of the transcript when a request fails or is left; nil reverts it. A profile may say otherwise.
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
        let profile = profile?.resolve(in: properties)
        var state = state.withLock { $0 }
        if let profile { state.take(profile) }
        if let promptPrefix { state.transcript.append(promptPrefix, parameters) }
        let setup = setup(parameters, profile)
        let request = setup.request(state.transcript, parameters)
        Task { try setup.model.prewarm(request) }
    }
}

extension LanguageModelSession {
    /// Begins a request. One that may not run, because another does, has failed when it is returned.
    func begin(_ prompt: Prompt, _ parameters: RequestParameters) -> SessionRequest {
        let request = SessionRequest(session: self, parameters)
        guard state.withLock({ $0.running == nil }) else {
            request.close(throwing: ModelFailure.concurrentRequests)
            return request
        }
        let entries = mutate { state -> ArraySlice<Transcript.Entry>? in
            // Looked at again: another request may have begun meanwhile.
            guard state.running == nil else { return nil }
            state.begin(request, prompt)
            return state.entries
        }
        if let entries {
            request.start(entries)
        } else {
            request.close(throwing: ModelFailure.concurrentRequests)
        }
        return request
    }

    /// Reads or changes the state on behalf of the running request.
    /// - Throws: `CancellationError` where the request runs no more.
    func extend<Result: Sendable>(
        _ request: SessionRequest, _ change: @Sendable (inout SessionState) -> Result
    ) throws -> Result {
        let result = mutate { $0.isRunning(request) ? change(&$0) : nil }
        guard let result else { throw CancellationError() }
        return result
    }

    /// The state that the running request's next turn begins with.
    /// - Throws: `CancellationError` where the request runs no more.
    func state(of request: SessionRequest) throws -> SessionState {
        let state = state.withLock { $0 }
        guard state.isRunning(request) else { throw CancellationError() }
        return state
    }

    /// Ends a request that did not finish. One that was refused has changed nothing, and observers hear nothing of it.
    /// - Returns: whether the request was running until now.
    func end(_ request: SessionRequest) -> Bool {
        guard state.withLock({ $0.isRunning(request) }) else { return false }
        return mutate { state in
            guard state.isRunning(request) else { return false }
            state.end(request.unsettledText)
            return true
        }
    }

    /// Ends the request that runs, if any, with an error.
    private func failRunning(_ error: any Swift.Error) {
        state.withLock { $0.running?.request }?.fail(error)
    }

    /// Changes the state and tells observers of what can change when a request begins or ends.
    private func mutate<Result: Sendable>(_ change: @Sendable (inout SessionState) -> Result) -> Result {
        registrar.withMutation(of: self, keyPath: \.transcript) {
            registrar.withMutation(of: self, keyPath: \.isResponding) {
                registrar.withMutation(of: self, keyPath: \.usage) {
                    state.withLock { change(&$0) }
                }
            }
        }
    }
}

extension LanguageModelSession {
    /// Replaces what was said on behalf of a hook, which may do so while its request runs.
    func replaceHistory(_ history: Transcript.HistoryView) {
        mutate { $0.replaceHistory(history) }
    }
}
