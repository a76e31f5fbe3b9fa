// The vocabulary of a GGUF file as the plain values that a tokenizer is made from.

package import Engine
package import Tokenization

extension VocabularyDescription {
    /// Reads the `tokenizer.ggml.*` entries of a model file. What they mean is for `Tokenizer` to check.
    ///
    /// - Throws: a located error where an entry has another type than it must, or `model` or `tokens` is absent. Identifiers
    ///   too large for `TokenID` stay out of range, so that the tokenizer refuses them.
    package init(_ file: GGUFFile) throws(GGUFError) {
        let metadata = file.metadata
        func token(_ name: String) throws(GGUFError) -> TokenID? {
            try metadata.integer("tokenizer.ggml.\(name)_token_id").map { TokenID(clamping: $0) }
        }
        let tokens = try metadata.requiredStrings("tokenizer.ggml.tokens")
        let merges = try metadata.strings("tokenizer.ggml.merges")
        self.init(
            model: try metadata.requiredString("tokenizer.ggml.model"),
            preTokenizer: try metadata.string("tokenizer.ggml.pre"),
            tokenBytes: tokens.bytes, tokenOffsets: tokens.offsets,
            scores: try metadata.floats("tokenizer.ggml.scores") ?? [],
            types: try metadata.integers("tokenizer.ggml.token_type") ?? [],
            mergeBytes: merges?.bytes ?? [], mergeOffsets: merges?.offsets ?? [0],
            beginningOfText: try token("bos"), endOfText: try token("eos"), endOfTurn: try token("eot"),
            unknown: try token("unknown"), padding: try token("padding"),
            addsBeginningOfText: try metadata.bool("tokenizer.ggml.add_bos_token"),
            addsEndOfText: try metadata.bool("tokenizer.ggml.add_eos_token"),
            addsSpacePrefix: try metadata.bool("tokenizer.ggml.add_space_prefix"))
        // Phi 3 and 3.5; Phi 4, of the same architecture, has byte-level BPE and keeps white space.
        let architecture = try metadata.string("general.architecture")
        stripsAfterSpecialTokens = model == "llama" && architecture == "phi3"
    }
}
