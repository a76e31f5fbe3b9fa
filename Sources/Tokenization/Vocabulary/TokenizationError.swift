// What can be wrong with a vocabulary. All of it is found when a tokenizer is made; encoding and decoding cannot fail.

/// A vocabulary that no tokenizer can be made from. The description leaves out the file: whoever read it knows the name.
package struct TokenizationError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// `tokenizer.ggml.model` names an algorithm that is not implemented.
        case unknownModel(String)
        /// `tokenizer.ggml.pre` names a pre-tokenizer that nobody knows.
        case unknownPreTokenizer(String)
        /// `tokenizer.ggml.pre` names a pre-tokenizer that is known but not implemented.
        case unsupportedPreTokenizer(String)
        case noTokens
        /// The offsets into `list` ("token" or "merge") go back or past the end at `index`.
        case badOffset(list: String, index: Int, offset: Int, limit: Int)
        /// `list` ("scores", "types") has another length than the vocabulary.
        case countMismatch(list: String, found: Int, wanted: Int)
        case duplicateToken(text: String, first: TokenID, second: TokenID)
        /// A byte token whose text is not `<0x00>` to `<0xFF>`.
        case badByteToken(text: String, token: TokenID)
        /// Text with this byte could not be encoded: there is neither a token for it nor an unknown token.
        case missingByte(UInt8)
        case badScore(token: TokenID)
        case noMerges
        case badMerge(rank: Int, text: String)
        /// A merge whose `part` ("left part", "right part", "result") is no token.
        case mergeOfUnknownToken(rank: Int, text: String, part: String)
        /// A special token (`role`, for example "beginning of text") outside the vocabulary.
        case tokenOutOfRange(role: String, token: TokenID, count: Int)
        /// The vocabulary asks for a special token that it does not name.
        case missingToken(role: String)
    }

    package var kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The stable code of the error.
    package var code: String {
        switch kind {
        case .unknownModel: "tokenization.model"
        case .unknownPreTokenizer, .unsupportedPreTokenizer: "tokenization.pre-tokenizer"
        case .noTokens, .badOffset, .countMismatch, .duplicateToken: "tokenization.vocabulary"
        case .badByteToken, .missingByte: "tokenization.byte-token"
        case .badScore: "tokenization.score"
        case .noMerges, .badMerge, .mergeOfUnknownToken: "tokenization.merge"
        case .tokenOutOfRange, .missingToken: "tokenization.special-token"
        }
    }

    package var description: String { "\(message) [\(code)]" }

    private var message: String {
        switch kind {
        case .unknownModel(let name):
            "unknown tokenizer model '\(name)'; supported are 'gpt2' (byte-level BPE) and 'llama' (SentencePiece)"
        case .unknownPreTokenizer(let name):
            "unknown pre-tokenizer '\(name)'; convert the model again with a current converter, or take another model"
        case .unsupportedPreTokenizer(let name):
            "pre-tokenizer '\(name)' is not implemented; take a model of another family, for example SmolLM, Llama 3,"
                + " Qwen 3, Mistral, Granite or OLMo"
        case .noTokens:
            "the vocabulary has no tokens; the file is not a complete language model"
        case .badOffset(let list, let index, let offset, let limit):
            "offset \(index) of the \(list) texts is \(offset), outside of what is allowed up to \(limit);"
                + " the file is damaged, fetch it again"
        case .countMismatch(let list, let found, let wanted):
            "found \(found) \(list) for \(wanted) tokens; the file is damaged, fetch it again"
        case .duplicateToken(let text, let first, let second):
            "tokens \(first) and \(second) have the same text '\(text)'; texts must differ, convert the model again"
        case .badByteToken(let text, let token):
            "byte token \(token) is '\(text)'; wanted '<0x00>' to '<0xFF>', convert the model again"
        case .missingByte(let byte):
            "no token for byte \(byte) and no unknown token; text with that byte could not be encoded,"
                + " convert the model again"
        case .badScore(let token):
            "the score of token \(token) is not a number; the file is damaged, fetch it again"
        case .noMerges:
            "a byte-level BPE vocabulary needs merges, but there are none; convert the model again"
        case .badMerge(let rank, let text):
            "merge \(rank) is '\(text)'; wanted two tokens with a space between, convert the model again"
        case .mergeOfUnknownToken(let rank, let text, let part):
            "the \(part) of merge \(rank) '\(text)' is not a token; convert the model again"
        case .tokenOutOfRange(let role, let token, let count):
            "the \(role) token is \(token), but the vocabulary has \(count) tokens; convert the model again"
        case .missingToken(let role):
            "the vocabulary asks to add a \(role) token but names none; convert the model again"
        }
    }
}
