// The table between the two taxonomies, for errors that were not made here: what an executor of another maker throws by
// one name can then be caught by the other, too.
//
//     26, GenerationError            27
//     exceededContextWindowSize      LanguageModelError.contextSizeExceeded
//     assetsUnavailable              SystemLanguageModel.Error.assetsUnavailable
//     guardrailViolation             LanguageModelError.guardrailViolation
//     unsupportedGuide               LanguageModelError.unsupportedGenerationGuide
//     unsupportedLanguageOrLocale    LanguageModelError.unsupportedLanguageOrLocale
//     decodingFailure                GeneratedContent.ParsingError
//     rateLimited                    LanguageModelError.rateLimited,
//                                    PrivateCloudComputeLanguageModel.Error.quotaLimitReached
//     concurrentRequests             LanguageModelSession.Error.concurrentRequests
//     refusal                        LanguageModelError.refusal
//     -                              LanguageModelError.unsupportedCapability, unsupportedTranscriptContent, timeout
//     -                              LanguageModelSession.Error.transcriptMutationWhileResponding
//     -                              PrivateCloudComputeLanguageModel.Error.networkFailure, serviceUnavailable

internal import FoundationEssentials

extension ModelFailure {
    /// Whether an error is one of these. `error is ModelFailure` says yes to every form, too, since a form can be cast to one.
    package static func isFailure(_ error: any Error) -> Bool { type(of: error) == ModelFailure.self }

    /// An error in all its forms; errors of neither taxonomy, and those that have all theirs, pass as they are.
    package static func completing(_ error: any Error) -> any Error {
        guard !isFailure(error), let form = error as? any ModelFailureForm else { return error }
        return ModelFailure(completing: form)
    }

    /// The failure that is known by `form`, in all its forms.
    package convenience init(completing form: any ModelFailureForm) {
        let older: LanguageModelSession.GenerationError? =
            switch form {
            case let form as LanguageModelError: form.older
            case let form as LanguageModelSession.Error: form.older
            case let form as SystemLanguageModel.Error: form.older
            case let form as PrivateCloudComputeLanguageModel.Error: form.older
            case let form as GeneratedContent.ParsingError:
                .decodingFailure(.init(debugDescription: form.debugDescription))
            default: nil
            }
        if let older {
            self.init(form, older)
        } else if let newer = (form as? LanguageModelSession.GenerationError)?.newer {
            self.init(newer, form)
        } else {
            self.init(form)
        }
    }
}

extension LanguageModelSession.Error {
    /// The same by its older name; nil where the older systems have none.
    var older: LanguageModelSession.GenerationError? {
        guard case .concurrentRequests = self else { return nil }
        return .concurrentRequests(.init(debugDescription: errorDescription ?? ""))
    }
}

extension SystemLanguageModel.Error {
    /// The same by its older name.
    var older: LanguageModelSession.GenerationError {
        switch self {
        case .assetsUnavailable(let details):
            .assetsUnavailable(.init(debugDescription: details.debugDescription))
        }
    }
}

extension LanguageModelSession.GenerationError {
    /// The same by its newer name; nil for `decodingFailure`, whose newer form holds the text that could not be read.
    var newer: (any ModelFailureForm)? {
        let text = context.debugDescription
        return switch self {
        case .exceededContextWindowSize:
            LanguageModelError.contextSizeExceeded(.init(contextSize: 0, tokenCount: 0, debugDescription: text))
        case .assetsUnavailable: SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: text))
        case .guardrailViolation: LanguageModelError.guardrailViolation(.init(debugDescription: text))
        case .unsupportedGuide: LanguageModelError.unsupportedGenerationGuide(.init(debugDescription: text))
        case .unsupportedLanguageOrLocale:
            LanguageModelError.unsupportedLanguageOrLocale(
                // ISO 639 for a language that nobody named.
                .init(languageCode: Locale.LanguageCode("und"), debugDescription: text))
        case .decodingFailure: nil
        case .rateLimited: LanguageModelError.rateLimited(.init(debugDescription: text))
        case .concurrentRequests: LanguageModelSession.Error.concurrentRequests
        case .refusal(let refusal, _): LanguageModelError.refusal(.init(refusal.reasons, debugDescription: text))
        }
    }
}

extension LanguageModelError {
    /// The same by its older name; nil where the older systems have none.
    var older: LanguageModelSession.GenerationError? {
        let context = LanguageModelSession.GenerationError.Context(debugDescription: errorDescription ?? "")
        return switch self {
        case .contextSizeExceeded: .exceededContextWindowSize(context)
        case .rateLimited: .rateLimited(context)
        case .guardrailViolation: .guardrailViolation(context)
        case .refusal(let refusal): .refusal(.init(refusal.reasons), context)
        case .unsupportedGenerationGuide: .unsupportedGuide(context)
        case .unsupportedLanguageOrLocale: .unsupportedLanguageOrLocale(context)
        case .unsupportedCapability, .unsupportedTranscriptContent, .timeout: nil
        }
    }
}
