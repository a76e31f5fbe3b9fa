// SentencePiece against the definition, carried out step by step without any cleverness.

import Testing

@testable import Tokenization

@Suite struct SentencePieceEncoderTests {
    private static let alphabet = ["a", "b", "▁", "é"]

    private static func randomPieces(_ count: Int, using generator: inout SeededGenerator) -> [(String, Float)] {
        var texts = alphabet
        while texts.count < count {
            let left = texts[Int.random(in: 0..<texts.count, using: &generator)]
            let right = texts[Int.random(in: 0..<texts.count, using: &generator)]
            if left.count + right.count <= 6, !texts.contains(left + right) { texts.append(left + right) }
        }
        // Few different scores, both zeros among them, so that equals are common.
        let scores: [Float] = [-3.5, -2, -1, -0.0, 0, 0.25]
        return texts.map { ($0, scores[Int.random(in: 0..<scores.count, using: &generator)]) }
    }

    /// Of all pairs whose joint text is a piece merge the one of the best score, the leftmost of equals; again until
    /// there is none.
    private static func mergedByDefinition(_ text: String, _ pieces: [(String, Float)]) -> [String] {
        let scores = Dictionary(uniqueKeysWithValues: pieces)
        var parts = text.map { $0 == " " ? "▁" : String($0) }
        while true {
            var best: (score: Float, place: Int)?
            for place in parts.indices.dropLast() {
                guard let score = scores[parts[place] + parts[place + 1]] else { continue }
                if score > best?.score ?? -.infinity { best = (score, place) }
            }
            guard let best else { return parts }
            parts.replaceSubrange(best.place...(best.place + 1), with: [parts[best.place] + parts[best.place + 1]])
        }
    }

    @Test("merges as the definition says, on random pieces and texts", arguments: 1...8)
    func definition(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = Self.randomPieces(28, using: &generator)
        let tokenizer = try ToyVocabulary.sentencePiece(pieces: pieces).tokenizer()
        for _ in 0..<60 {
            let length = Int.random(in: 0...40, using: &generator)
            let text = String((0..<length).map { _ in "ab é".randomElement(using: &generator) ?? "a" })
            #expect(tokenizer.names(tokenizer.plain(text)) == Self.mergedByDefinition(text, pieces))
        }
    }

    @Test("words that no piece joins are merged each for itself, with the same result", arguments: 1...4)
    func wordByWord(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var pieces = Self.randomPieces(40, using: &generator)
        // Keep U+2581 to the front of pieces: then the text is cut before every space.
        pieces.removeAll { piece in piece.0.drop { $0 == "▁" }.contains("▁") }
        let tokenizer = try ToyVocabulary.sentencePiece(pieces: pieces).tokenizer()
        for _ in 0..<60 {
            let length = Int.random(in: 0...40, using: &generator)
            let text = String((0..<length).map { _ in "ab é".randomElement(using: &generator) ?? "a" })
            #expect(tokenizer.names(tokenizer.plain(text)) == Self.mergedByDefinition(text, pieces))
        }
    }

    @Test("a character without a piece is its bytes")
    func byteFallback() throws {
        let tokenizer = try ToyVocabulary.sentencePiece(pieces: [("a", 0), ("▁a", -1)]).tokenizer()
        #expect(tokenizer.names(tokenizer.plain("a a€")) == ["a", "▁a", "<0xE2>", "<0x82>", "<0xAC>"])
        #expect(tokenizer.decode(tokenizer.plain("a a€\u{0}")) == "a a€\u{0}")
    }

    @Test("without a byte token a byte is the unknown token")
    func unknown() throws {
        var toy = ToyVocabulary.sentencePiece(pieces: [("a", 0)])
        for token in 1...256 { toy.types[token] = 5 }
        #expect(try toy.tokenizer().plain("aé") == [257, 0, 0])
    }

    @Test("the name of a byte token in text is text")
    func byteName() throws {
        let pieces: [(String, Float)] = [("<0", 0), ("x0", 0), ("A>", 0), ("<0x0", 0), ("<", 0), ("0", 0), ("x", 0)]
        let tokenizer = try ToyVocabulary.sentencePiece(pieces: pieces + [("A", 0), (">", 0)]).tokenizer()
        #expect(tokenizer.names(tokenizer.plain("<0x0A>")) == ["<0x0", "A>"])
    }

    @Test("a space goes before text and before each text after a special token, where the model wants it")
    func spacePrefix() throws {
        var toy = ToyVocabulary.sentencePiece(
            pieces: [("a", 0), ("▁", -1), ("▁a", -2)], special: [("<s>", 3), ("<u>", 4)])
        toy.description.addsSpacePrefix = nil
        let tokenizer = try toy.tokenizer()
        #expect(tokenizer.names(tokenizer.special("aa<s>a<u>a")) == ["▁a", "a", "<s>", "▁a", "<u>", "▁a"])
        #expect(tokenizer.names(tokenizer.plain(" a")) == ["▁", "▁a"])
        #expect(tokenizer.plain("") == [])
        #expect(tokenizer.decode(tokenizer.plain("a a")) == " a a")
        #expect(tokenizer.decode(tokenizer.plain("a a"), removingSpacePrefix: true) == "a a")
        toy.description.addsSpacePrefix = false
        let other = try toy.tokenizer()
        #expect(other.names(other.plain("aa")) == ["a", "a"])
        #expect(other.decode(other.plain(" a"), removingSpacePrefix: true) == " a")
    }

    @Test("any text reads back as itself", arguments: 1...6)
    func roundTrip(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces: [(String, Float)] = [("▁", 0), ("e", 0), ("t", 0), ("▁t", -1), ("中", -2), ("▁▁", -3), ("\r", -4)]
        let tokenizer = try ToyVocabulary.sentencePiece(pieces: pieces, special: [("\n", 4), ("\n\n", 4)]).tokenizer()
        for _ in 0..<30 {
            let text = randomText(40, using: &generator)
            #expect(Array(tokenizer.decode(tokenizer.plain(text)).utf8) == Array(text.utf8))
        }
        #expect(tokenizer.names(tokenizer.plain("\r\n\n\n")) == ["\r", "\n\n", "\n"])
    }

    @Test("a text is begun and ended as the model wants it")
    func addedTokens() throws {
        var toy = ToyVocabulary.sentencePiece(pieces: [("a", 0)], special: [("<s>", 3), ("</s>", 3)])
        toy.description.addsBeginningOfText = nil
        toy.description.addsEndOfText = true
        toy.description.beginningOfText = 258
        toy.description.endOfText = 259
        let tokenizer = try toy.tokenizer()
        #expect(tokenizer.encode("a", parsingSpecialTokens: false, addingSpecialTokens: true) == [258, 257, 259])
        #expect(tokenizer.encode("", parsingSpecialTokens: false, addingSpecialTokens: true) == [258, 259])
        #expect(
            tokenizer.encode("<s>a", parsingSpecialTokens: true, addingSpecialTokens: true) == [258, 258, 257, 259])
        let prompt = [PromptSegment(text: "<s>", isTrusted: true), PromptSegment(text: "a", isTrusted: false)]
        #expect(tokenizer.encode(prompt, addingSpecialTokens: true) == [258, 257, 259])
        #expect(tokenizer.encode(prompt, addingSpecialTokens: false) == [258, 257])
    }
}
