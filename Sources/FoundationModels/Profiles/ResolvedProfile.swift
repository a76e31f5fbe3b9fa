// A profile as it is for one request: plain values that a session works with.

internal import Synchronization

/// What a dynamic profile came to.
package struct ResolvedProfile: Sendable {
    /// Whose session it is; hooks run within it.
    let values: SessionPropertyValues
    /// Which profile it is. As long as it stays the same, no other profile has become active.
    package var identity = ProfileIdentity()
    /// The model that answers; nil: that of the session.
    package var model: (any LanguageModel)?
    /// Instructions and tools, both in the order in which the author wrote them. It is never changed: authors put first what
    /// stays the same, and so keep the model's cache of what it computed.
    package var content = CollectedInstructions()
    /// Options that the profile sets; the others are nil.
    package var options = GenerationOptions()
    package var reasoningLevel: ContextOptions.ReasoningLevel?
    package var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
    /// In the order in which they apply.
    package var historyTransforms: [HistoryTransform] = []
    package var hooks = ProfileHooks()

    init(values: SessionPropertyValues) {
        self.values = values
    }
}

extension ResolvedProfile {
    package var instructions: [Instructions] { content.instructions }

    package var tools: [any Tool] { content.tools }

    /// The instructions as one; nil: there are none.
    package var joinedInstructions: Instructions? {
        instructions.isEmpty ? nil : Instructions(instructions)
    }

    /// The options of a request: those of the call, and where it has none those of the profile.
    package func options(of call: GenerationOptions) -> GenerationOptions {
        var options = call
        options.samplingMode = call.samplingMode ?? self.options.samplingMode
        options.temperature = call.temperature ?? self.options.temperature
        options.maximumResponseTokens = call.maximumResponseTokens ?? self.options.maximumResponseTokens
        options.toolCallingMode = call.toolCallingMode ?? self.options.toolCallingMode
        return options
    }

    /// The context options of a request: those of the call, and where it has none those of the profile.
    package func contextOptions(of call: ContextOptions) -> ContextOptions {
        var options = call
        options.reasoningLevel = call.reasoningLevel ?? reasoningLevel
        return options
    }

    /// What the model is to see of a history.
    /// - Parameter history: the entries after the instructions, the prompt of the request last.
    package func visibleHistory(_ history: [Transcript.Entry]) -> [Transcript.Entry] {
        guard !historyTransforms.isEmpty else { return history }
        return values.withScope(.evaluation) {
            historyTransforms.reduce(history) { history, transform in transform.apply(history) }
        }
    }
}

/// A change of what the model sees of a history.
package final class HistoryTransform: Sendable {
    private let transform: Mutex<([Transcript.Entry]) -> [Transcript.Entry]>

    init(_ transform: sending @escaping ([Transcript.Entry]) -> [Transcript.Entry]) {
        self.transform = Mutex(transform)
    }

    /// Applied once at a time, since the closure may capture what is not `Sendable`.
    func apply(_ history: [Transcript.Entry]) -> [Transcript.Entry] {
        transform.withLock { transform in transform(history) }
    }
}
