// Two tools that a model could not tell apart.

public import FoundationEssentials

extension LanguageModelSession {
    /// A request whose tools have one name twice.
    public struct DuplicateToolError: Swift.Error, LocalizedError, Equatable {
        /// The name.
        public var name: String

        public init(name: String) {
            self.name = name
        }

        /// What to do.
        public var errorDescription: String? {
            "two tools are named '\(name)'; give one of them another name [session.duplicate-tool]"
        }
    }
}
