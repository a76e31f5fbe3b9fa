// Small vocabularies made by hand, and numbers that look random but are the same in each run.

@testable import Tokenization

/// SplitMix64: S. Vigna's generator, seeded.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A vocabulary in the making.
struct ToyVocabulary {
    var texts: [String] = []
    var types: [Int32] = []
    var scores: [Float] = []
    var merges: [String] = []
    var description = VocabularyDescription(model: "gpt2", preTokenizer: "gpt-2", tokenBytes: [], tokenOffsets: [])

    /// Byte-level BPE: 256 bytes in order of their values, the results of the merges, then the special tokens.
    static func bytePair(merges: [String], special: [(text: String, type: Int32)] = []) -> ToyVocabulary {
        var toy = ToyVocabulary()
        for byte in UInt8.min...UInt8.max { toy.append(letter(byte)) }
        for merge in merges {
            let joined = merge.split(separator: " ").joined()
            if !toy.texts.contains(joined) { toy.append(joined) }
        }
        for token in special { toy.append(token.text, type: token.type) }
        toy.merges = merges
        return toy
    }

    /// SentencePiece: `<unk>`, 256 byte tokens, the pieces, then the special tokens.
    static func sentencePiece(
        pieces: [(text: String, score: Float)], special: [(text: String, type: Int32)] = []
    ) -> ToyVocabulary {
        var toy = ToyVocabulary()
        toy.append("<unk>", type: 2)
        for byte in UInt8.min...UInt8.max { toy.append(byteName(byte), type: 6) }
        for piece in pieces { toy.append(piece.text, score: piece.score) }
        for token in special { toy.append(token.text, type: token.type) }
        toy.description.model = "llama"
        toy.description.preTokenizer = "default"
        toy.description.unknown = 0
        toy.description.addsBeginningOfText = false
        toy.description.addsSpacePrefix = false
        return toy
    }

    mutating func append(_ text: String, type: Int32 = 1, score: Float = 0) {
        texts.append(text)
        types.append(type)
        scores.append(score)
    }

    /// The description with all lists filled in.
    func built() -> VocabularyDescription {
        var description = description
        (description.tokenBytes, description.tokenOffsets) = Self.packed(texts)
        (description.mergeBytes, description.mergeOffsets) = Self.packed(merges)
        description.types = types
        description.scores = scores
        return description
    }

    func tokenizer() throws -> Tokenizer { try Tokenizer(built()) }

    /// The letter of the byte-level alphabet for a byte, by the definition in words.
    static func letter(_ byte: UInt8) -> String {
        func isPrintable(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: true
            default: false
            }
        }
        let shift = (0..<byte).count { !isPrintable($0) }
        let scalar = isPrintable(byte) ? UInt32(byte) : 0x100 + UInt32(shift)
        return Unicode.Scalar(scalar).map(String.init) ?? ""
    }

    static func byteName(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "<0x\(digits.count < 2 ? "0" : "")\(digits)>"
    }

    private static func packed(_ texts: [String]) -> ([UInt8], [UInt32]) {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        for text in texts {
            bytes.append(contentsOf: text.utf8)
            offsets.append(UInt32(bytes.count))
        }
        return (bytes, offsets)
    }
}

extension Tokenizer {
    /// Encodes text that is not trusted, and nothing besides.
    func plain(_ text: String) -> [TokenID] {
        encode(text, parsingSpecialTokens: false, addingSpecialTokens: false)
    }

    /// Encodes text with the names of control tokens in it.
    func special(_ text: String) -> [TokenID] {
        encode(text, parsingSpecialTokens: true, addingSpecialTokens: false)
    }

    /// Token texts as the vocabulary writes them.
    func names(_ tokens: [TokenID]) -> [String] { tokens.map(vocabulary.text(of:)) }
}

/// Text of scalars from everywhere: ASCII, spaces and line breaks often, the rest of Unicode now and then.
func randomText(_ count: Int, using generator: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    while text.count < count {
        let value: UInt32 =
            switch UInt8.random(in: 0..<10, using: &generator) {
            case 0..<5: UInt32.random(in: 0x20..<0x7F, using: &generator)
            case 5: [0x20, 0x0A, 0x0D, 0x09, 0xA0, 0x3000][Int.random(in: 0..<6, using: &generator)]
            case 6: UInt32.random(in: 0..<0x800, using: &generator)
            case 7: UInt32.random(in: 0x4E00..<0x9FFF, using: &generator)
            case 8: UInt32.random(in: 0x1F300..<0x1F6FF, using: &generator)
            default: UInt32.random(in: 0..<0x11_0000, using: &generator)
            }
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
}
