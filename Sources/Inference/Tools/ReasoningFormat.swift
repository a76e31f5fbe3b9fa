// How a model marks what it thinks before it answers.

package import Tokenization

/// The markers around reasoning.
package struct ReasoningFormat: Sendable, Hashable {
    package var opening: ToolCallFormat.Marker
    package var closing: ToolCallFormat.Marker
    /// Whether the answer behind the reasoning stands between markers of its own, which are text: Granite 3.
    package var marksAnswer: Bool

    package init(opening: ToolCallFormat.Marker, closing: ToolCallFormat.Marker, marksAnswer: Bool = false) {
        self.opening = opening
        self.closing = closing
        self.marksAnswer = marksAnswer
    }

    /// The markers of an answer.
    package static let answerOpening = "<response>"
    package static let answerClosing = "</response>"

    /// The pairs of markers that models use.
    private static let pairs = [("<think>", "</think>"), ("[THINK]", "[/THINK]")]

    /// The markers of a model: those that its vocabulary has as tokens, or that its template writes. Nil: it answers at once.
    package init?(template: String, tokenizer: Tokenizer) {
        for (opening, closing) in Self.pairs {
            let tokens = (tokenizer.tokenID(named: opening), tokenizer.tokenID(named: closing))
            guard tokens.0 != nil && tokens.1 != nil || template.contains(opening) || template.contains(closing)
            else { continue }
            self.init(
                opening: .init(opening, token: tokens.0), closing: .init(closing, token: tokens.1),
                marksAnswer: template.contains(Self.answerOpening) && template.contains(Self.answerClosing))
            return
        }
        return nil
    }

    /// Whether a prompt ends within reasoning: its template's text opens it last.
    package func isOpen(after prompt: [PromptSegment]) -> Bool {
        let tail = prompt.suffix(while: \.isTrusted).map(\.text).joined()
        guard let open = tail.ranges(of: opening.text).last else { return false }
        return tail[open.upperBound...].allSatisfy(\.isWhitespace)
    }
}

extension Array {
    /// The longest end whose elements all satisfy `predicate`.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
