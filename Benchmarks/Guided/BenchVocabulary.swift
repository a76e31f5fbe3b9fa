// The vocabulary of a model file, and its tokenizer's split of a text.

internal import ConstrainedDecoding
internal import Engine
internal import Foundation
internal import Inference
internal import Tokenization

struct BenchVocabulary {
    struct Dump: Encodable {
        var ends: [Int32]
        var tokens: [String]
    }

    let trie: VocabularyTrie
    private let ends: [Int32]
    private let tokenizerSplit: TokenizerCanonicalizer
    private let longestMatches: LongestMatches

    init(path: String) throws {
        let tokenizer = try Tokenizer(VocabularyDescription(GGUFFile(path: path)))
        let vocabulary = GuidedVocabulary(tokenizer)
        trie = vocabulary.trie
        ends = vocabulary.ends
        tokenizerSplit = TokenizerCanonicalizer(tokenizer)
        longestMatches = LongestMatches(trie)
    }

    var dump: Dump {
        Dump(ends: ends, tokens: (0..<trie.count).map { Data(trie.bytes(of: $0)).base64EncodedString() })
    }

    var canonicalizer: (any Canonicalizer)? { tokenizerSplit }

    /// The tokenizer's own split where it has one.
    func split(_ text: [UInt8]) -> [Int] { tokenizerSplit.encode(text) ?? longestMatches.split(text) }
}
