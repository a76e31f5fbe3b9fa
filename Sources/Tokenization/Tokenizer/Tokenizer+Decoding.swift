// Token identifiers to bytes and text.

extension Tokenizer {
    /// Appends the bytes that a token stands for: none for control tokens and outside of the vocabulary, one for byte
    /// tokens, and part of a character where a token is one.
    package func appendBytes(of token: TokenID, to output: inout [UInt8]) {
        guard vocabulary.kinds.indices.contains(Int(token)), !isControl(token) else { return }
        appendText(of: token, to: &output)
    }

    /// The bytes that a token stands for.
    package func bytes(of token: TokenID) -> [UInt8] {
        var bytes: [UInt8] = []
        appendBytes(of: token, to: &bytes)
        return bytes
    }

    /// What a token looks like: its text, or its name for a control token. Half a character is U+FFFD.
    package func text(of token: TokenID) -> String {
        decode([token], showingControlTokens: true)
    }

    /// The text that tokens stand for; bytes that are no UTF-8 are U+FFFD.
    ///
    /// - Parameters:
    ///   - showingControlTokens: writes the names of control tokens.
    ///   - removingSpacePrefix: takes off the space that encoding put before the text, where the model has it so. Wanted
    ///     for a whole text, not for one that goes on from another.
    package func decode(
        _ tokens: [TokenID], showingControlTokens: Bool = false, removingSpacePrefix: Bool = false
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tokens.count * 4)
        for token in tokens where vocabulary.kinds.indices.contains(Int(token)) {
            if showingControlTokens || !isControl(token) { appendText(of: token, to: &bytes) }
        }
        if removingSpacePrefix, addsSpacePrefix, bytes.first == 0x20 { bytes.removeFirst() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func appendText(of token: TokenID, to output: inout [UInt8]) {
        let text = vocabulary.table.bytes
        let range = vocabulary.table.range(of: token)
        switch (vocabulary.kinds[Int(token)], vocabulary.model) {
        case (.control, _), (.unknown, _), (.userDefined, _):
            output.append(contentsOf: text[range])
        case (.byte, _):
            if let byte = vocabulary.byte(of: token) { output.append(byte) }
        case (.normal, .bytePair), (.unused, .bytePair):
            ByteLevelAlphabet.appendBytes(of: text, range, to: &output)
        case (.normal, .sentencePiece), (.unused, .sentencePiece):
            var index = range.lowerBound
            while index < range.upperBound {
                if text[index] == 0xE2, index + 2 < range.upperBound, text[index + 1] == 0x96, text[index + 2] == 0x81 {
                    output.append(0x20)
                    index += 3
                } else {
                    output.append(text[index])
                    index += 1
                }
            }
        }
    }
}
