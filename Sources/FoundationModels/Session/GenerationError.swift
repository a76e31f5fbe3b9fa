// What a request can fail with, by the names that apps catch.

public import FoundationEssentials
internal import Inference

extension LanguageModelSession {
    /// A failed request.
    public enum GenerationError: Error, LocalizedError {
        /// What happened, with numbers, for developers.
        public struct Context: Sendable {
            public let debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
            }
        }

        /// What the model said instead of answering.
        public struct Refusal: Sendable {
            private let transcriptEntries: [Transcript.Entry]

            public init(transcriptEntries: [Transcript.Entry]) {
                self.transcriptEntries = transcriptEntries
            }

            /// The model's reasons, generated when asked for.
            public var explanation: Response<String> {
                get async throws { try await explanationStream.collect() }
            }

            /// The model's reasons, generated when asked for.
            public var explanationStream: ResponseStream<String> {
                LanguageModelSession(transcript: Transcript(entries: transcriptEntries))
                    .streamResponse(to: "In one or two sentences, say why you did not answer that.")
            }
        }

        /// The conversation is longer than the model's context.
        case exceededContextWindowSize(Context)
        /// The model's weights are not on this machine, or can't be read.
        case assetsUnavailable(Context)
        /// Prompt or response were held to be unsafe.
        case guardrailViolation(Context)
        /// A guide of a schema can't be followed.
        case unsupportedGuide(Context)
        /// The model does not speak the language.
        case unsupportedLanguageOrLocale(Context)
        /// The response does not have the shape that was asked for.
        case decodingFailure(Context)
        /// Too many requests in too short a time.
        case rateLimited(Context)
        /// The session was asked while it was answering.
        case concurrentRequests(Context)
        /// The model would not answer.
        case refusal(Refusal, Context)
    }
}

extension LanguageModelSession.GenerationError {
    private var context: Context {
        switch self {
        case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
            .guardrailViolation(let context), .unsupportedGuide(let context),
            .unsupportedLanguageOrLocale(let context), .decodingFailure(let context), .rateLimited(let context),
            .concurrentRequests(let context), .refusal(_, let context):
            context
        }
    }

    public var errorDescription: String? { context.debugDescription }

    public var failureReason: String? {
        switch self {
        case .exceededContextWindowSize: "the conversation is longer than the model's context"
        case .assetsUnavailable: "the model can't be loaded"
        case .guardrailViolation: "the prompt or the response was held to be unsafe"
        case .unsupportedGuide: "a guide of the schema can't be followed"
        case .unsupportedLanguageOrLocale: "the model does not speak this language"
        case .decodingFailure: "the response does not have the shape that was asked for"
        case .rateLimited: "too many requests in too short a time"
        case .concurrentRequests: "the session was asked while it was answering"
        case .refusal: "the model would not answer"
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .exceededContextWindowSize: "start a new session with a shorter transcript"
        case .assetsUnavailable: "fetch the model's weights, then ask again"
        case .guardrailViolation, .refusal: "word the prompt differently"
        case .unsupportedGuide: "use a simpler guide"
        case .unsupportedLanguageOrLocale: "ask in one of the model's supported languages"
        case .decodingFailure: "ask again, or use a simpler shape"
        case .rateLimited: "wait before asking again"
        case .concurrentRequests: "wait until the session is no longer responding, or use a session for each request"
        }
    }
}

extension LanguageModelSession.GenerationError {
    /// The error for people that stands for `error` of the layer below.
    init(_ error: Inference.GenerationError) {
        switch error {
        case .contextFull(let needed, let size):
            self = .exceededContextWindowSize(
                Context(
                    debugDescription: "the conversation needs \(needed) tokens, but the model's context has \(size); "
                        + "shorten the prompt or the conversation [session.context-full]"))
        case .template(let message):
            self = .assetsUnavailable(
                Context(
                    debugDescription: "the model's chat template refused the conversation: \(message) "
                        + "[session.template]"))
        case .malformedToolCall(let call):
            self = .decodingFailure(Context(debugDescription: "\(call)"))
        case .emptyPrompt:
            self = .assetsUnavailable(
                Context(debugDescription: "the conversation rendered to no token [session.empty-prompt]"))
        }
    }

    /// The error for a model that could not be opened.
    static func assetsUnavailable(_ error: any Error) -> Self {
        .assetsUnavailable(Context(debugDescription: "\(error)"))
    }

    static var concurrentRequests: Self {
        .concurrentRequests(
            Context(
                debugDescription: "the session is still responding to an earlier prompt; wait until isResponding is "
                    + "false, or use another session [session.concurrent-requests]"))
    }
}
