// What a request to Apple's service can fail with.

public import Foundation

extension PrivateCloudComputeLanguageModel {
    /// A failed request to the service.
    public enum Error: ModelFailureForm {
        /// A service that could not be reached.
        public struct NetworkFailure: Sendable {
            /// What happened, for developers.
            public var debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
            }
        }

        /// A quota that is used up.
        public struct QuotaLimitReached: Sendable {
            /// A way to more, where there is one.
            public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
            /// When requests are taken again, where that is known.
            public var resetDate: Date?
            /// What happened, for developers.
            public var debugDescription: String

            public init(
                limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil, resetDate: Date? = nil,
                debugDescription: String
            ) {
                self.limitIncreaseSuggestion = limitIncreaseSuggestion
                self.resetDate = resetDate
                self.debugDescription = debugDescription
            }
        }

        /// A service that does not serve.
        public struct ServiceUnavailable: Sendable {
            /// What happened, for developers.
            public var debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
            }
        }

        /// The service could not be reached.
        case networkFailure(NetworkFailure)
        /// The quota is used up.
        case quotaLimitReached(QuotaLimitReached)
        /// The service does not serve, or not here.
        case serviceUnavailable(ServiceUnavailable)

        /// What happened.
        public var errorDescription: String? {
            switch self {
            case .networkFailure(let details): details.debugDescription
            case .quotaLimitReached(let details): details.debugDescription
            case .serviceUnavailable(let details): details.debugDescription
            }
        }

        /// Why, in general.
        public var failureReason: String? {
            switch self {
            case .networkFailure: "the service could not be reached"
            case .quotaLimitReached: "the quota of requests is used up"
            case .serviceUnavailable: "the service is not available"
            }
        }

        /// What to do.
        public var recoverySuggestion: String? {
            switch self {
            case .networkFailure: "see to the network, then ask again"
            case .quotaLimitReached: "wait until the quota is reset, or use a model on this machine"
            case .serviceUnavailable: "use SystemLanguageModel or LocalLanguageModel"
            }
        }

        /// The same by its older name; nil where the older systems have none.
        var older: LanguageModelSession.GenerationError? {
            guard case .quotaLimitReached(let details) = self else { return nil }
            return .rateLimited(.init(debugDescription: details.debugDescription))
        }
    }
}
