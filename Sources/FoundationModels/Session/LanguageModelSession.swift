// A conversation with a model: holds the transcript, lets one request run at a time, and tells observers. What a request
// does lies in `SessionRequest`; the ways to ask lie in `LanguageModelSession+Requests.swift`.

package import Inference
public import Observation
internal import Synchronization
internal import Tokenization

/// A conversation with a language model.
public final class LanguageModelSession: Sendable, Observable {
    private struct State: Sendable {
        var transcript: Transcript
        /// The request under way, and the length of the transcript before it.
        var running: (request: ObjectIdentifier, base: Int)?
        var usage = Usage()
        var policy: TranscriptErrorHandlingPolicy?
    }

    private let model: ModelHandle
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    init(model: ModelHandle, transcript: Transcript) {
        self.model = model
        state = Mutex(State(transcript: transcript))
    }

    /// What was said so far. While a request runs, its prompt is the last entry.
    public var transcript: Transcript {
        registrar.access(self, keyPath: \.transcript)
        return state.withLock { $0.transcript }
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

    /// Opens the model and computes, in the background, what every request of this session begins with. Worth its cost
    /// a second or more ahead of a request; what goes wrong shows in the request.
    /// - Parameter promptPrefix: what the next prompt will begin with.
    public func prewarm(promptPrefix: Prompt? = nil) {
        var messages = state.withLock { $0.transcript }.messages
        if let promptPrefix { messages.append(ChatMessage(role: "user", content: promptPrefix.text)) }
        Task { [model, messages] in
            let model = try model.model()
            if !messages.isEmpty { try await model.prewarm(messages) }
        }
    }
}

extension LanguageModelSession {
    /// The model, opened if need be.
    package func textModel() throws -> any TextModel {
        do {
            return try model.model()
        } catch {
            throw ModelFailure.assetsUnavailable(error)
        }
    }

    /// Begins a request. One that may not run, because another does, has failed when it is returned.
    func begin(_ prompt: Prompt, _ parameters: RequestParameters) -> SessionRequest {
        let request = SessionRequest(session: self)
        guard state.withLock({ $0.running == nil }) else {
            request.fail(ModelFailure.concurrentRequests)
            return request
        }
        let messages = mutate { state -> [ChatMessage]? in
            // Looked at again: another request may have begun meanwhile.
            guard state.running == nil else { return nil }
            state.running = (ObjectIdentifier(request), state.transcript.count)
            state.transcript.appendPrompt(prompt, options: parameters.options)
            return state.transcript.messages
        }
        if let messages {
            request.start(messages, parameters)
        } else {
            request.fail(ModelFailure.concurrentRequests)
        }
        return request
    }

    /// Takes the response of the running request in.
    /// - Returns: the entries of the request, prompt first.
    func complete(_ request: SessionRequest, _ record: GenerationRecord) -> ArraySlice<Transcript.Entry> {
        mutate { state in
            guard let running = state.running, running.request == ObjectIdentifier(request) else { return [] }
            state.running = nil
            state.transcript.appendResponse(record.final.text)
            state.usage += Usage(record.final.usage)
            return state.transcript.storage[running.base...]
        }
    }

    /// Ends a request that did not finish. One that was refused has changed nothing, and observers hear nothing of it.
    func end(_ request: SessionRequest, partialText: String) {
        let identity = ObjectIdentifier(request)
        guard state.withLock({ $0.running?.request == identity }) else { return }
        mutate { state in
            guard let running = state.running, running.request == identity else { return }
            state.running = nil
            switch state.policy?.kind {
            case .preserve:
                if !partialText.isEmpty { state.transcript.appendResponse(partialText) }
            case .revert, nil:
                state.transcript.storage.removeSubrange(running.base...)
            }
        }
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
