// What people read of a failed request to a language model: what happened, why in general, and what to do.

extension LanguageModelError {
    /// What happened, with numbers.
    public var errorDescription: String? {
        switch self {
        case .contextSizeExceeded(let details): details.debugDescription
        case .rateLimited(let details): details.debugDescription
        case .guardrailViolation(let details): details.debugDescription
        case .refusal(let details): details.debugDescription
        case .unsupportedCapability(let details): details.debugDescription
        case .unsupportedTranscriptContent(let details): details.debugDescription
        case .unsupportedGenerationGuide(let details): details.debugDescription
        case .unsupportedLanguageOrLocale(let details): details.debugDescription
        case .timeout(let details): details.debugDescription
        }
    }

    /// Why, in general.
    public var failureReason: String? {
        switch self {
        case .contextSizeExceeded: "the conversation is longer than the model's context"
        case .rateLimited: "too many requests in too short a time"
        case .guardrailViolation: "the prompt or the response was held to be unsafe"
        case .refusal: "the model would not answer"
        case .unsupportedCapability: "the model can't do what was asked for"
        case .unsupportedTranscriptContent: "the conversation holds something that the model can't read"
        case .unsupportedGenerationGuide: "a guide of the schema can't be followed"
        case .unsupportedLanguageOrLocale: "the model does not speak this language"
        case .timeout: "the model took too long"
        }
    }

    /// What to do.
    public var recoverySuggestion: String? {
        switch self {
        case .contextSizeExceeded: "start a new session with a shorter transcript"
        case .rateLimited: "wait before asking again"
        case .guardrailViolation, .refusal: "word the prompt differently"
        case .unsupportedCapability: "look at the model's capabilities first, or use another model"
        case .unsupportedTranscriptContent: "leave the content out, or use a model that can read it"
        case .unsupportedGenerationGuide: "use a simpler guide"
        case .unsupportedLanguageOrLocale: "ask in one of the model's supported languages"
        case .timeout: "ask again, or ask for less"
        }
    }
}
