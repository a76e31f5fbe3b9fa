// What the machine's own model can fail with before it answers.

internal import FoundationEssentials

extension SystemLanguageModel {
    /// A model that can't be used.
    public enum Error: ModelFailureForm {
        /// What is missing.
        public struct AssetsUnavailable: Sendable {
            /// What happened, for developers.
            public var debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
            }
        }

        /// The model's weights are not on this machine, or can't be read.
        case assetsUnavailable(AssetsUnavailable)

        /// What happened.
        public var errorDescription: String? {
            switch self {
            case .assetsUnavailable(let details): details.debugDescription
            }
        }

        /// Why, in general.
        public var failureReason: String? { "the model can't be loaded" }

        /// What to do.
        public var recoverySuggestion: String? { "fetch the model's weights, then ask again" }
    }
}
