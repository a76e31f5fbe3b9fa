// Checks an expected answer at the speed of a prompt: its tokens are read together, and the logits after each of them are kept
// until the sampler asks for them. A draw depends on seed, position and token alone, and logits do not depend on what is read
// together with what, so that the answer is the one that would have been generated token by token.

internal import Engine
internal import Tokenization

/// The expectation of one answer, and the logits that were computed on it.
struct ReadAhead {
    /// Tokens read together at most: beyond, reading gets no faster, and V logits are kept for each.
    private static let widestWindow = 64
    private static let narrowestWindow = 8

    private let text: [UInt8]
    private let tokenizer: Tokenizer
    private let vocabulary: Int
    private let rows: FloatBuffer
    /// The turn from its first token on, as it is expected now.
    private var expected: [Int32]
    private var window = Self.widestWindow
    /// Bytes of text when the expectation was last made anew.
    private var textCount = -1
    /// Row `i` holds the logits after the first `first + i` tokens of the turn.
    private var first = 0
    /// The turn as it was read.
    private var read: [Int32] = []

    /// - Parameter vocabulary: V.
    /// - Returns: nil where nothing is expected, or memory for the logits is wanting, without which the answer comes as well.
    init?(_ draft: AnswerDraft?, tokenizer: Tokenizer, vocabulary: Int) {
        guard let draft, let rows = try? FloatBuffer(rows: Self.widestWindow + 1, width: vocabulary) else { return nil }
        self.rows = rows
        self.tokenizer = tokenizer
        self.vocabulary = vocabulary
        text = Array(draft.text.utf8)
        expected = draft.tokens
        if expected.isEmpty { expect(after: [], "") }
    }

    /// The logits after `turn`, if they were computed.
    func logits(after turn: [Int32]) -> FloatRow? {
        guard turn.count >= first, turn.count <= read.count, read.starts(with: turn), !read.isEmpty else { return nil }
        return rows[turn.count - first]
    }

    /// Tokens that are expected behind `turn`, of which `unread` were not read yet, to be read with them.
    ///
    /// - Parameters:
    ///   - said: the text of the turn; nil where the model thinks.
    ///   - room: tokens that may still be read.
    mutating func begin(after turn: [Int32], said: String?, room: Int) -> ArraySlice<Int32> {
        if expected.starts(with: turn) {
            window = min(Self.widestWindow, 2 * window)
        } else {
            window = Self.narrowestWindow
            if let said { expect(after: turn, said) }
        }
        let isOnTrack = expected.count > turn.count && expected.starts(with: turn)
        let next = isOnTrack ? expected[turn.count...].prefix(max(0, min(window, room))) : []
        let known = next.prefix { (0..<vocabulary).contains(Int($0)) }
        first = turn.count
        read = turn + known
        return known
    }

    /// Takes the logits after the `index`th token behind the turn that `begin` was given; 0: those after the turn.
    func keep(_ logits: FloatRow, at index: Int) { logits.copy(to: rows[index]) }

    /// What was begun did not come to its end.
    mutating func discard() { read = [] }

    /// The same text may be written in other tokens: what is left of it is expected in its own.
    private mutating func expect(after turn: [Int32], _ said: String) {
        guard said.utf8.count > textCount, text.starts(with: said.utf8) else { return }
        textCount = said.utf8.count
        let rest = String(decoding: text[textCount...], as: UTF8.self)
        expected =
            turn + tokenizer.encode([PromptSegment(text: rest, isTrusted: false)], addingSpecialTokens: false)
    }
}
