// What people think of an answer, in words that programs can count.

/// Feedback on an answer.
public struct LanguageModelFeedback: Sendable {
    /// What people think on the whole.
    public enum Sentiment: String, Sendable, CaseIterable, Hashable {
        case positive
        case negative
        case neutral
    }

    /// Something that is wrong with an answer.
    public struct Issue: Sendable, Hashable {
        /// Kinds of trouble.
        public enum Category: String, Sendable, CaseIterable, Hashable {
            case unhelpful
            case tooVerbose
            case didNotFollowInstructions
            case incorrect
            case stereotypeOrBias
            case suggestiveOrSexual
            case vulgarOrOffensive
            case triggeredGuardrailUnexpectedly
        }

        let category: Category
        let explanation: String?

        public init(category: Category, explanation: String? = nil) {
            self.category = category
            self.explanation = explanation
        }
    }
}
