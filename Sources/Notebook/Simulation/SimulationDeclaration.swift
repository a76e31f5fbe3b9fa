// `simulate:`: a failure to be rehearsed. No model is asked; the cell fails with the error that an app would get.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import FoundationModels

/// What a `simulate:` mapping sets.
package enum SimulationDeclaration: Sendable, Hashable {
    case availability(Availability)
    case error(ErrorName)
    /// - Parameter resetDate: in ISO 8601, as written.
    case quota(Quota, resetDate: String?)

    /// The names of `SystemLanguageModel.Availability`.
    package enum Availability: String, Sendable, CaseIterable {
        case available, deviceNotEligible, appleIntelligenceNotEnabled, modelNotReady
    }

    /// The names of both taxonomies of errors.
    package enum ErrorName: String, Sendable, CaseIterable {
        case guardrailViolation, refusal, rateLimited, contextSizeExceeded, exceededContextWindowSize,
            unsupportedGenerationGuide, unsupportedGuide, unsupportedLanguageOrLocale, decodingFailure,
            assetsUnavailable, concurrentRequests, timeout, networkFailure, serviceUnavailable
    }

    /// The states of `PrivateCloudComputeLanguageModel.QuotaUsage`.
    package enum Quota: String, Sendable, CaseIterable {
        case belowLimit, approachingLimit, limitReached
    }

    /// What enters a key and a record.
    var text: String {
        switch self {
        case .availability(let state): "availability \(state.rawValue)"
        case .error(let name): "error \(name.rawValue)"
        case .quota(let state, let date): "quota \(state.rawValue)" + (date.map { " \($0)" } ?? "")
        }
    }

    /// Reads `text` back.
    init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 2 else { return nil }
        switch words[0] {
        case "availability":
            guard let state = Availability(rawValue: words[1]) else { return nil }
            self = .availability(state)
        case "error":
            guard let name = ErrorName(rawValue: words[1]) else { return nil }
            self = .error(name)
        case "quota":
            guard let state = Quota(rawValue: words[1]) else { return nil }
            self = .quota(state, resetDate: words.count > 2 ? words[2] : nil)
        default: return nil
        }
    }

    /// What a request fails with; nil where it does not fail.
    ///
    /// - Parameter contextSize: tokens of the window, for errors that say so.
    func failure(contextSize: Int) -> (any Error)? {
        switch self {
        case .availability(.available), .quota(.belowLimit, _), .quota(.approachingLimit, _): nil
        case .availability(let state):
            ModelFailure.assetsUnavailable(
                "the model is simulated to be unavailable (\(state.rawValue)); remove 'simulate' to ask it "
                    + "[models.simulated]")
        case .quota(.limitReached, let date):
            ModelFailure(
                completing: PrivateCloudComputeLanguageModel.Error.quotaLimitReached(
                    .init(
                        resetDate: date.flatMap { try? Date.ISO8601FormatStyle().parse($0) },
                        debugDescription: "the quota is simulated to be used up"
                            + (date.map { " until \($0)" } ?? "") + "; remove 'simulate' to ask the model "
                            + "[models.simulated]")))
        case .error(let name): name.failure(contextSize: contextSize)
        }
    }
}

extension PreparedCell {
    /// What the cell fails with instead of being asked.
    var simulatedFailure: (any Error)? {
        options.simulation?.failure(contextSize: window?.size ?? TargetSystem.ios26.contextSize)
    }
}

extension SimulationDeclaration.ErrorName {
    fileprivate func failure(contextSize: Int) -> any Error {
        let text = "a failure is simulated (\(rawValue)); remove 'simulate' to ask the model [models.simulated]"
        switch self {
        case .guardrailViolation: return ModelFailure.guardrailViolation(rule: "simulated")
        case .refusal: return ModelFailure.refusal(transcriptEntries: [])
        case .rateLimited: return ModelFailure.rateLimited()
        case .contextSizeExceeded, .exceededContextWindowSize:
            return ModelFailure.contextSizeExceeded(size: contextSize, count: contextSize + 1)
        case .unsupportedGenerationGuide, .unsupportedGuide:
            return ModelFailure.unsupportedGuide(schemaName: nil, text)
        case .unsupportedLanguageOrLocale: return ModelFailure.unsupportedLanguage("und", supported: ["en"])
        case .decodingFailure: return ModelFailure.decodingFailure(text)
        case .assetsUnavailable: return ModelFailure.assetsUnavailable(text)
        case .concurrentRequests: return ModelFailure.concurrentRequests
        case .timeout: return ModelFailure.timeout(after: .seconds(60))
        case .networkFailure:
            return ModelFailure(
                completing: PrivateCloudComputeLanguageModel.Error.networkFailure(.init(debugDescription: text)))
        case .serviceUnavailable:
            return ModelFailure(
                completing: PrivateCloudComputeLanguageModel.Error.serviceUnavailable(.init(debugDescription: text)))
        }
    }
}
