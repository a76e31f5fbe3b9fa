// Every failure that this module itself makes, each with all its forms and the words for it. The words of a guardrail or of
// a refusal never repeat what was asked: they end up in logs.

package import FoundationEssentials
package import Inference

extension ModelFailure {
    private typealias Older = LanguageModelSession.GenerationError

    /// The conversation needs `count` tokens; the model's context has `size`.
    package static func contextSizeExceeded(size: Int, count: Int) -> ModelFailure {
        .contextSizeExceeded(
            size: size, count: count,
            "the conversation needs \(count) tokens, but the model's context has \(size); shorten the prompt or the "
                + "conversation [session.context-full]")
    }

    static func contextSizeExceeded(size: Int, count: Int, _ text: String) -> ModelFailure {
        ModelFailure(
            LanguageModelError.contextSizeExceeded(
                .init(contextSize: size, tokenCount: count, debugDescription: text)),
            Older.exceededContextWindowSize(.init(debugDescription: text)))
    }

    /// The model could not be opened, for the reason given; a reason that is a failure itself is told as it is.
    package static func assetsUnavailable(_ cause: any Error) -> ModelFailure {
        completing(cause) as? ModelFailure ?? .assetsUnavailable("\(cause)")
    }

    /// The model can't be used.
    package static func assetsUnavailable(_ text: String) -> ModelFailure {
        ModelFailure(completing: SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: text)))
    }

    /// The session was asked while it was answering.
    package static var concurrentRequests: ModelFailure {
        ModelFailure(completing: LanguageModelSession.Error.concurrentRequests)
    }

    /// The transcript was changed while the session was answering. The older systems have no name for it.
    package static var transcriptMutationWhileResponding: ModelFailure {
        ModelFailure(LanguageModelSession.Error.transcriptMutationWhileResponding)
    }

    /// Prompt or response were held to be unsafe.
    /// - Parameter rule: what was broken, in words of ours; nothing of the prompt.
    package static func guardrailViolation(rule: String) -> ModelFailure {
        let text =
            "the prompt or the response broke the rule '\(rule)'; word the prompt differently [session.guardrail]"
        return ModelFailure(
            LanguageModelError.guardrailViolation(.init(debugDescription: text)),
            Older.guardrailViolation(.init(debugDescription: text)))
    }

    /// The model would not answer.
    /// - Parameters:
    ///   - transcriptEntries: the conversation, up to the refusal.
    ///   - explain: asks the model for its reasons; nil asks the default model.
    package static func refusal(
        transcriptEntries: [Transcript.Entry], explain: RefusalExplanation? = nil
    ) -> ModelFailure {
        let text =
            "the model would not answer; word the prompt differently, or ask for the refusal's explanation "
            + "[session.refusal]"
        let reasons = RefusalReasons(transcriptEntries: transcriptEntries, explain: explain)
        return ModelFailure(
            LanguageModelError.refusal(.init(reasons, debugDescription: text)),
            Older.refusal(.init(reasons), .init(debugDescription: text)))
    }

    /// The response does not have the shape that was asked for.
    /// - Parameters:
    ///   - text: what was wanted and found.
    ///   - form: what the newer systems throw, a `GeneratedContent.ParsingError`.
    package static func decodingFailure(_ text: String, form: (any ModelFailureForm)? = nil) -> ModelFailure {
        let older = Older.decodingFailure(.init(debugDescription: text))
        return form.map { ModelFailure($0, older) } ?? ModelFailure(older)
    }

    /// Not even the shortest answer by the schema fits. It is as of an answer that was cut, only that none was begun.
    private static func budgetTooSmall(needed: Int, available: Int) -> ModelFailure {
        let text =
            "the shortest answer by the schema takes \(needed) tokens, and only \(available) may be written; raise "
            + "'maximumResponseTokens' to \(needed) or more [session.budget]"
        return decodingFailure(text, form: GeneratedContent.ParsingError(rawContent: "", debugDescription: text))
    }

    /// A guide of a schema can't be followed.
    package static func unsupportedGuide(schemaName: String?, _ text: String) -> ModelFailure {
        ModelFailure(
            LanguageModelError.unsupportedGenerationGuide(.init(schemaName: schemaName, debugDescription: text)),
            Older.unsupportedGuide(.init(debugDescription: text)))
    }

    /// The model does not speak a language.
    /// - Parameter supported: codes of those that it speaks.
    package static func unsupportedLanguage(_ code: String, supported: [String]) -> ModelFailure {
        let text =
            "the model does not speak '\(code)'; it speaks \(supported.map { "'\($0)'" }.joined(separator: ", ")) "
            + "[session.language]"
        return ModelFailure(
            LanguageModelError.unsupportedLanguageOrLocale(
                .init(languageCode: Locale.LanguageCode(code), debugDescription: text)),
            Older.unsupportedLanguageOrLocale(.init(debugDescription: text)))
    }

    /// Too many requests in too short a time.
    package static func rateLimited(resetDate: Date? = nil) -> ModelFailure {
        let text = "too many requests in too short a time; wait before asking again [session.rate-limited]"
        return ModelFailure(
            LanguageModelError.rateLimited(.init(resetDate: resetDate, debugDescription: text)),
            Older.rateLimited(.init(debugDescription: text)))
    }

    /// The model can't do what was asked for. The older systems have no name for it.
    /// - Parameter purpose: what it was needed for, as in `to read an image`.
    package static func unsupportedCapability(
        _ capability: LanguageModelCapabilities.Capability, purpose: String
    ) -> ModelFailure {
        let text =
            "the model does not have the capability '\(capability.name)', which it takes \(purpose); use a model that "
            + "has it [session.capability]"
        return ModelFailure(
            LanguageModelError.unsupportedCapability(.init(capability: capability, debugDescription: text)))
    }

    /// Entries of the conversation hold what the model can't read. The older systems have no name for it.
    package static func unsupportedTranscriptContent(_ entries: [Transcript.Entry], _ text: String) -> ModelFailure {
        ModelFailure(
            LanguageModelError.unsupportedTranscriptContent(
                .init(unsupportedContent: entries, debugDescription: text)))
    }

    /// The model took longer than `limit`. The older systems have no name for it.
    package static func timeout(after limit: Duration) -> ModelFailure {
        let text = "the model took longer than \(limit); ask again, or ask for less [session.timeout]"
        return ModelFailure(LanguageModelError.timeout(.init(debugDescription: text)))
    }

    /// The failure for people that stands for `error` of the layer below.
    package convenience init(_ error: Inference.GenerationError) {
        let failure: ModelFailure =
            switch error {
            case .contextFull(let needed, let size): .contextSizeExceeded(size: size, count: needed)
            case .template(let message):
                .assetsUnavailable("the model's chat template refused the conversation: \(message) [session.template]")
            case .malformedToolCall(let call): .decodingFailure("\(call)")
            case .schema(let message): .unsupportedGuide(schemaName: nil, message)
            case .budgetTooSmall(let needed, let available):
                .budgetTooSmall(needed: needed, available: available)
            case .emptyPrompt: .assetsUnavailable("the conversation rendered to no token [session.empty-prompt]")
            }
        self.init(forms: failure.allForms)
    }
}
