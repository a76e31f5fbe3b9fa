// The finished turns of a conversation. A conversation of n turns stands in memory once for each of its cells, so the turns
// are kept in pieces that longer conversations share with shorter ones, and their hash goes on where the shorter one's ended.

internal import Platform

/// Turns in their order. Adding one costs a copy of the last piece, not of all turns.
package struct Turns: Sendable, Sequence, ExpressibleByArrayLiteral {
    /// Turns of a whole piece: small against a turn's own texts, large against the list of pieces.
    private static let pieceSize = 64

    /// Of `pieceSize` turns each, never changed again.
    private var pieces: [[Conversation.Turn]] = []
    private var rest: [Conversation.Turn] = []
    private var hash = FieldHash()

    package init(_ turns: some Sequence<Conversation.Turn>) {
        for turn in turns { append(turn) }
    }

    package init(arrayLiteral turns: Conversation.Turn...) { self.init(turns) }

    package var count: Int { pieces.count * Self.pieceSize + rest.count }
    package var last: Conversation.Turn? { rest.last ?? pieces.last?.last }
    /// Of prompts and contents in turn.
    var digest: SHA256Digest { hash.finish() }

    package mutating func append(_ turn: Conversation.Turn) {
        rest.append(turn)
        hash.update(turn.prompt)
        hash.update(turn.content)
        // Turns without calls have the hashes that they always had.
        if !turn.calls.isEmpty {
            hash.update("\u{0}calls \(turn.calls.count)")
            for call in turn.calls { for field in call.fields { hash.update(field) } }
        }
        guard rest.count == Self.pieceSize else { return }
        pieces.append(rest)
        rest = []
    }

    package func makeIterator() -> IndexingIterator<[Conversation.Turn]> {
        (pieces.flatMap { $0 } + rest).makeIterator()
    }
}

extension Turns: Equatable {
    package static func == (left: Turns, right: Turns) -> Bool {
        left.pieces == right.pieces && left.rest == right.rest
    }
}

/// A hash of texts in which no two lists of texts are alike.
struct FieldHash: Sendable {
    private var hash = SHA256()

    mutating func update(_ field: String) {
        hash.update("\(field.utf8.count):")
        hash.update(field)
    }

    func finish() -> SHA256Digest { hash.finish() }
}
