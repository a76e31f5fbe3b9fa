// SentencePiece as the `llama` model of GGUF files means it: characters are merged while the result is a token, the best
// score first, and characters without a token fall back to one token a byte. A space is written U+2581.
// T. Kudo, J. Richardson, "SentencePiece: A simple and language independent subword tokenizer", 2018, arXiv:1808.06226.

/// Encodes text by SentencePiece merges.
struct SentencePieceEncoder: Sendable {
    /// U+2581, which stands for a space in token texts.
    static let space: [UInt8] = [0xE2, 0x96, 0x81]

    let vocabulary: Vocabulary
    /// By token; a better score is a smaller priority.
    let priorities: [UInt32]
    /// The token of each byte.
    let byteTokens: [TokenID]
    /// For each byte, whether some token has it right before an inner U+2581. Where none has, no merge can reach across,
    /// and the text is cut into words that are merged each for itself, in memory that stays small.
    let joinsSpace: [Bool]

    /// - Throws: `countMismatch`, `badScore`, `badByteToken`, `missingByte`.
    init(_ description: VocabularyDescription, vocabulary: Vocabulary) throws(TokenizationError) {
        self.vocabulary = vocabulary
        let scores = description.scores
        guard scores.count == vocabulary.count else {
            throw TokenizationError(.countMismatch(list: "scores", found: scores.count, wanted: vocabulary.count))
        }
        if let token = scores.firstIndex(where: \.isNaN) { throw TokenizationError(.badScore(token: TokenID(token))) }
        priorities = scores.map(Self.priority)
        byteTokens = try Self.byteTokens(of: vocabulary)
        joinsSpace = Self.joinsSpace(vocabulary.table.bytes, vocabulary.table.offsets)
    }

    /// Appends the tokens of `text[range]`, a space before it if `addsSpace`.
    func encode(_ text: [UInt8], _ range: Range<Int>, addsSpace: Bool, into output: inout [TokenID]) {
        var spelled: [UInt8] = []
        spelled.reserveCapacity(range.count + range.count / 2 + 3)
        if addsSpace { spelled.append(contentsOf: Self.space) }
        for index in range {
            if text[index] == 0x20 {
                spelled.append(0xE2)
                spelled.append(0x96)
                spelled.append(0x81)
            } else {
                spelled.append(text[index])
            }
        }
        let rule = PieceRule(text: spelled, table: vocabulary.table, kinds: vocabulary.kinds, priorities: priorities)
        var merger = SymbolMerger()
        var wasSpace = true
        var index = 0
        while index < spelled.count {
            let end = min(index + Self.characterLength(spelled[index]), spelled.count)
            let isSpace =
                end - index == 3 && spelled[index] == 0xE2 && spelled[index + 1] == 0x96 && spelled[index + 2] == 0x81
            if isSpace, !wasSpace, !joinsSpace[Int(spelled[index - 1])] {
                flush(&merger, rule, into: &output)
            }
            merger.append(start: index, length: end - index, token: -1)
            wasSpace = isSpace
            index = end
        }
        flush(&merger, rule, into: &output)
    }

    private func flush(_ merger: inout SymbolMerger, _ rule: PieceRule, into output: inout [TokenID]) {
        merger.merge(rule)
        for symbol in merger.symbols where symbol.length > 0 {
            if symbol.token >= 0 {
                output.append(symbol.token)
                continue
            }
            let start = Int(symbol.start)
            let end = start + Int(symbol.length)
            let token = vocabulary.table.find(rule.text, start, end)
            if token >= 0, vocabulary.kinds[Int(token)].isText {
                output.append(token)
            } else {
                for index in start..<end { output.append(byteTokens[Int(rule.text[index])]) }
            }
        }
        merger.removeAll()
    }

    /// The byte count of the UTF-8 character that begins with `lead`.
    private static func characterLength(_ lead: UInt8) -> Int {
        lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    /// Maps scores to numbers that order the other way round; both zeros are one.
    private static func priority(_ score: Float) -> UInt32 {
        let bits = (score + 0).bitPattern
        return bits & 0x8000_0000 == 0 ? ~(bits | 0x8000_0000) : bits
    }

    private static func byteTokens(of vocabulary: Vocabulary) throws(TokenizationError) -> [TokenID] {
        var tokens = [TokenID](repeating: -1, count: 256)
        for token in 0..<TokenID(vocabulary.count) where vocabulary.kinds[Int(token)] == .byte {
            guard let byte = vocabulary.byte(of: token) else {
                throw TokenizationError(.badByteToken(text: vocabulary.text(of: token), token: token))
            }
            tokens[Int(byte)] = token
        }
        for byte in 0..<256 where tokens[byte] < 0 {
            let token = vocabulary.table.find([UInt8(byte)], 0, 1)
            guard let found = token >= 0 && vocabulary.kinds[Int(token)].isText ? token : vocabulary.unknown else {
                throw TokenizationError(.missingByte(UInt8(byte)))
            }
            tokens[byte] = found
        }
        return tokens
    }

    private static func joinsSpace(_ bytes: [UInt8], _ offsets: [UInt32]) -> [Bool] {
        var joins = [Bool](repeating: false, count: 256)
        for token in 0..<(offsets.count - 1) {
            let end = Int(offsets[token + 1])
            var index = Int(offsets[token]) + 1
            while index + 2 < end {
                if bytes[index] == 0xE2, bytes[index + 1] == 0x96, bytes[index + 2] == 0x81 {
                    joins[Int(bytes[index - 1])] = true
                }
                index += 1
            }
        }
        return joins
    }
}

/// Two neighbours merge if their joint text is a token.
private struct PieceRule: MergeRule {
    let text: [UInt8]
    let table: TokenTable
    let kinds: [TokenKind]
    let priorities: [UInt32]

    func merge(_ left: Symbol, _ right: Symbol) -> Merge? {
        let token = table.find(text, Int(left.start), Int(right.start) + Int(right.length))
        guard token >= 0, kinds[Int(token)].isText else { return nil }
        return Merge(priority: priorities[Int(token)], token: token)
    }
}

extension Vocabulary {
    /// The byte of a token `<0x00>` to `<0xFF>`.
    func byte(of token: TokenID) -> UInt8? {
        let text = table.bytes[table.range(of: token)]
        guard text.count == 6, text.starts(with: "<0x".utf8), text.last == 0x3E else { return nil }
        return UInt8(String(decoding: text.dropFirst(3).dropLast(), as: UTF8.self), radix: 16)
    }
}
