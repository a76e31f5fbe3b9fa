// What a request can fail with, by the names of the systems numbered 26. They are kept beside the newer ones of
// `LanguageModelError`: a failed request can be caught by either.

internal import FoundationEssentials

extension LanguageModelSession {
    /// A failed request, by its older names.
    public enum GenerationError: ModelFailureForm {
        /// What happened, with numbers, for developers.
        public struct Context: Sendable {
            public let debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
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
    var context: Context {
        switch self {
        case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
            .guardrailViolation(let context), .unsupportedGuide(let context),
            .unsupportedLanguageOrLocale(let context), .decodingFailure(let context), .rateLimited(let context),
            .concurrentRequests(let context), .refusal(_, let context):
            context
        }
    }

    /// What happened, with numbers.
    public var errorDescription: String? { context.debugDescription }

    /// Why, in general.
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

    /// What to do.
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
