// The vocabulary of a tokenizer after every check: from here on each index is in range and each text is unique.

/// A checked vocabulary.
struct Vocabulary: Sendable {
    enum Model: Sendable { case bytePair, sentencePiece }

    let model: Model
    let table: TokenTable
    let kinds: [TokenKind]
    let beginningOfText: TokenID?
    let endOfText: TokenID?
    let unknown: TokenID?
    let endOfGeneration: Set<TokenID>

    var count: Int { table.count }

    /// - Throws: every kind of `TokenizationError` but those of pre-tokenizers, merges and scores.
    init(_ description: VocabularyDescription) throws(TokenizationError) {
        switch description.model {
        case "gpt2": model = .bytePair
        case "llama": model = .sentencePiece
        default: throw TokenizationError(.unknownModel(description.model))
        }
        guard description.count > 0 else { throw TokenizationError(.noTokens) }
        try Self.checkOffsets(description.tokenOffsets, byteCount: description.tokenBytes.count, list: "token")
        table = try TokenTable(bytes: description.tokenBytes, offsets: description.tokenOffsets)

        let count = description.count
        guard description.types.isEmpty || description.types.count == count else {
            throw TokenizationError(.countMismatch(list: "types", found: description.types.count, wanted: count))
        }
        beginningOfText = try Self.check(description.beginningOfText, role: "beginning of text", count: count)
        endOfText = try Self.check(description.endOfText, role: "end of text", count: count)
        unknown = try Self.check(description.unknown, role: "unknown", count: count)
        let endOfTurn = try Self.check(description.endOfTurn, role: "end of turn", count: count)
        _ = try Self.check(description.padding, role: "padding", count: count)

        var kinds =
            description.types.isEmpty
            ? [TokenKind](repeating: .normal, count: count) : description.types.map(TokenKind.init(stated:))
        var ends = Set([endOfText, endOfTurn].compactMap(\.self))
        for name in WellKnownTokens.endOfGeneration + WellKnownTokens.endOfFile {
            guard let token = table.find(name) else { continue }
            ends.insert(token)
            kinds[Int(token)] = .control
        }
        for name in WellKnownTokens.fillInTheMiddle {
            guard let token = table.find(name) else { continue }
            kinds[Int(token)] = .control
        }
        // In the vocabularies that have these, `<|end|>` ends a message within an answer and `</s>` is markup.
        let ended = { [table] (name: String) in table.find(name) != nil }
        if let end = table.find("<|end|>"),
            ended("<|return|>") && ended("<|call|>") || ended("<|flush|>") && (ended("<|call|>") || ended("<|calls|>"))
        {
            ends.remove(end)
        }
        if let end = table.find("</s>"), ended("<|tool_response>") {
            ends.remove(end)
            kinds[Int(end)] = .normal
        }
        self.kinds = kinds
        endOfGeneration = ends
    }

    static func checkOffsets(_ offsets: [UInt32], byteCount: Int, list: String) throws(TokenizationError) {
        var previous: UInt32 = 0
        for (index, offset) in offsets.enumerated() {
            guard offset >= previous, Int(offset) <= byteCount else {
                throw TokenizationError(.badOffset(list: list, index: index, offset: Int(offset), limit: byteCount))
            }
            previous = offset
        }
    }

    private static func check(_ token: TokenID?, role: String, count: Int) throws(TokenizationError) -> TokenID? {
        if let token, token < 0 || Int(token) >= count {
            throw TokenizationError(.tokenOutOfRange(role: role, token: token, count: count))
        }
        return token
    }

    /// The text of a token as the file states it.
    func text(of token: TokenID) -> String {
        String(decoding: table.bytes[table.range(of: token)], as: UTF8.self)
    }
}

extension TokenTable {
    /// The token with this text, as the file states texts.
    func find(_ text: String) -> TokenID? {
        let bytes = Array(text.utf8)
        let token = find(bytes, 0, bytes.count)
        return token < 0 ? nil : token
    }
}
