// Byte-level BPE against the definition, carried out step by step without any cleverness.

import Testing

@testable import Tokenization

@Suite struct BytePairEncoderTests {
    /// Merges over the bytes `a` to `d`, each of two tokens that exist by then.
    private static func randomMerges(_ count: Int, using generator: inout SeededGenerator) -> [String] {
        var tokens = ["a", "b", "c", "d"]
        var merges: [String] = []
        while merges.count < count {
            let left = tokens[Int.random(in: 0..<tokens.count, using: &generator)]
            let right = tokens[Int.random(in: 0..<tokens.count, using: &generator)]
            guard left.count + right.count <= 12, !merges.contains("\(left) \(right)") else { continue }
            merges.append("\(left) \(right)")
            if !tokens.contains(left + right) { tokens.append(left + right) }
        }
        return merges
    }

    /// Of all pairs merge the one of the lowest rank, the leftmost of equals; again until there is none.
    private static func mergedByDefinition(_ word: String, _ merges: [String]) -> [String] {
        var pieces = word.map(String.init)
        while true {
            var best: (rank: Int, place: Int)?
            for place in pieces.indices.dropLast() {
                guard let rank = merges.firstIndex(of: "\(pieces[place]) \(pieces[place + 1])") else { continue }
                if rank < best?.rank ?? .max { best = (rank, place) }
            }
            guard let best else { return pieces }
            pieces.replaceSubrange(best.place...(best.place + 1), with: [pieces[best.place] + pieces[best.place + 1]])
        }
    }

    @Test("merges as the definition says, on random merges and words", arguments: 1...8)
    func definition(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let merges = Self.randomMerges(30, using: &generator)
        let tokenizer = try ToyVocabulary.bytePair(merges: merges).tokenizer()
        for _ in 0..<60 {
            let length = Int.random(in: 0...40, using: &generator)
            let word = String((0..<length).map { _ in "abcd".randomElement(using: &generator) ?? "a" })
            #expect(tokenizer.names(tokenizer.plain(word)) == Self.mergedByDefinition(word, merges))
        }
    }

    @Test("a lower rank comes first, then the leftmost")
    func order() throws {
        let tokenizer = try ToyVocabulary.bytePair(merges: ["b c", "a b", "a a"]).tokenizer()
        #expect(tokenizer.names(tokenizer.plain("abc")) == ["a", "bc"])
        #expect(tokenizer.names(tokenizer.plain("aaa")) == ["aa", "a"])
    }

    @Test("of equal merges the first counts")
    func duplicateMerge() throws {
        let tokenizer = try ToyVocabulary.bytePair(merges: ["a b", "b c", "a b"]).tokenizer()
        #expect(tokenizer.names(tokenizer.plain("abc")) == ["ab", "c"])
    }

    @Test("no merge reaches across a word")
    func words() throws {
        let tokenizer = try ToyVocabulary.bytePair(merges: ["a Ġ", "Ġ b"]).tokenizer()
        #expect(tokenizer.names(tokenizer.plain("a b")) == ["a", "Ġb"])
    }

    @Test("every byte is a token, and any text reads back as itself", arguments: 1...6)
    func roundTrip(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let merges = ["Ġ t", "h e", "Ġt he", "ä ½", "ä½ ł", "Ġ Ġ", "Ċ Ċ"]
        let tokenizer = try ToyVocabulary.bytePair(merges: merges).tokenizer()
        for _ in 0..<30 {
            let text = randomText(40, using: &generator)
            #expect(Array(tokenizer.decode(tokenizer.plain(text)).utf8) == Array(text.utf8))
        }
        #expect(tokenizer.plain("\r\n").count == 2)
        #expect((0..<256).allSatisfy { tokenizer.bytes(of: TokenID($0)) == [UInt8($0)] })
    }

    @Test("a byte that the vocabulary lacks is left out")
    func missingByte() throws {
        var toy = ToyVocabulary.bytePair(merges: ["a b"])
        toy.texts[0x7A] = "zz"
        let tokenizer = try toy.tokenizer()
        #expect(tokenizer.names(tokenizer.plain("azzab z")) == ["a", "ab", "Ġ"])
    }

    @Test("a family that takes whole words takes them whatever the merges say")
    func wholeWords() throws {
        var toy = ToyVocabulary.bytePair(merges: ["b c", "a b", "ab c"])
        #expect(try toy.tokenizer().plain("abc").count == 2)
        toy.description.preTokenizer = "llama-bpe"
        let tokenizer = try toy.tokenizer()
        #expect(tokenizer.names(tokenizer.plain("abc abcd")) == ["abc", "Ġ", "a", "bc", "d"])
    }

    @Test("merges never make a control token")
    func controlToken() throws {
        var toy = ToyVocabulary.bytePair(merges: ["a b", "ab c"])
        for preTokenizer in ["gpt-2", "llama-bpe"] {
            toy.description.preTokenizer = preTokenizer
            let token = try #require(toy.texts.firstIndex(of: "abc"))
            toy.types[token] = 3
            let tokenizer = try toy.tokenizer()
            #expect(tokenizer.names(tokenizer.plain("abc")) == ["ab", "c"])
            #expect(tokenizer.special("abc") == [TokenID(token)])
        }
    }

    @Test("a long word without any space takes no longer per byte than a short one")
    func longWord() throws {
        let tokenizer = try ToyVocabulary.bytePair(merges: ["a a", "aa aa", "aaaa aaaa"]).tokenizer()
        let tokens = tokenizer.plain(String(repeating: "a", count: 100_003))
        #expect(tokens.count == 12_502)
        #expect(tokenizer.names(tokens.suffix(3)) == ["aaaaaaaa", "aa", "a"])
    }
}
