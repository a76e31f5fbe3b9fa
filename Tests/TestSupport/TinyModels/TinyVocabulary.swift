// The tokenizers of tiny models: every byte, a few dozen pieces of English, and the control tokens of a chat.

/// A small vocabulary as a model file states it.
package struct TinyVocabulary: Sendable {
    package enum TokenType: Int32, Sendable {
        case normal = 1
        case unknown = 2
        case control = 3
        case unused = 5
        case byte = 6
    }

    package var model: String
    package var preTokenizer: String
    package var tokens: [(text: String, type: TokenType, score: Float)] = []
    /// "left right", in order of rank; byte-level vocabularies only.
    package var merges: [String] = []
    package var beginningOfText: Int
    package var endOfText: Int
    package var unknown: Int
    package var padding: Int
    package var addsBeginningOfText: Bool
    package var chatTemplate: String

    /// Byte-level BPE: `<|endoftext|>`, `<|im_start|>`, `<|im_end|>`, the 256 bytes (token 3 is byte 0), then merges.
    package static func byteLevel(size: Int) -> TinyVocabulary {
        var vocabulary = TinyVocabulary(
            model: "gpt2", preTokenizer: "smollm", beginningOfText: 1, endOfText: 2, unknown: 0, padding: 2,
            addsBeginningOfText: false,
            chatTemplate: "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' }}"
                + "{{ message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}"
                + "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}")
        for name in ["<|endoftext|>", "<|im_start|>", "<|im_end|>"] { vocabulary.tokens.append((name, .control, 0)) }
        for byte in UInt8.min...UInt8.max { vocabulary.tokens.append((visible(byte), .normal, 0)) }
        for pair in mergedPairs where vocabulary.tokens.count < size {
            vocabulary.merges.append(pair)
            vocabulary.tokens.append((pair.filter { $0 != " " }, .normal, 0))
        }
        vocabulary.fill(to: size)
        return vocabulary
    }

    /// SentencePiece: control tokens, the 256 bytes as `<0x41>`, the space and the lower-case letters, then longer pieces by
    /// falling score.
    package static func sentencePiece(size: Int) -> TinyVocabulary {
        var vocabulary = TinyVocabulary(
            model: "llama", preTokenizer: "default", beginningOfText: 2, endOfText: 1, unknown: 3, padding: 0,
            addsBeginningOfText: true,
            chatTemplate: "{{ bos_token }}{% for message in messages %}"
                + "{% set role = 'model' if message['role'] == 'assistant' else message['role'] %}"
                + "{{ '<start_of_turn>' + role + '\\n' + message['content'] | trim + '<end_of_turn>\\n' }}{% endfor %}"
                + "{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}")
        for name in ["<pad>", "<eos>", "<bos>"] { vocabulary.tokens.append((name, .control, -1000)) }
        vocabulary.tokens.append(("<unk>", .unknown, -1000))
        for name in ["<start_of_turn>", "<end_of_turn>"] { vocabulary.tokens.append((name, .control, -1000)) }
        for byte in 0..<256 {
            let digits = String(byte, radix: 16, uppercase: true)
            vocabulary.tokens.append(("<0x\(digits.count == 1 ? "0" : "")\(digits)>", .byte, -1000))
        }
        let letters = ["▁"] + "abcdefghijklmnopqrstuvwxyz".map(String.init)
        for (rank, letter) in letters.enumerated() { vocabulary.tokens.append((letter, .normal, -500 - Float(rank))) }
        for (rank, pair) in mergedPairs.enumerated() where vocabulary.tokens.count < size {
            let piece = pair.filter { $0 != " " }.replacing("Ġ", with: "▁")
            vocabulary.tokens.append((piece, .normal, -Float(rank)))
        }
        vocabulary.fill(to: size)
        return vocabulary
    }

    /// Writes the tokenizer's metadata.
    package func add(to writer: inout GGUFWriter, hasTemplate: Bool) {
        func set(_ key: String, _ value: GGUFWriter.Value) { writer.set("tokenizer.ggml.\(key)", value) }
        set("model", .string(model))
        set("pre", .string(preTokenizer))
        set("tokens", .array(tokens.map { .string($0.text) }))
        if model == "llama" { set("scores", .array(tokens.map { .float32($0.score) })) }
        set("token_type", .array(tokens.map { .int32($0.type.rawValue) }))
        if model == "gpt2" { set("merges", .array(merges.map { .string($0) })) }
        set("bos_token_id", .uint32(UInt32(beginningOfText)))
        set("eos_token_id", .uint32(UInt32(endOfText)))
        set("unknown_token_id", .uint32(UInt32(unknown)))
        set("padding_token_id", .uint32(UInt32(padding)))
        set("add_bos_token", .bool(addsBeginningOfText))
        set("add_space_prefix", .bool(false))
        if hasTemplate { writer.set("tokenizer.chat_template", .string(chatTemplate)) }
    }

    /// Unused tokens up to the size, which must hold what is there already.
    private mutating func fill(to size: Int) {
        precondition(tokens.count <= size, "a vocabulary of \(size) cannot hold \(tokens.count) tokens")
        for index in tokens.count..<max(size, tokens.count) { tokens.append(("<unused\(index)>", .unused, -1000)) }
    }

    /// The letter that byte-level BPE writes for a byte: itself where it prints in Latin-1, else the next free one from
    /// U+0100 on.
    package static func visible(_ byte: UInt8) -> String {
        func prints(_ byte: UInt8) -> Bool { (33...126).contains(byte) || (161...172).contains(byte) || byte >= 174 }
        let code = prints(byte) ? UInt32(byte) : 256 + UInt32((0..<byte).count { !prints($0) })
        return String(Character(Unicode.Scalar(code) ?? "?"))
    }

    /// Pairs in order of rank; every side is a single letter or the result of an earlier pair.
    private static let mergedPairs = [
        "Ġ t", "h e", "i n", "Ġ a", "r e", "o n", "Ġt he", "e r", "Ġ s", "a t", "o u", "Ġ w", "e n", "Ġ o", "i s",
        "i t", "o r", "a n", "Ġ c", "e s", "Ġ b", "in g", "e d", "Ġ f", "a l", "Ġ p", "Ġt o", "a r", "Ġ m", "Ġo f",
        "Ġa n", "Ġan d", "l l", "o m", "l e", "a s", "Ġ in", "Ġ d", "Ġ h", "i c", "Ġ l", "e l", "Ġ is", "s t", "Ġ y",
        "Ġy ou", "v e", "Ġ re", "r o", "en t", "i on", "u t", "Ġ n", "l y", "Ġ g", "Ġ it", "Ġb e", "o w", "k e", "c h",
        "u r",
    ]
}
