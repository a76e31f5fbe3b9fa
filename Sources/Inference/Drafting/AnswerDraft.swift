// What an answer is expected to be: a record of it, which the model is asked to confirm.

/// An answer that is expected and not believed: each of its tokens is chosen by the model all the same. Where the model chooses
/// what was expected, it reads many tokens together; where not, the time is lost and nothing else.
package struct AnswerDraft: Sendable, Hashable {
    /// What is said to the user.
    package var text: String
    /// The ids of the whole turn; empty where they are not known.
    package var tokens: [Int32]

    package init(text: String, tokens: [Int32] = []) {
        self.text = text
        self.tokens = tokens
    }
}
