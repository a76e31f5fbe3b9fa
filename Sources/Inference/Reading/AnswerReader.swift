// From the tokens of an answer to what it says, thinks and calls: the detokenizer makes text, tokens that are markers go
// their own way, and the reader of the turn takes both apart.

internal import Tokenization

/// Reads the tokens of one answer.
struct AnswerReader: Sendable {
    private(set) var turn: TurnReader
    private var detokenizer: StreamingDetokenizer
    private let markers: [TokenID: TurnReader.Marker]
    /// Tokens spent on reasoning, its markers included.
    private(set) var reasoningTokens = 0

    init(_ grammar: TurnGrammar, tokenizer: Tokenizer) {
        turn = TurnReader(grammar)
        detokenizer = StreamingDetokenizer(tokenizer: tokenizer)
        var markers: [TokenID: TurnReader.Marker] = [:]
        for (marker, meaning) in [
            (grammar.calls?.opening, TurnReader.Marker.callOpening), (grammar.calls?.otherOpening, .callOpening),
            (grammar.calls?.closing, .callClosing), (grammar.reasoning?.opening, .reasoningOpening),
            (grammar.reasoning?.closing, .reasoningClosing),
        ] {
            if let token = marker?.token { markers[token] = meaning }
        }
        self.markers = markers
    }

    /// Reads one token; text that a marker cuts off within a character ends with U+FFFD.
    mutating func append(_ token: TokenID) {
        let wasReasoning = turn.isReasoning
        if let marker = markers[token] {
            turn.read(detokenizer.finish())
            turn.read(marker)
        } else {
            turn.read(detokenizer.append(token))
        }
        if wasReasoning || turn.isReasoning { reasoningTokens += 1 }
    }

    /// The model ended its turn: a character that it never ended is U+FFFD.
    mutating func finish() {
        turn.read(detokenizer.finish())
        turn.finish(isCut: false)
    }

    /// The turn was cut: a character that is not whole is left out.
    mutating func cut() {
        turn.finish(isCut: true)
    }
}

extension GenerationSnapshot {
    /// Takes over what was read so far.
    mutating func adopt(_ reader: AnswerReader) {
        (text, reasoning, toolCalls) = (reader.turn.text, reader.turn.reasoning, reader.turn.calls)
        usage.reasoning = reader.reasoningTokens
    }
}
