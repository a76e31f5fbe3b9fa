// Feedback on a session's last answer, as data for whoever collects it. Nothing is logged or sent.

public import FoundationEssentials

extension LanguageModelSession {
    /// The feedback, with the session's conversation, as JSON.
    /// - Parameter desiredOutput: the entry that should have been the answer.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredOutput: Transcript.Entry? = nil
    ) -> Data {
        LanguageModelFeedback.attachmentData(
            transcript, sentiment: sentiment, issues: issues, desiredOutput: desiredOutput)
    }

    /// The feedback, with the session's conversation, as JSON.
    /// - Parameter desiredResponseText: what the answer should have said; nil: nobody says.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseText: String?
    ) -> Data {
        LanguageModelFeedback.attachmentData(
            transcript, sentiment: sentiment, issues: issues, desiredResponseText: desiredResponseText)
    }

    /// The feedback, with the session's conversation, as JSON.
    /// - Parameter desiredResponseContent: what the answer should have been; nil: nobody says.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseContent: (any ConvertibleToGeneratedContent)?
    ) -> Data {
        LanguageModelFeedback.attachmentData(
            transcript, sentiment: sentiment, issues: issues, desiredResponseContent: desiredResponseContent)
    }
}
