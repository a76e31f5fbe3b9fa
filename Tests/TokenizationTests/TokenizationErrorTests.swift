// Vocabularies that no tokenizer can be made from: the error, word for word.

import Testing

@testable import Tokenization

@Suite struct TokenizationErrorTests {
    private static let bytePair = ToyVocabulary.bytePair(merges: ["a b"], special: [("<e>", 3)])
    private static let sentencePiece = ToyVocabulary.sentencePiece(pieces: [("a", 0)])

    /// The message of the error that a spoiled vocabulary gives.
    private func message(_ toy: ToyVocabulary, _ spoil: (inout VocabularyDescription) -> Void) -> String {
        var description = toy.built()
        spoil(&description)
        do {
            _ = try Tokenizer(description)
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test("an algorithm that is not implemented")
    func model() {
        #expect(
            message(Self.bytePair) { $0.model = "bert" }
                == "unknown tokenizer model 'bert'; supported are 'gpt2' (byte-level BPE) and 'llama' (SentencePiece)"
                + " [tokenization.model]")
    }

    @Test("a pre-tokenizer that is unknown, and one that is not implemented")
    func preTokenizer() {
        #expect(
            message(Self.bytePair) { $0.preTokenizer = "smolllm" }
                == "unknown pre-tokenizer 'smolllm'; convert the model again with a current converter, or take another"
                + " model [tokenization.pre-tokenizer]")
        #expect(
            message(Self.bytePair) { $0.preTokenizer = "kimi-k2" }
                == "pre-tokenizer 'kimi-k2' is not implemented; take a model of another family, for example SmolLM,"
                + " Llama 3, Qwen 3, Mistral, Granite or OLMo [tokenization.pre-tokenizer]")
    }

    @Test("no tokens")
    func noTokens() {
        let wanted =
            "the vocabulary has no tokens; the file is not a complete language model [tokenization.vocabulary]"
        #expect(message(Self.bytePair) { $0.tokenOffsets = [0] } == wanted)
        #expect(message(Self.bytePair) { $0.tokenOffsets = [] } == wanted)
    }

    @Test("offsets that go back or past the end")
    func offsets() {
        #expect(
            message(Self.bytePair) { $0.tokenOffsets[3] = 0 }
                == "offset 3 of the token texts is 0, outside of what is allowed up to 423; the file is damaged,"
                + " fetch it again [tokenization.vocabulary]")
        #expect(
            message(Self.bytePair) { $0.tokenOffsets[$0.tokenOffsets.count - 1] = 1_000_000 }
                == "offset 258 of the token texts is 1000000, outside of what is allowed up to 423; the file is damaged,"
                + " fetch it again [tokenization.vocabulary]")
        #expect(
            message(Self.bytePair) { $0.mergeOffsets[1] = 4 }
                == "offset 1 of the merge texts is 4, outside of what is allowed up to 3; the file is damaged,"
                + " fetch it again [tokenization.vocabulary]")
    }

    @Test("lists of another length than the vocabulary")
    func counts() {
        #expect(
            message(Self.bytePair) { $0.types.removeLast() }
                == "found 257 types for 258 tokens; the file is damaged, fetch it again [tokenization.vocabulary]")
        #expect(
            message(Self.sentencePiece) { $0.scores = [] }
                == "found 0 scores for 258 tokens; the file is damaged, fetch it again [tokenization.vocabulary]")
    }

    @Test("two tokens with one text")
    func duplicate() {
        var toy = Self.bytePair
        toy.append("ab")
        #expect(
            message(toy) { _ in }
                == "tokens 256 and 258 have the same text 'ab'; texts must differ, convert the model again"
                + " [tokenization.vocabulary]")
    }

    @Test("tokens without text are no duplicates of each other")
    func emptyTokens() throws {
        var toy = Self.bytePair
        toy.append("")
        toy.append("")
        #expect(try toy.tokenizer().bytes(of: 259) == [])
    }

    @Test("byte tokens that are malformed or missing")
    func bytes() {
        var toy = Self.sentencePiece
        toy.texts[11] = "<0xZZ>"
        #expect(
            message(toy) { _ in }
                == "byte token 11 is '<0xZZ>'; wanted '<0x00>' to '<0xFF>', convert the model again"
                + " [tokenization.byte-token]")
        toy = Self.sentencePiece
        toy.types[11] = 1
        #expect(
            message(toy) { $0.unknown = nil }
                == "no token for byte 10 and no unknown token; text with that byte could not be encoded, convert the"
                + " model again [tokenization.byte-token]")
    }

    @Test("a score that is not a number")
    func score() {
        #expect(
            message(Self.sentencePiece) { $0.scores[257] = .nan }
                == "the score of token 257 is not a number; the file is damaged, fetch it again [tokenization.score]")
    }

    @Test("merges that are missing, malformed or of unknown tokens")
    func merges() {
        #expect(
            message(Self.bytePair) { $0.mergeOffsets = [0] }
                == "a byte-level BPE vocabulary needs merges, but there are none; convert the model again"
                + " [tokenization.merge]")
        let spoiled = { (text: String) in
            self.message(Self.bytePair) {
                $0.mergeBytes = Array(text.utf8)
                $0.mergeOffsets = [0, UInt32(text.utf8.count)]
            }
        }
        for text in ["", " ", "ab", "a ", " b"] {
            #expect(
                spoiled(text)
                    == "merge 0 is '\(text)'; wanted two tokens with a space between, convert the model again"
                    + " [tokenization.merge]")
        }
        for (text, part) in [("xy a", "left part"), ("a xy", "right part"), ("x y", "result"), ("a b c", "right part")]
        {
            #expect(
                spoiled(text)
                    == "the \(part) of merge 0 '\(text)' is not a token; convert the model again [tokenization.merge]")
        }
    }

    @Test("special tokens outside of the vocabulary")
    func special() {
        #expect(
            message(Self.bytePair) { $0.beginningOfText = 258 }
                == "the beginning of text token is 258, but the vocabulary has 258 tokens; convert the model again"
                + " [tokenization.special-token]")
        #expect(
            message(Self.bytePair) { $0.endOfTurn = -1 }
                == "the end of turn token is -1, but the vocabulary has 258 tokens; convert the model again"
                + " [tokenization.special-token]")
        #expect(
            message(Self.bytePair) { $0.addsBeginningOfText = true }
                == "the vocabulary asks to add a beginning of text token but names none; convert the model again"
                + " [tokenization.special-token]")
    }
}
