// A tokenizer's vocabulary as guided decoding knows it: the bytes of each token that is text, and the tokens that end a turn.

package import ConstrainedDecoding
package import Tokenization

/// One model's vocabulary. Made once a model, at the first guided request.
package final class GuidedVocabulary: Sendable {
    package let trie: VocabularyTrie
    /// Ascending.
    package let ends: [Int32]

    /// Cost: a sort of the vocabulary.
    package init(_ tokenizer: Tokenizer) {
        ends = tokenizer.endOfGeneration.sorted()
        let isEnd = tokenizer.endOfGeneration
        trie = VocabularyTrie(
            tokens: (0..<Int32(tokenizer.count)).map { token in
                guard !tokenizer.isMarker(token), !isEnd.contains(token) else { return nil }
                let bytes = tokenizer.bytes(of: token)
                return bytes.isEmpty ? nil : bytes
            })
    }
}
