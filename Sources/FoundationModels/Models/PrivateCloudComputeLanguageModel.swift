// The name of a service that exists on Apple's systems only. Code that asks for it compiles here and is told the truth: it
// is not there. What an app would see where it is, tests can put in its place.

public import Foundation
public import Observation

/// A model behind Apple's service. Here it is never available.
public final class PrivateCloudComputeLanguageModel: Sendable, Observable {
    /// Whether the service can be used.
    @frozen public enum Availability: Equatable, Sendable {
        /// Why the service can't be used.
        public enum UnavailableReason: Equatable, Sendable, Hashable {
            /// The machine may not use the service.
            case deviceNotEligible
            /// The machine may use the service, but not yet.
            case systemNotReady
        }

        case available
        case unavailable(UnavailableReason)
    }

    public init() {}

    /// `.unavailable(.deviceNotEligible)`, unless a simulation says otherwise.
    public var availability: Availability { Simulation.current.cloud ?? .unavailable(.deviceNotEligible) }

    /// Whether `availability` is `.available`.
    public var isAvailable: Bool { availability == .available }

    /// Far below the limit, unless a simulation says otherwise: nothing is used of a service that is not there.
    public var quotaUsage: QuotaUsage { Simulation.current.quota ?? .belowLimit() }

    /// Tokens that a conversation may have with the service, while it is simulated to be available.
    /// - Throws: `Error.serviceUnavailable`.
    public var contextSize: Int {
        get async throws {
            try requireAvailable()
            return 32_768
        }
    }

    /// The languages of this machine's model, while the service is simulated to be available.
    /// - Throws: `Error.serviceUnavailable`.
    public var supportedLanguages: Set<Locale.Language> {
        get async throws {
            try requireAvailable()
            return SystemLanguageModel.default.supportedLanguages
        }
    }

    /// Whether the service speaks the language of `locale`: as this machine's model, while it is simulated to be available.
    /// - Throws: `Error.serviceUnavailable`.
    public func supportsLocale(_ locale: Locale = .current) async throws -> Bool {
        try requireAvailable()
        return SystemLanguageModel.default.supportsLocale(locale)
    }

    private func requireAvailable() throws {
        guard isAvailable else { throw Self.unavailable }
    }

    /// What every request fails with.
    var failure: ModelFailure {
        guard isAvailable, quotaUsage.isLimitReached else { return Self.unavailable }
        return ModelFailure(
            completing: Error.quotaLimitReached(
                .init(
                    limitIncreaseSuggestion: quotaUsage.limitIncreaseSuggestion, resetDate: quotaUsage.resetDate,
                    debugDescription:
                        "the quota of Private Cloud Compute is simulated to be used up; wait until it is reset, "
                        + "or use a model on this machine [models.cloud-quota]")))
    }

    private static var unavailable: ModelFailure {
        ModelFailure(
            Error.serviceUnavailable(
                .init(
                    debugDescription:
                        "Private Cloud Compute is a service of Apple's systems and is not available on this "
                        + "one; use SystemLanguageModel or LocalLanguageModel [models.cloud]")))
    }
}

extension PrivateCloudComputeLanguageModel: LanguageModel {
    /// All of them, so that a request gets as far as the error that says why it fails.
    public var capabilities: LanguageModelCapabilities {
        LanguageModelCapabilities([.vision, .guidedGeneration, .reasoning, .toolCalling])
    }

    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// Fails every request.
    public struct Executor: LanguageModelExecutor {
        public typealias Model = PrivateCloudComputeLanguageModel

        /// There is one.
        public struct Configuration: Hashable, Sendable {}

        public init(configuration: Configuration) {}

        /// - Throws: `Error.serviceUnavailable`, or `Error.quotaLimitReached` where that is simulated.
        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: PrivateCloudComputeLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            throw model.failure
        }
    }
}
