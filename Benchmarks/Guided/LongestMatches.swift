// A split that needs no tokenizer: the longest token first that fits.

internal import ConstrainedDecoding

struct LongestMatches {
    private let tokens: [ArraySlice<UInt8>: Int]
    private let longest: Int

    init(_ trie: VocabularyTrie) {
        var tokens: [ArraySlice<UInt8>: Int] = [:]
        for token in 0..<trie.count where !trie.bytes(of: token).isEmpty {
            if tokens[trie.bytes(of: token)] == nil { tokens[trie.bytes(of: token)] = token }
        }
        self.tokens = tokens
        longest = trie.maximumTokenLength
    }

    /// `text` as tokens; what no token begins is left out, and the walk of the rest fails there.
    func split(_ text: [UInt8]) -> [Int] {
        var result: [Int] = []
        var at = 0
        while at < text.count {
            var length = min(longest, text.count - at)
            while length > 1, tokens[text[at..<(at + length)]] == nil { length -= 1 }
            if let token = tokens[text[at..<(at + length)]] { result.append(token) }
            at += length
        }
        return result
    }
}
