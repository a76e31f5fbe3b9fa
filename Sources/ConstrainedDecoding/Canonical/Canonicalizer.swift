// What the canonical check asks of a tokenizer. The tokenizer itself is another target's.

/// How text is split into tokens, as far as canonical output needs it.
package protocol Canonicalizer: Sendable {
    /// The one split of a text that the tokenizer makes; nil where it would not decode to the same bytes, as for
    /// unfinished characters.
    func encode(_ text: [UInt8]) -> [Int]?

    /// Where the pieces of a text begin that are split into tokens by themselves, 0 first. Text that is appended may change
    /// the last piece but not where it begins, and text before a piece does not change how it goes on from there. nil for a
    /// tokenizer that makes no pieces: then a split counts as canonical where every two neighbours are.
    func pieces(_ text: [UInt8]) -> [Int]?

    /// Whether text is split into such pieces: `pieces` is nil for none, or for all.
    var hasPieces: Bool { get }

    /// Without pieces: the length of the longest text that is cut out whole before neighbours are merged.
    var contextByteCount: Int { get }

    /// Without pieces: whether such a text stands in `text`.
    func isCut(_ text: [UInt8]) -> Bool

    /// Whether `text`, the bytes of two tokens, is split into these two. Asked again and again of the same two.
    func areNeighbours(_ left: Int, _ right: Int, _ text: @autoclosure () -> [UInt8]) -> Bool
}
