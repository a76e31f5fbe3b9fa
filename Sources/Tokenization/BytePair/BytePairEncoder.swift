// Byte-level byte-pair encoding: text is cut into words, a word into bytes, and bytes are merged by rank.

/// Encodes text by byte-level BPE.
struct BytePairEncoder: Sendable {
    let preTokenizer: PreTokenizer
    let merges: MergeTable
    /// The token of each byte, or negative: vocabularies leave out bytes that their training text never had.
    let byteTokens: [TokenID]
    /// For pre-tokenizers that take a word which is a token as it is: texts of tokens.
    let wholeWords: Vocabulary?

    /// - Throws: the kinds of pre-tokenizers and merges.
    init(_ description: VocabularyDescription, vocabulary: Vocabulary) throws(TokenizationError) {
        preTokenizer = try PreTokenizer(named: description.preTokenizer ?? "default")
        merges = try MergeTable(description, vocabulary: vocabulary)
        byteTokens = (0..<256).map { byte in
            var text: [UInt8] = []
            ByteLevelAlphabet.append(UInt8(byte), to: &text)
            let token = vocabulary.table.find(text, 0, text.count)
            return token >= 0 && vocabulary.kinds[Int(token)].isText ? token : -1
        }
        wholeWords = preTokenizer.takesWholeWords ? vocabulary : nil
    }

    /// Appends the tokens of `text[range]`. A byte that the vocabulary lacks is left out, as llama.cpp does.
    func encode(_ text: [UInt8], _ range: Range<Int>, into output: inout [TokenID]) {
        var merger = SymbolMerger()
        var spelled: [UInt8] = []
        var start = range.lowerBound
        for end in preTokenizer.wordEnds(in: text, range) {
            defer { start = end }
            if let vocabulary = wholeWords {
                spelled.removeAll(keepingCapacity: true)
                for index in start..<end { ByteLevelAlphabet.append(text[index], to: &spelled) }
                let token = vocabulary.table.find(spelled, 0, spelled.count)
                if token >= 0, vocabulary.kinds[Int(token)].isText {
                    output.append(token)
                    continue
                }
            }
            if end - start == 1 {
                let token = byteTokens[Int(text[start])]
                if token >= 0 { output.append(token) }
                continue
            }
            merger.removeAll()
            for index in start..<end { merger.append(start: index, length: 1, token: byteTokens[Int(text[index])]) }
            merger.merge(merges)
            for symbol in merger.symbols where symbol.length > 0 && symbol.token >= 0 { output.append(symbol.token) }
        }
    }
}
