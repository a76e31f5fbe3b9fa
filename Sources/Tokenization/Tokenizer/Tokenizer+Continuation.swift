// Text that a model itself goes on with: no token before it, no token that ordinary text may not hold. What guided decoding
// asks, so that what is generated is what the same text would be read as.

extension Tokenizer {
    /// The tokens of text that follows other text of the same turn, which ended at an edge of tokens.
    /// - Parameter text: UTF-8.
    package func encodeContinuation(_ text: [UInt8]) -> [TokenID] {
        encode(untrusted: text, followsText: true)
    }

    /// Where the pieces of a text begin that are split into tokens by themselves, 0 first. Text that is appended may change
    /// the last piece, not where it begins. Nil where the vocabulary makes no pieces: SentencePiece merges across all text.
    package func pieceStarts(_ text: [UInt8]) -> [Int]? {
        guard let preTokenizer else { return nil }
        // A text token that is cut out before all else may still complete itself with what is appended.
        let settled = text.count - max(0, longestTextToken - 1)
        var starts = [0]
        for range in textRanges(text) {
            if range.lowerBound > 0 { starts.append(range.lowerBound) }
            starts += preTokenizer.wordEnds(in: text, range)
        }
        var result: [Int] = []
        for start in starts where start < text.count && start > result.last ?? -1 {
            if start == 0 || longestTextToken == 0 || start <= settled { result.append(start) }
        }
        return result.isEmpty ? [0] : result
    }

    /// Whether text holds a token that is cut out of any text before neighbours are merged.
    package func holdsTextToken(_ text: [UInt8]) -> Bool {
        guard longestTextToken > 0 else { return false }
        var prompt = PromptText()
        prompt.append(text, isTrusted: false)
        return text.indices.contains { specialTokens.longestMatch(in: prompt, at: $0, limit: text.count) != nil }
    }

    /// Bytes of the longest token that is cut out of any text before neighbours are merged.
    package var longestTextTokenByteCount: Int { longestTextToken }

    /// Whether the token is structure, or a marker that only a template or the model itself may write.
    package func isMarker(_ token: TokenID) -> Bool {
        isControl(token) || SpecialTokenTrie.needsTrust(token, vocabulary)
    }
}
