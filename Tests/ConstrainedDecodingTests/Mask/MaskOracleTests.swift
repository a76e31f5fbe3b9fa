// Every bit of every mask against the list of all documents.

import Testing

@testable import ConstrainedDecoding

@Suite("Masks")
struct MaskOracleTests {
    private static let toy = ToyTokenizer.shared

    /// A token is allowed exactly if some document goes on with it, at every prefix that random walks reach.
    @Test("Every bit is what the list of all documents says", arguments: 0..<Rounds.count(10, thorough: 40))
    func everyBit(seed: Int) throws {
        var generator = SplitMix(UInt64(seed))
        let toy = Self.toy
        var checked = 0
        while checked < Rounds.count(4, thorough: 8) {
            let naive = NaiveGrammar.random(&generator, depth: 3)
            guard let documents = try? naive.documents() else { continue }
            let spelled = documents.filter { $0.allSatisfy(toy.vocabulary.alphabet.contains) }
            let parser: Parser
            do {
                parser = try Parser(naive.grammar, toy.vocabulary)
            } catch GrammarError.unsatisfiable {
                #expect(spelled.isEmpty)
                continue
            } catch GrammarError.distinctElements {
                continue
            }
            checked += 1
            #expect(!spelled.isEmpty)
            try check(parser, spelled, &generator)
        }
    }

    private func check(_ compiled: Parser, _ documents: Set<[UInt8]>, _ generator: inout SplitMix) throws {
        var parser = compiled
        let vocabulary = Self.toy.vocabulary
        for _ in 0..<4 {
            var state = parser.start
            var text: [UInt8] = []
            while true {
                let rests = documents.filter { $0.starts(with: text) }.map { $0[text.count...] }
                var expected = TokenMask(tokenCount: vocabulary.count)
                for rest in rests {
                    for token in Self.toy.tokens(beginning: rest) { expected.insert(token) }
                }
                var mask = TokenMask(tokenCount: vocabulary.count)
                parser.mask(state, remaining: .max / 2, into: &mask)
                guard mask == expected else {
                    Issue.record(
                        """
                        after \(String(decoding: text, as: UTF8.self)): \
                        allowed \(mask.tokens.map { String(decoding: vocabulary.bytes(of: $0), as: UTF8.self) }), \
                        expected \(expected.tokens.map { String(decoding: vocabulary.bytes(of: $0), as: UTF8.self) })
                        """)
                    return
                }
                #expect(parser.accepts(state) == rests.contains { $0.isEmpty })
                let single = (0..<vocabulary.count).filter { parser.advance(state, token: $0) >= 0 }
                #expect(single == mask.tokens)
                let tokens = mask.tokens
                guard !tokens.isEmpty, !(parser.accepts(state) && generator.chance(0.3)) else { break }
                let token = tokens[generator.below(tokens.count)]
                state = parser.advance(state, token: token)
                text += vocabulary.bytes(of: token)
            }
        }
    }

    /// What the budget allows can be closed in it, and the mask by walk is what the single checks say.
    @Test(
        "A bit under a budget means a document within it; the walk and the single check agree",
        arguments: 0..<Rounds.count(8, thorough: 30))
    func budget(seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 500)
        let vocabulary = Self.toy.vocabulary
        var checked = 0
        while checked < Rounds.count(3, thorough: 6) {
            let naive = NaiveGrammar.random(&generator, depth: 2)
            guard let documents = try? naive.documents(), documents.count < 200 else { continue }
            let spelled = documents.filter { $0.allSatisfy(vocabulary.alphabet.contains) }
            guard var parser = try? Parser(naive.grammar, vocabulary) else { continue }
            checked += 1
            var state = parser.start
            var text: [UInt8] = []
            var remaining = Int(parser.chargeB(state)) + generator.below(3)
            while true {
                var mask = TokenMask(tokenCount: vocabulary.count)
                parser.mask(state, remaining: remaining, into: &mask)
                for token in 0..<vocabulary.count {
                    let next = parser.advance(state, token: token)
                    let isAllowed = next >= 0 && parser.fits(next, remaining - 1)
                    if mask.contains(token) != isAllowed { Issue.record("token \(token): \(isAllowed) by itself") }
                    guard mask.contains(token) else { continue }
                    let longer = text + vocabulary.bytes(of: token)
                    let fewest = spelled.filter { $0.starts(with: longer) }.map {
                        fewestTokens(Array($0[longer.count...]))
                    }
                    #expect((fewest.min() ?? .max - 1) + 1 <= remaining - 1)
                    #expect((fewest.min() ?? 0) + 1 <= Int(parser.chargeB(next)))
                }
                let tokens = mask.tokens
                guard !tokens.isEmpty else { break }
                let token = tokens[generator.below(tokens.count)]
                state = parser.advance(state, token: token)
                text += vocabulary.bytes(of: token)
                remaining -= 1
            }
            #expect(parser.accepts(state) && remaining >= 1)
        }
    }

    private func fewestTokens(_ text: [UInt8]) -> Int {
        let vocabulary = Self.toy.vocabulary
        var fewest = [Int](repeating: .max - 1, count: text.count + 1)
        fewest[text.count] = 0
        for start in text.indices.reversed() {
            for token in Self.toy.tokens(beginning: text[start...]) {
                fewest[start] = min(fewest[start], fewest[start + vocabulary.bytes(of: token).count] + 1)
            }
        }
        return fewest[0]
    }
}
