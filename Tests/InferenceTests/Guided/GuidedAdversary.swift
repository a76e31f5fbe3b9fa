// Logits that no model has: what guided decoding must withstand whatever it is given. Each adversary asks for tokens in its
// own order, as a sampler does, and takes the first that is allowed.

import ConstrainedDecoding
import TestSupport

enum GuidedAdversary: String, CaseIterable, Sendable {
    /// Any token that the grammar allows.
    case random
    /// All logits equal: the lowest id.
    case equal
    /// The token that opens the most.
    case alwaysOpen
    /// The token that closes the least, and never the end.
    case neverClose

    /// Orders of the tokens of one vocabulary.
    struct Orders: Sendable {
        fileprivate let opening: [Int]
        fileprivate let open: [Int]

        init(_ vocabulary: VocabularyTrie) {
            func order(_ key: (Int) -> Int) -> [Int] {
                (0..<vocabulary.count).map { (key($0), $0) }.sorted { $0 < $1 }.map(\.1)
            }
            func count(_ token: Int, _ bytes: [UInt8]) -> Int {
                vocabulary.bytes(of: token).count { bytes.contains($0) }
            }
            opening = order { -count($0, [0x22, 0x5B, 0x7B, 0x2C]) }
            open = order { count($0, [0x22, 0x5D, 0x7D]) }
        }

        static let smolLM2 = RealVocabulary.smolLM2.map { Orders($0.trie) }
        static let gemma3 = RealVocabulary.gemma3.map { Orders($0.trie) }

        static func named(_ fileName: String) -> Orders? {
            fileName == Locations.gemma3FileName ? gemma3 : smolLM2
        }
    }

    /// The next token; nil for the end of the answer, or where nothing is allowed.
    func next(_ decoder: ConstrainedDecoder, _ orders: Orders, _ generator: inout SplitMix64) -> Int? {
        let mayEnd = decoder.isComplete
        if mayEnd, self == .equal || (self == .random && generator.next() % 5 == 0) { return nil }
        let candidates = decoder.candidates()
        switch self {
        case .alwaysOpen: return orders.opening.first { candidates.contains($0) && decoder.isAllowed($0) }
        case .neverClose: return orders.open.first { candidates.contains($0) && decoder.isAllowed($0) }
        case .equal: return candidates.tokens.first { decoder.isAllowed($0) }
        case .random:
            let tokens = candidates.tokens
            guard !tokens.isEmpty else { return nil }
            // A random order without making it whole: a start and a stride that meets every place.
            let count = UInt64(tokens.count)
            let start = generator.next() % count
            var stride = 1 + generator.next() % count
            while Self.divisor(stride, count) != 1 { stride += 1 }
            for step in 0..<count {
                let token = tokens[Int((start + step &* stride) % count)]
                if decoder.isAllowed(token) { return token }
            }
            return nil
        }
    }

    private static func divisor(_ a: UInt64, _ b: UInt64) -> UInt64 { b == 0 ? a : divisor(b, a % b) }

    /// Decodes to the end; `check` sees the decoder before each token and after the last, whose next token is nil.
    func decode(
        _ grammar: CompiledGrammar, budget: Int?, _ orders: Orders, _ generator: inout SplitMix64,
        check: (ConstrainedDecoder, Int?) throws -> Void = { _, _ in }
    ) throws -> ConstrainedDecoder {
        var decoder = try ConstrainedDecoder(grammar, budget: budget)
        while true {
            let token = next(decoder, orders, &generator)
            try check(decoder, token)
            guard let token, decoder.accept(token) else { return decoder }
        }
    }
}
