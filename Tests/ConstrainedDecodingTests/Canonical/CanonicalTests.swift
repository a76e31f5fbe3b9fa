// Canonical answers: never an empty mask, closed within the budget, split as the tokenizer splits; against the list of all
// canonical documents where a grammar is finite.

import ConstrainedDecoding
import Testing

@Suite("Canonical decoding")
struct CanonicalTests {
    private static let toy = ToyTokenizer.shared

    @Test(
        "Allows no token without a canonical completion, and nearly every one that has one", arguments: [true, false],
        0..<10)
    func exact(hasPieces: Bool, seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 40)
        let canonicalizer = ToyCanonicalizer(hasPieces: hasPieces)
        var done = 0
        var possible = 0
        var allowed = 0
        while done < 4 {
            let naive = NaiveGrammar.random(&generator, depth: 2)
            guard let documents = try? naive.documents(), documents.count < 300 else { continue }
            guard let grammar = try? CompiledGrammar(naive.grammar, Self.toy.vocabulary, canonicalizer: canonicalizer)
            else { continue }
            done += 1
            #expect(grammar.isCanonical)
            let splits = documents.compactMap(canonicalizer.encode)
            for budget in [grammar.minimumBudget, 200] {
                var decoder = try ConstrainedDecoder(grammar, budget: budget)
                while let remaining = decoder.remaining {
                    let here = decoder.tokens
                    let rests = splits.filter { $0.starts(with: here) && $0.count - here.count + 1 <= remaining }
                    let expected = Set(rests.compactMap { $0.count > here.count ? $0[here.count] : nil })
                    let mask = Set(decoder.mask().tokens)
                    if !mask.isSubset(of: expected) {
                        Issue.record("after \(here): \(mask.subtracting(expected)) has no canonical completion")
                    }
                    #expect(decoder.isComplete == rests.contains { $0.count == here.count })
                    #expect(decoder.isComplete || !mask.isEmpty)
                    possible += expected.count
                    allowed += mask.count
                    let choices = mask.sorted()
                    guard !choices.isEmpty, !(decoder.isComplete && generator.chance(0.3)) else { break }
                    let isTaken = decoder.accept(choices[generator.below(choices.count)])
                    #expect(isTaken)
                }
                #expect(decoder.isComplete)
            }
        }
        #expect(Double(allowed) >= 0.97 * Double(possible), "\(allowed) of \(possible)")
    }

    @Test("Closes in its budget, canonical to the last token", arguments: [true, false], 0..<10)
    func closes(hasPieces: Bool, seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 4000)
        let canonicalizer = ToyCanonicalizer(hasPieces: hasPieces)
        let vocabulary = Self.toy.vocabulary
        var done = 0
        while done < 3 {
            let wild = WildGrammar.random(&generator)
            guard let grammar = try? CompiledGrammar(wild, vocabulary, canonicalizer: canonicalizer) else { continue }
            done += 1
            #expect(throws: ClosingBudgetError(needed: grammar.minimumBudget, available: grammar.minimumBudget - 1)) {
                try ConstrainedDecoder(grammar, budget: grammar.minimumBudget - 1)
            }
            for budget in [grammar.minimumBudget, grammar.minimumBudget + 2, grammar.minimumBudget + 25] {
                let adversary = Adversary.allCases[generator.below(4)]
                var decoder = try ConstrainedDecoder(grammar, budget: budget)
                while true {
                    // Candidates in the adversary's order, as a sampler asks for them.
                    var order = Array(0..<vocabulary.count)
                    func count(_ token: Int, _ bytes: [UInt8]) -> Int {
                        vocabulary.bytes(of: token).count { bytes.contains($0) }
                    }
                    switch adversary {
                    case .random: order.shuffle(using: &generator)
                    case .equal: break
                    case .alwaysOpen: order.sort { count($0, [34, 91, 123]) > count($1, [34, 91, 123]) }
                    case .neverClose: order.sort { count($0, [34, 93, 125]) < count($1, [34, 93, 125]) }
                    }
                    let isEnd = decoder.isComplete && generator.chance(0.2)
                    guard !isEnd, let token = order.first(where: decoder.isAllowed) else { break }
                    let isTaken = decoder.accept(token)
                    #expect(isTaken)
                }
                let text = Self.toy.decode(decoder.tokens)
                #expect(decoder.isComplete)
                #expect(grammar.accepts(text))
                #expect(decoder.tokens.count + 1 <= budget)
                #expect(canonicalizer.encode(text) == decoder.tokens)
            }
        }
    }

    @Test("A forced run is what single steps take", arguments: [nil, true, false], 0..<8)
    func forced(hasPieces: Bool?, seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 300)
        var done = 0
        var forced = 0
        while done < 5 {
            let naive = NaiveGrammar.random(&generator, depth: 3)
            let canonicalizer = hasPieces.map { ToyCanonicalizer(hasPieces: $0) }
            guard let grammar = try? CompiledGrammar(naive.grammar, Self.toy.vocabulary, canonicalizer: canonicalizer)
            else { continue }
            done += 1
            let key = generator.next()
            func decode(_ budget: Int?, jumps: Bool) throws -> (tokens: [Int], forced: Int) {
                var decoder = try ConstrainedDecoder(grammar, budget: budget)
                var count = 0
                while decoder.tokens.count < 200 {
                    if jumps { count += decoder.forcedRun(limit: 1000).count }
                    let position = decoder.tokens.count
                    func noise(_ token: Int) -> UInt64 {
                        var generator = SplitMix(key &+ UInt64(position) &* 1000 &+ UInt64(token))
                        return generator.next()
                    }
                    // The end has its own noise, as any token.
                    let choices = decoder.mask().tokens + (decoder.isComplete ? [ToyTokenizer.end] : [])
                    if !jumps, choices.count == 1, choices[0] != ToyTokenizer.end { count += 1 }
                    guard let best = choices.max(by: { noise($0) < noise($1) }), best != ToyTokenizer.end else { break }
                    let isTaken = decoder.accept(best)
                    #expect(isTaken)
                }
                return (decoder.tokens, count)
            }
            for budget in [grammar.minimumBudget, grammar.minimumBudget + 6, nil] {
                let plain = try decode(budget, jumps: false)
                let jumped = try decode(budget, jumps: true)
                #expect(plain.tokens == jumped.tokens)
                #expect(jumped.forced <= plain.forced)
                forced += jumped.forced
            }
        }
        #expect(forced > 0)
    }

    @Test("A copy goes its own way")
    func copies() throws {
        var generator = SplitMix(8)
        let wild = WildGrammar.random(&generator)
        let grammar = try CompiledGrammar(
            wild, Self.toy.vocabulary, canonicalizer: ToyCanonicalizer(hasPieces: true))
        var decoder = try ConstrainedDecoder(grammar, budget: 100)
        let before = decoder.mask()
        var draft = decoder
        while let token = draft.mask().tokens.last, !draft.isComplete { _ = draft.accept(token) }
        #expect(decoder.mask() == before)
        #expect(decoder.tokens.isEmpty)
        let taken = [-1, 1_000_000, ToyTokenizer.end].filter { decoder.accept($0) }
        #expect(taken.isEmpty)
        #expect(decoder.remaining == 100)
    }
}
