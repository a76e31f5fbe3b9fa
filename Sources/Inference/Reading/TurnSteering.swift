// Where a model is not free to choose its next token: a call that is required begins as its format wants, one that the model
// opened names a tool, one whose arguments are whole is closed, and reasoning that has used up its tokens is closed.
// Everything else is the model's, but for the arguments of calls, which follow their schemas.

internal import Tokenization

/// What the next tokens of one turn must be.
struct TurnSteering: Sendable {
    enum Next: Sendable {
        case free
        case among(Set<TokenID>)
        /// The one token if it is what the model wants, else one of the set.
        case preferring(TokenID, else: Set<TokenID>)
    }

    /// How a call that is under way may begin, as tokens up to the `{` of its arguments.
    private var beginnings: [[TokenID]]
    /// Tokens of a beginning that are written.
    private var writtenCount = 0
    /// How a call that the model opened itself goes on, for each tool.
    private let continuations: [[TokenID]]
    /// What closes a call behind its arguments; empty where the model decides whether another one follows.
    private let callClosing: [TokenID]
    /// The marker that opens a call; empty where calls have none, or none are allowed.
    private let callOpening: [TokenID]
    /// Tokens that must come before anything else, in order.
    private var pending: ArraySlice<TokenID> = []
    private let requiresCall: Bool
    /// Whether the beginnings are what a turn may be instead of a document, in a family whose calls have no marker.
    private let offersCall: Bool
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
        continuations =
            grammar.calls.map { calls in
                grammar.toolNames.sorted().map { tokens(nil, calls.scaffold(for: $0).prefix + "{") }
            } ?? []
        let required = requiredTools.compactMap { name -> [TokenID]? in
            guard let scaffold = grammar.calls?.scaffold(for: name) else { return nil }
            return tokens(scaffold.opening, scaffold.prefix + "{")
        }
        requiresCall = !required.isEmpty
        offersCall = request.form.isGuided && request.toolChoice == .allowed && grammar.calls?.isBare == true
        beginnings = offersCall ? continuations : required
        callOpening = request.toolChoice == .allowed && !grammar.toolNames.isEmpty ? tokens(grammar.calls?.opening) : []
        callClosing =
            grammar.calls.map { calls in
                calls.isList
                    ? []
                    : tokenizer.encode(
                        [
                            PromptSegment(text: calls.afterArguments, isTrusted: false),
                            PromptSegment(text: calls.closing?.text ?? "", isTrusted: true),
                        ], addingSpecialTokens: false)
            } ?? []
        reasoningOpening = grammar.reasoning?.opening.token
        reasoningClosing = grammar.reasoning.map { tokens($0.closing) } ?? []
        reasoningBudget = request.reasoningBudget
    }

    /// The tokens with which a turn that may still be a document may be a call instead.
    func alternativesToDocument(_ reader: AnswerReader) -> Set<TokenID> {
        if offersCall { return Set(beginnings.compactMap { $0.count > writtenCount ? $0[writtenCount] : nil }) }
        return reader.turn.isAtStart ? Set(callOpening.prefix(1)) : []
    }

    /// The model chose to begin a call: the rest of the marker follows.
    mutating func openCall() {
        pending = callOpening[...]
    }

    /// The arguments of a call are whole: what closes it follows.
    mutating func closeCall() {
        if !requiresCall { pending = callClosing[...] }
    }

    /// What may come next.
    mutating func next(_ reader: AnswerReader) -> Next {
        if let token = pending.first { return .among([token]) }
        if reader.turn.hasJustOpened, !requiresCall, beginnings.isEmpty {
            (beginnings, writtenCount) = (continuations, 0)
        }
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
        if let next = pending.first {
            pending = next == token ? pending.dropFirst() : []
        } else if reader.turn.isReasoning, !reasoningClosing.isEmpty {
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
