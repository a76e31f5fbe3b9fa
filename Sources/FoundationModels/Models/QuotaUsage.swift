// How much of the quota of Apple's service is used, as an app is told.

public import Foundation

extension PrivateCloudComputeLanguageModel {
    /// Where the user stands with the quota.
    public struct QuotaUsage: Sendable, Equatable {
        /// Below the limit or at it.
        public enum Status: Sendable, Equatable {
            case belowLimit(BelowLimit)
            case limitReached(LimitReached)
        }

        /// A quota that is not used up.
        public struct BelowLimit: Sendable, Equatable {
            /// Whether the limit is near.
            public let isApproachingLimit: Bool

            init(isApproachingLimit: Bool) {
                self.isApproachingLimit = isApproachingLimit
            }
        }

        /// A quota that is used up.
        public struct LimitReached: Sendable, Equatable {}

        /// A way to more.
        public struct LimitIncreaseSuggestion: Sendable, Equatable {
            /// Shows the way on systems that have one. There is none here, and nothing happens.
            public func show() {}
        }

        /// Below the limit or at it.
        public let status: Status
        /// A way to more, where there is one.
        public let limitIncreaseSuggestion: LimitIncreaseSuggestion?
        /// When requests are taken again, where that is known.
        public let resetDate: Date?

        /// Whether the quota is used up.
        public var isLimitReached: Bool {
            if case .limitReached = status { true } else { false }
        }

        /// A quota that is not used up, for simulations.
        public static func belowLimit(isApproaching: Bool = false) -> QuotaUsage {
            QuotaUsage(status: .belowLimit(BelowLimit(isApproachingLimit: isApproaching)))
        }

        /// A quota that is used up, for simulations.
        public static func limitReached(resetDate: Date? = nil) -> QuotaUsage {
            QuotaUsage(
                status: .limitReached(LimitReached()), limitIncreaseSuggestion: LimitIncreaseSuggestion(),
                resetDate: resetDate)
        }

        init(status: Status, limitIncreaseSuggestion: LimitIncreaseSuggestion? = nil, resetDate: Date? = nil) {
            self.status = status
            self.limitIncreaseSuggestion = limitIncreaseSuggestion
            self.resetDate = resetDate
        }
    }
}
