// The toy tokenizer as the canonical check sees it: with pieces as byte BPE has them, or without as SentencePiece.

import ConstrainedDecoding

struct ToyCanonicalizer: Canonicalizer {
    let hasPieces: Bool
    var contextByteCount: Int { 0 }

    func isCut(_ text: [UInt8]) -> Bool { false }

    func areNeighbours(_ left: Int, _ right: Int, _ text: @autoclosure () -> [UInt8]) -> Bool {
        encode(text()) == [left, right]
    }

    func encode(_ text: [UInt8]) -> [Int]? {
        if hasPieces { return ToyTokenizer.shared.encode(text) }
        guard String(validating: text, as: UTF8.self) != nil else { return nil }
        return ToyTokenizer.shared.encode(piece: text)
    }

    func pieces(_ text: [UInt8]) -> [Int]? {
        guard hasPieces else { return nil }
        var starts = [0]
        for piece in ToyTokenizer.pieces(text) { starts.append(starts[starts.count - 1] + piece.count) }
        return starts.count > 1 ? Array(starts.dropLast()) : starts
    }
}
