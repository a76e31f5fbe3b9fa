// A request whose model calls tools without end.

public import FoundationEssentials

extension LanguageModelSession {
    /// A model that called tools in turn after turn and never answered, as it does where the tool calling mode stays
    /// `.required` and no tool throws.
    public struct ToolCallLimitError: Swift.Error, LocalizedError, Equatable {
        /// Turns with calls that a request may have.
        public var limit: Int

        public init(limit: Int) {
            self.limit = limit
        }

        /// What happened.
        public var errorDescription: String? {
            "the model called tools in \(limit) turns and was about to call more; let a tool throw, or change the tool "
                + "calling mode, when the work is done [session.tool-limit]"
        }
    }
}
