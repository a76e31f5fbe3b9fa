// A tokenizer as guided decoding asks it: the one split of a text, so that what is generated reads back as the same tokens.

internal import ConstrainedDecoding
package import Tokenization

/// The splits that a model's tokenizer makes of text that continues a turn.
package struct TokenizerCanonicalizer: Canonicalizer {
    private let tokenizer: Tokenizer
    private let neighbours = NeighbourTable()
    package let hasPieces: Bool

    /// Copies share what they learn.
    package init(_ tokenizer: Tokenizer) {
        self.tokenizer = tokenizer
        hasPieces = tokenizer.pieceStarts([]) != nil
    }

    /// Nil where the tokens would not give the bytes back: unfinished characters, and characters that the vocabulary spells
    /// otherwise, such as U+2581 under SentencePiece.
    package func encode(_ text: [UInt8]) -> [Int]? {
        guard text.allSatisfy({ $0 < 0x80 }) || String(validating: text, as: UTF8.self) != nil else { return nil }
        let tokens = tokenizer.encodeContinuation(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for token in tokens { tokenizer.appendBytes(of: token, to: &bytes) }
        return bytes == text ? tokens.map(Int.init) : nil
    }

    package func pieces(_ text: [UInt8]) -> [Int]? { tokenizer.pieceStarts(text) }

    package var contextByteCount: Int { tokenizer.longestTextTokenByteCount }

    package func isCut(_ text: [UInt8]) -> Bool { tokenizer.holdsTextToken(text) }

    package func areNeighbours(_ left: Int, _ right: Int, _ text: @autoclosure () -> [UInt8]) -> Bool {
        neighbours.areNeighbours(left, right) { encode(text()) == [left, right] }
    }
}
