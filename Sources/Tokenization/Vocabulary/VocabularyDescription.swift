// What a tokenizer is made from: the plain values that a model file states about its vocabulary. Tokenization reads no
// model file itself; whoever does fills this in.

/// The identifier of a token: its index in the vocabulary.
package typealias TokenID = Int32

/// A vocabulary as a model file states it.
package struct VocabularyDescription: Sendable {
    /// `tokenizer.ggml.model`: `gpt2` (byte-level BPE) or `llama` (SentencePiece).
    package var model: String
    /// `tokenizer.ggml.pre`: the name of the pre-tokenizer, for byte-level BPE.
    package var preTokenizer: String?
    /// The text of every token as stored in the file, in one piece, and where each starts (`count + 1` offsets).
    package var tokenBytes: [UInt8]
    package var tokenOffsets: [UInt32]
    /// `tokenizer.ggml.scores`, for SentencePiece.
    package var scores: [Float]
    /// `tokenizer.ggml.token_type`: 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte.
    package var types: [Int32]
    /// `tokenizer.ggml.merges` ("left right"), in order of rank, in one piece, and where each starts (`count + 1` offsets).
    package var mergeBytes: [UInt8]
    package var mergeOffsets: [UInt32]
    package var beginningOfText: TokenID?
    package var endOfText: TokenID?
    package var endOfTurn: TokenID?
    package var unknown: TokenID?
    package var padding: TokenID?
    package var addsBeginningOfText: Bool?
    package var addsEndOfText: Bool?
    package var addsSpacePrefix: Bool?
    /// Whether special tokens take the white space behind them, as those of Phi 3 do; a file does not say.
    package var stripsAfterSpecialTokens = false

    package var count: Int { max(0, tokenOffsets.count - 1) }

    package init(
        model: String, preTokenizer: String? = nil, tokenBytes: [UInt8], tokenOffsets: [UInt32], scores: [Float] = [],
        types: [Int32] = [], mergeBytes: [UInt8] = [], mergeOffsets: [UInt32] = [0],
        beginningOfText: TokenID? = nil, endOfText: TokenID? = nil, endOfTurn: TokenID? = nil, unknown: TokenID? = nil,
        padding: TokenID? = nil, addsBeginningOfText: Bool? = nil, addsEndOfText: Bool? = nil,
        addsSpacePrefix: Bool? = nil
    ) {
        self.model = model
        self.preTokenizer = preTokenizer
        self.tokenBytes = tokenBytes
        self.tokenOffsets = tokenOffsets
        self.scores = scores
        self.types = types
        self.mergeBytes = mergeBytes
        self.mergeOffsets = mergeOffsets
        self.beginningOfText = beginningOfText
        self.endOfText = endOfText
        self.endOfTurn = endOfTurn
        self.unknown = unknown
        self.padding = padding
        self.addsBeginningOfText = addsBeginningOfText
        self.addsEndOfText = addsEndOfText
        self.addsSpacePrefix = addsSpacePrefix
    }
}
