// Adapters are weights that change Apple's own model. There is none for the models here, so every way to an adapter ends in
// an error that says so; code that uses them compiles.

public import FoundationEssentials

extension SystemLanguageModel {
    /// Weights that change the model. None can be made here.
    public struct Adapter: Sendable {
        /// Why there is no adapter.
        public enum AssetError: Swift.Error, LocalizedError, Equatable {
            /// What happened, for developers.
            public struct Context: Sendable, Equatable {
                public let debugDescription: String

                public init(debugDescription: String) {
                    self.debugDescription = debugDescription
                }
            }

            /// The file is no adapter that can be used.
            case invalidAsset(Context)
            /// No adapter can have such a name.
            case invalidAdapterName(Context)
            /// There is no adapter for this model.
            case compatibleAdapterNotFound(Context)

            public var errorDescription: String? {
                switch self {
                case .invalidAsset(let context), .invalidAdapterName(let context),
                    .compatibleAdapterNotFound(let context):
                    context.debugDescription
                }
            }

            public var recoverySuggestion: String? { "use a model that was trained for the task: LocalLanguageModel" }
        }

        /// - Throws: `AssetError.invalidAsset`, always.
        public init(fileURL: URL) throws {
            throw AssetError.invalidAsset(
                .init(
                    debugDescription:
                        "\(fileURL.lastPathComponent) can't be used: adapters are made for Apple's model, "
                        + "and the model here is another [models.adapter]"))
        }

        /// - Throws: `AssetError.invalidAdapterName` for an empty name, else `.compatibleAdapterNotFound`.
        public init(name: String) throws {
            guard !name.isEmpty else {
                throw AssetError.invalidAdapterName(
                    .init(debugDescription: "an adapter must have a name [models.adapter]"))
            }
            throw AssetError.compatibleAdapterNotFound(
                .init(
                    debugDescription:
                        "there is no adapter '\(name)': adapters are made for Apple's model, and the model "
                        + "here is another [models.adapter]"))
        }

        /// Prepares the adapter.
        public func compile() async throws {}

        /// What the maker of the adapter said about it.
        public var creatorDefinedMetadata: [String: Any] { [:] }

        /// Adapters for this model: none.
        public static func compatibleAdapterIdentifiers(name: String) -> [String] { [] }

        /// Removes adapters that no model needs any more: there are none.
        public static func removeObsoleteAdapters() throws {}
    }

    /// The default model with an adapter.
    public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
        self.init(useCase: .general, guardrails: guardrails)
    }
}
