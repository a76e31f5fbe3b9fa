// What the names of tokens say about them.

import Testing

@testable import Tokenization

@Suite struct VocabularyTests {
    private func ends(_ special: [(String, Int32)], _ change: (inout VocabularyDescription) -> Void = { _ in }) throws
        -> [String]
    {
        var description = ToyVocabulary.bytePair(merges: ["a b"], special: special.map { (text: $0.0, type: $0.1) })
            .built()
        change(&description)
        let tokenizer = try Tokenizer(description)
        return tokenizer.names(tokenizer.endOfGeneration.sorted())
    }

    @Test("the end of text, the end of turn and tokens with the names of ends end generation")
    func endOfGeneration() throws {
        #expect(
            try ends([("<|im_start|>", 3), ("<|im_end|>", 3), ("<|endoftext|>", 3)]) == ["<|im_end|>", "<|endoftext|>"])
        #expect(try ends([("<end_of_turn>", 3), ("<start_of_turn>", 3)]) == ["<end_of_turn>"])
        #expect(
            try ends([("<done>", 3), ("<over>", 3), ("<x>", 3)]) {
                $0.endOfText = 257
                $0.endOfTurn = 258
            } == ["<done>", "<over>"])
    }

    @Test("a message within an answer does not end it, where the vocabulary has other ends")
    func innerEnd() throws {
        #expect(try ends([("<|end|>", 3), ("<|return|>", 3), ("<|call|>", 3)]) == ["<|return|>", "<|call|>"])
        #expect(try ends([("<|end|>", 3), ("<|flush|>", 3), ("<|calls|>", 3)]) == ["<|flush|>", "<|calls|>"])
        #expect(try ends([("<|end|>", 3), ("<|return|>", 3)]) == ["<|end|>", "<|return|>"])
        #expect(try ends([("</s>", 4), ("<|tool_response>", 3)]) == ["<|tool_response>"])
    }

    @Test("a token with the name of an end is control, whatever its type", arguments: [1, 3, 4] as [Int32])
    func typedWrongly(type: Int32) throws {
        let special: [(text: String, type: Int32)] = [("<|im_end|>", type), ("<fim_prefix>", type), ("<x>", type)]
        let tokenizer = try ToyVocabulary.bytePair(merges: ["a b"], special: special).tokenizer()
        #expect([257, 258, 259].map { tokenizer.isControl($0) } == [true, true, type == 3])
        #expect(tokenizer.plain("<|im_end|>").allSatisfy { $0 < 256 })
        #expect(tokenizer.special("<|im_end|>") == [257])
    }

    @Test("a vocabulary without types has none but normal tokens")
    func noTypes() throws {
        var description = ToyVocabulary.bytePair(merges: ["a b"]).built()
        description.types = []
        let tokenizer = try Tokenizer(description)
        #expect(tokenizer.count == 257)
        #expect(tokenizer.plain("ab") == [256])
        #expect(tokenizer.tokenID(named: "ab") == 256)
    }
}
