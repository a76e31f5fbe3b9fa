// What the use of a session can fail with, as opposed to its model: requests at a wrong time, and tools that throw.

public import FoundationEssentials

extension LanguageModelSession {
    /// A session that was used at a wrong time.
    public enum Error: ModelFailureForm, Equatable, Hashable {
        /// The session was asked while it was answering.
        case concurrentRequests
        /// The transcript was changed while the session was answering.
        case transcriptMutationWhileResponding

        /// What happened.
        public var errorDescription: String? {
            switch self {
            case .concurrentRequests:
                "the session is still responding to an earlier prompt; wait until isResponding is false, or use another "
                    + "session [session.concurrent-requests]"
            case .transcriptMutationWhileResponding:
                "the transcript can't be changed while the session responds; wait until isResponding is false "
                    + "[session.transcript-mutation]"
            }
        }

        /// Why, in general.
        public var failureReason: String? {
            switch self {
            case .concurrentRequests: "the session was asked while it was answering"
            case .transcriptMutationWhileResponding: "the transcript was changed while the session was answering"
            }
        }

        /// What to do.
        public var recoverySuggestion: String? {
            switch self {
            case .concurrentRequests:
                "wait until the session is no longer responding, or use a session for each request"
            case .transcriptMutationWhileResponding: "wait until the session is no longer responding"
            }
        }
    }

    /// A tool that threw an error.
    public struct ToolCallError: Swift.Error, LocalizedError {
        /// The tool that was called.
        public var tool: any Tool
        /// What it threw.
        public var underlyingError: any Swift.Error

        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// Which tool failed, and with what.
        public var errorDescription: String? {
            let cause = (underlyingError as? any LocalizedError)?.errorDescription ?? "\(underlyingError)"
            return "the tool '\(tool.name)' failed: \(cause) [session.tool-call]"
        }

        /// Why, in general.
        public var failureReason: String? { "a tool that the model called threw an error" }

        /// What to do.
        public var recoverySuggestion: String? {
            (underlyingError as? any LocalizedError)?.recoverySuggestion
                ?? "see to the underlying error, or let the tool return a text that tells the model what went wrong"
        }
    }
}
