// A byte BPE of 300 tokens, trained here: printable ASCII, some bytes of UTF-8, and merges learned within pre-tokens. Its
// pre-tokenizer looks one character ahead, as GPT-2's does, since that is what makes canonical splits hard.

import ConstrainedDecoding
import Synchronization

final class ToyTokenizer: Sendable {
    let tokens: [[UInt8]?]
    let vocabulary: VocabularyTrie
    private let ranks: [[[UInt8]]: Int]
    private let ids: [[UInt8]: Int]
    private let longest: Int
    private let cache = Mutex<[[UInt8]: [Int]?]>([:])
    static let end = 0

    static let shared = ToyTokenizer(size: 300)

    init(size: Int) {
        var generator = SplitMix(5)
        let words = """
            the of and to in a is that for it as was with be by on not he his but at are this have from or had name value \
            title order orderId items count true false null type city price note tags next child id kind level ab abc abab
            """.split(separator: " ").map(String.init)
        var counts: [[UInt8]: Int] = [:]
        func learn(_ text: String) {
            for piece in Self.pieces(Array(text.utf8)) { counts[piece, default: 0] += 1 }
        }
        func word() -> String { words[generator.below(words.count)] }
        for _ in 0..<1500 {
            learn([word(), word(), word()].joined(separator: " "))
            learn(
                "{\"\(word())\":\"\(word()) \(word())\",\"\(word())\":[\(generator.below(1000)),\(generator.below(20))]}"
            )
            learn("[{\"\(word())\":[]},{\"\(word())\":\"\"},true,null]")
            learn("\(word())  \(word())\n\n\(word())'s")
        }
        var tokens: [[UInt8]?] = [nil]
        tokens += (UInt8(32)...126).map { [$0] }
        tokens += [[9], [10]]
        tokens += Set(Array("éü€😀中".utf8)).union(0x80...0x8F).sorted().map { [$0] }
        var split = counts.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { piece in
            (parts: piece.map { [$0] }, count: counts[piece] ?? 0)
        }
        var ranks: [[[UInt8]]: Int] = [:]
        while tokens.count < size {
            var pairs: [[[UInt8]]: Int] = [:]
            for (parts, count) in split {
                for (left, right) in zip(parts, parts.dropFirst()) { pairs[[left, right], default: 0] += count }
            }
            let best = pairs.max { a, b in
                a.value != b.value
                    ? a.value < b.value
                    : (a.key[0] + [0] + a.key[1]).lexicographicallyPrecedes(b.key[0] + [0] + b.key[1])
            }
            guard let best else { break }
            let merged = best.key[0] + best.key[1]
            ranks[best.key] = ranks.count
            tokens.append(merged)
            for index in split.indices { split[index].parts = Self.merge(split[index].parts, best.key) }
        }
        self.tokens = tokens
        self.ranks = ranks
        var ids: [[UInt8]: Int] = [:]
        for (id, token) in tokens.enumerated() { if let token, ids[token] == nil { ids[token] = id } }
        self.ids = ids
        longest = tokens.map { $0?.count ?? 0 }.max() ?? 0
        vocabulary = VocabularyTrie(tokens: tokens)
    }

    private static func merge(_ parts: [[UInt8]], _ pair: [[UInt8]]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var place = 0
        while place < parts.count {
            if place + 1 < parts.count, parts[place] == pair[0], parts[place + 1] == pair[1] {
                result.append(pair[0] + pair[1])
                place += 2
            } else {
                result.append(parts[place])
                place += 1
            }
        }
        return result
    }

    private enum Kind { case letter, digit, space, other }

    private static func kind(_ byte: UInt8) -> Kind {
        switch byte {
        case 65...90, 97...122, 128...255: .letter
        case 48...57: .digit
        case 9, 10, 32: .space
        default: .other
        }
    }

    /// Contractions; an optional space and a run of letters, digits or others; white space, without its last character
    /// where something else follows.
    static func pieces(_ text: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var start = 0
        while start < text.count {
            var end = start
            let next = start + 1 < text.count ? text[start + 1] : 0
            if text[start] == 39, next == 115 || next == 116 {
                end = start + 2
            } else {
                if text[end] == 32, end + 1 < text.count, kind(text[end + 1]) != .space { end += 1 }
                let run = kind(text[end])
                while end < text.count, kind(text[end]) == run { end += 1 }
                if run == .space, end < text.count, end - start > 1 { end -= 1 }
            }
            result.append(Array(text[start..<end]))
            start = end
        }
        return result
    }

    /// The ids of a text; nil where it isn't valid UTF-8 or has a byte without token.
    func encode(_ text: [UInt8]) -> [Int]? {
        guard String(validating: text, as: UTF8.self) != nil else { return nil }
        var result: [Int] = []
        for piece in Self.pieces(text) {
            guard let part = encode(piece: piece) else { return nil }
            result += part
        }
        return result
    }

    func encode(piece: [UInt8]) -> [Int]? {
        if let known = cache.withLock({ $0[piece] }) { return known }
        let result = split(piece)
        if piece.count < 12 { cache.withLock { $0[piece] = .some(result) } }
        return result
    }

    private func split(_ piece: [UInt8]) -> [Int]? {
        var parts = piece.map { [$0] }
        while parts.count > 1 {
            var best: (rank: Int, pair: [[UInt8]])?
            for (left, right) in zip(parts, parts.dropFirst()) {
                if let rank = ranks[[left, right]], rank < best?.rank ?? .max { best = (rank, [left, right]) }
            }
            guard let best else { break }
            parts = Self.merge(parts, best.pair)
        }
        var result: [Int] = []
        for part in parts {
            guard let id = ids[part] else { return nil }
            result.append(id)
        }
        return result
    }

    /// The tokens that `text` begins with.
    func tokens(beginning text: ArraySlice<UInt8>) -> [Int] {
        (0...min(text.count, longest)).compactMap { ids[Array(text.prefix($0))] }
    }

    func decode(_ ids: [Int]) -> [UInt8] { ids.flatMap { tokens[$0] ?? [] } }
}
