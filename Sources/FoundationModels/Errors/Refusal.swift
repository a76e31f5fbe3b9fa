// A model that would not answer, in both taxonomies, and how its reasons are had: by a second generation, which the session
// that failed lends, so that the same model speaks.

/// Generates the reasons of a refusal.
package typealias RefusalExplanation = @Sendable () -> LanguageModelSession.ResponseStream<String>

/// What both forms of a refusal share.
struct RefusalReasons: Sendable {
    static let question = "In one or two sentences, say why you did not answer that."

    var transcriptEntries: [Transcript.Entry]
    /// Nil: a session on the default model, which reads the entries.
    var explain: RefusalExplanation?

    var stream: LanguageModelSession.ResponseStream<String> {
        if let explain { return explain() }
        return LanguageModelSession(transcript: Transcript(entries: transcriptEntries))
            .streamResponse(to: Self.question)
    }
}

extension LanguageModelSession.GenerationError {
    /// What the model said instead of answering.
    public struct Refusal: Sendable {
        let reasons: RefusalReasons

        public init(transcriptEntries: [Transcript.Entry]) {
            reasons = RefusalReasons(transcriptEntries: transcriptEntries)
        }

        init(_ reasons: RefusalReasons) {
            self.reasons = reasons
        }

        /// The model's reasons, generated when asked for.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try await explanationStream.collect() }
        }

        /// The model's reasons, generated when asked for.
        public var explanationStream: LanguageModelSession.ResponseStream<String> { reasons.stream }
    }
}

extension LanguageModelError {
    /// A model that would not answer.
    public struct Refusal: Sendable {
        let reasons: RefusalReasons
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        /// - Parameter transcriptEntries: the conversation up to the refusal, from which the reasons are asked.
        public init(
            transcriptEntries: [Transcript.Entry], debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.init(
                RefusalReasons(transcriptEntries: transcriptEntries), debugDescription: debugDescription,
                metadata: metadata)
        }

        init(_ reasons: RefusalReasons, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.reasons = reasons
            self.debugDescription = debugDescription
            self.metadata = metadata
        }

        /// The model's reasons, generated when asked for.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try await explanationStream.collect() }
        }

        /// The model's reasons, generated when asked for.
        public var explanationStream: LanguageModelSession.ResponseStream<String> { reasons.stream }
    }
}
