// Text to token identifiers and back. A tokenizer is made once from a vocabulary, checked then, and never fails after.

/// Encodes and decodes text with one vocabulary.
package final class Tokenizer: Sendable {
    enum Encoder: Sendable {
        case bytePair(BytePairEncoder)
        case sentencePiece(SentencePieceEncoder)
    }

    let vocabulary: Vocabulary
    private let encoder: Encoder
    let specialTokens: SpecialTokenTrie
    /// The token that begins and the token that ends a text where the model wants one.
    private let prefix: TokenID?
    private let suffix: TokenID?
    /// Whether text is encoded with a space before it, at its beginning and after each special token.
    package let addsSpacePrefix: Bool
    private let stripsAfterSpecialTokens: Bool

    /// Checks a vocabulary and builds the tables. Cost: linear in the vocabulary; some 20 ms for 262,144 tokens.
    ///
    /// - Throws: `TokenizationError` of any kind.
    package init(_ description: VocabularyDescription) throws(TokenizationError) {
        let vocabulary = try Vocabulary(description)
        self.vocabulary = vocabulary
        let addsBeginning: Bool
        switch vocabulary.model {
        case .bytePair:
            let bytePair = try BytePairEncoder(description, vocabulary: vocabulary)
            encoder = .bytePair(bytePair)
            addsBeginning = bytePair.preTokenizer.addsBeginningOfText
            addsSpacePrefix = false
        case .sentencePiece:
            encoder = .sentencePiece(try SentencePieceEncoder(description, vocabulary: vocabulary))
            addsBeginning = true
            addsSpacePrefix = description.addsSpacePrefix ?? true
        }
        if description.addsBeginningOfText == true, vocabulary.beginningOfText == nil {
            throw TokenizationError(.missingToken(role: "beginning of text"))
        }
        if description.addsEndOfText == true, vocabulary.endOfText == nil {
            throw TokenizationError(.missingToken(role: "end of text"))
        }
        prefix = description.addsBeginningOfText ?? addsBeginning ? vocabulary.beginningOfText : nil
        suffix = description.addsEndOfText ?? false ? vocabulary.endOfText : nil
        specialTokens = SpecialTokenTrie(vocabulary)
        stripsAfterSpecialTokens = description.stripsAfterSpecialTokens
    }

    /// The number of tokens.
    package var count: Int { vocabulary.count }

    /// The tokens after which a model has nothing more to say.
    package var endOfGeneration: Set<TokenID> { vocabulary.endOfGeneration }

    package var beginningOfText: TokenID? { vocabulary.beginningOfText }
    package var endOfText: TokenID? { vocabulary.endOfText }

    /// The token with this text, as the model file writes texts (`<|im_end|>`, `▁the`, `Ġthe`).
    package func tokenID(named name: String) -> TokenID? { vocabulary.table.find(name) }

    /// Whether the token is structure and not text. False outside of the vocabulary.
    package func isControl(_ token: TokenID) -> Bool {
        vocabulary.kinds.indices.contains(Int(token)) && vocabulary.kinds[Int(token)].isHidden
    }

    /// Encodes a rendered prompt. Control tokens are recognized only where a segment is trusted and never across its
    /// border to an untrusted one; everything else treats the segments as the one text that they are, so that the result
    /// is that of the whole text.
    ///
    /// - Parameters:
    ///   - segments: at most 512 MiB of text in all.
    ///   - addingSpecialTokens: begins and ends the prompt as the model wants it. A prompt that already begins with
    ///     the beginning of text, because its template wrote it, does not get a second one.
    /// - Complexity: O(n log n) for n bytes, whatever they are.
    package func encode(_ segments: [PromptSegment], addingSpecialTokens: Bool) -> [TokenID] {
        var text = PromptText()
        for segment in segments { text.append(segment.text, isTrusted: segment.isTrusted) }
        var tokens = encode(text)
        guard addingSpecialTokens else { return tokens }
        if let prefix, tokens.first != prefix { tokens.insert(prefix, at: 0) }
        if let suffix { tokens.append(suffix) }
        return tokens
    }

    /// Encodes one text.
    ///
    /// - Parameters:
    ///   - parsingSpecialTokens: whether the names of control tokens in the text become those tokens.
    ///   - addingSpecialTokens: begins and ends the text as the model wants it.
    /// - Complexity: O(n log n) for n bytes, whatever they are.
    package func encode(_ text: String, parsingSpecialTokens: Bool, addingSpecialTokens: Bool) -> [TokenID] {
        var prompt = PromptText()
        prompt.append(text, isTrusted: parsingSpecialTokens)
        let tokens = encode(prompt)
        guard addingSpecialTokens else { return tokens }
        return [prefix].compactMap(\.self) + tokens + [suffix].compactMap(\.self)
    }

    /// Bytes of the longest token that is cut out of any text before it is split; 0: there is none.
    var longestTextToken: Int { specialTokens.longestUntrusted }

    /// What cuts text into pieces that are split by themselves; nil for SentencePiece.
    var preTokenizer: PreTokenizer? {
        if case .bytePair(let encoder) = encoder { encoder.preTokenizer } else { nil }
    }

    /// The ranges between the tokens that are cut out of untrusted text, and those tokens' own ends.
    func textRanges(_ text: [UInt8]) -> [Range<Int>] {
        var prompt = PromptText()
        prompt.append(text, isTrusted: false)
        var position = 0
        var ranges: [Range<Int>] = []
        for fragment in specialTokens.partition(prompt) {
            switch fragment {
            case .text(let range): ranges.append(range)
            case .token(let token): ranges.append(position..<(position + bytes(of: token).count))
            }
            position = ranges[ranges.count - 1].upperBound
        }
        return ranges
    }

    func encode(untrusted text: [UInt8], followsText: Bool) -> [TokenID] {
        var prompt = PromptText()
        prompt.append(text, isTrusted: false)
        return encode(prompt, followsText: followsText)
    }

    private func encode(_ text: PromptText, followsText: Bool = false) -> [TokenID] {
        precondition(text.bytes.count <= 512 << 20, "a prompt of more than 512 MiB")
        var tokens: [TokenID] = []
        tokens.reserveCapacity(text.bytes.count / 3 + 8)
        var followsText = followsText
        var strips = false
        for fragment in specialTokens.partition(text) {
            switch fragment {
            case .token(let token):
                tokens.append(token)
                followsText = false
                strips = stripsAfterSpecialTokens && takesSpace(token)
            case .text(var range):
                if strips { range = range.trimmingSpace(of: text.bytes) }
                strips = false
                if range.isEmpty { continue }
                switch encoder {
                case .bytePair(let encoder):
                    encoder.encode(text.bytes, range, into: &tokens)
                case .sentencePiece(let encoder):
                    encoder.encode(
                        text.bytes, range, addsSpace: addsSpacePrefix && !followsText, into: &tokens)
                }
                followsText = true
            }
        }
        return tokens
    }

    /// Of the special tokens of Phi 3, all but those that SentencePiece itself knows and the end of a document.
    private func takesSpace(_ token: TokenID) -> Bool {
        token != vocabulary.unknown && token != vocabulary.beginningOfText
            && vocabulary.text(of: token) != "<|endoftext|>"
    }
}

extension Range<Int> {
    /// Without the ASCII white space at its beginning.
    fileprivate func trimmingSpace(of bytes: [UInt8]) -> Range<Int> {
        let start = first { !(bytes[$0] == 0x20 || (0x09...0x0D).contains(bytes[$0])) } ?? upperBound
        return start..<upperBound
    }
}
