// What becomes of the transcript when a request fails or is left.

/// How a session treats its transcript when a request does not end well.
public struct TranscriptErrorHandlingPolicy: Sendable, Equatable {
    enum Kind {
        case revert
        case preserve
    }

    let kind: Kind

    /// The transcript becomes what it was just before the request.
    public static let revertTranscript = TranscriptErrorHandlingPolicy(kind: .revert)
    /// The prompt stays, and after it what had been generated of the response.
    public static let preserveTranscript = TranscriptErrorHandlingPolicy(kind: .preserve)
}
