// Where a model is not free to choose its next token: a call that is required begins as its format wants, and reasoning
// that has used up its tokens is closed. Everything else is the model's.

internal import Tokenization

/// What the next tokens of one turn must be.
struct TurnSteering: Sendable {
    enum Next: Sendable {
        case free
        case among(Set<TokenID>)
        /// The one token if it is what the model wants, else one of the set.
        case preferring(TokenID, else: Set<TokenID>)
    }

    /// How the required call may begin, as tokens up to the `{` of its arguments; empty where none is required.
    private var beginnings: [[TokenID]]
    /// Tokens of a beginning that are written.
    private var writtenCount = 0
    private let requiresCall: Bool
    /// The token with which the model may choose to think before it calls.
    private let reasoningOpening: TokenID?
    private let reasoningClosing: [TokenID]
    private let reasoningBudget: Int?
    /// Tokens of the closing that were written last.
    private var closingCount = 0
    private var triedReasoning = false

    init(_ grammar: TurnGrammar, _ request: GenerationRequest, tokenizer: Tokenizer) {
        let requiredTools = request.toolChoice == .required ? request.input.tools.map(\.name) : []
        func tokens(_ marker: ToolCallFormat.Marker?, _ text: String = "") -> [TokenID] {
            tokenizer.encode(
                [
                    PromptSegment(text: marker?.text ?? "", isTrusted: true),
                    PromptSegment(text: text, isTrusted: false),
                ],
                addingSpecialTokens: false)
        }
        beginnings = requiredTools.compactMap { name in
            guard let scaffold = grammar.calls?.scaffold(for: name) else { return nil }
            return tokens(scaffold.opening, scaffold.prefix + "{")
        }
        requiresCall = !beginnings.isEmpty
        reasoningOpening = grammar.reasoning?.opening.token
        reasoningClosing = grammar.reasoning.map { tokens($0.closing) } ?? []
        reasoningBudget = request.reasoningBudget
    }

    /// What may come next.
    mutating func next(_ reader: AnswerReader) -> Next {
        if reader.turn.isReasoning {
            guard let reasoningBudget, reader.reasoningTokens >= reasoningBudget, !reasoningClosing.isEmpty else {
                return .free
            }
            return .among([reasoningClosing[closingCount]])
        }
        let allowed = Set(beginnings.compactMap { $0.count > writtenCount ? $0[writtenCount] : nil })
        guard !allowed.isEmpty else { return .free }
        // Once, at the start of its turn, the model may open its reasoning instead.
        guard let reasoningOpening, !triedReasoning, reader.turn.isAtStart else { return .among(allowed) }
        triedReasoning = true
        return .preferring(reasoningOpening, else: allowed)
    }

    /// Takes note of the token that came, before the reader has read it.
    mutating func accept(_ token: TokenID, _ reader: AnswerReader) {
        if reader.turn.isReasoning, !reasoningClosing.isEmpty {
            if token != reasoningClosing[closingCount] { closingCount = 0 }
            if token == reasoningClosing[closingCount] { closingCount = (closingCount + 1) % reasoningClosing.count }
        } else if token != reasoningOpening || writtenCount > 0 {
            beginnings.removeAll { $0.count <= writtenCount || $0[writtenCount] != token }
            writtenCount += 1
        }
    }

    /// Whether the required call is complete, and with it the turn.
    func isSatisfied(_ reader: AnswerReader) -> Bool {
        requiresCall && reader.turn.wholeCalls > 0
    }
}
