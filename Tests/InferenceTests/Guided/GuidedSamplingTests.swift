// Sampling among the tokens of a document: asking about candidates one by one chooses what the mask of all tokens would,
// end token included.

import ConstrainedDecoding
import Engine
import TestSupport
import Testing

@testable import Inference

/// A mask made whole before anything is chosen.
private struct WholeMask: TokenFilter {
    let words: [UInt64]

    mutating func candidates() -> [UInt64] { words }

    mutating func isAllowed(_ token: Int32) -> Bool { words[Int(token) / 64] >> UInt64(token % 64) & 1 == 1 }
}

@Suite struct GuidedSamplingTests {
    /// Canonical masks are made token by token: only small ones.
    private static let wholeLimit = 400

    @Test(
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"),
        arguments: [true, false])
    func `candidates and whole masks give the same choice`(isCanonical: Bool) throws {
        let vocabulary = try #require(RealVocabulary.smolLM2)
        let kernels = Kernels(path: .best)
        let samplings: [Sampling] = [
            .greedy, .random(temperature: 1, topK: nil, topP: nil, seed: 2),
            .random(temperature: 0.8, topK: 40, topP: nil, seed: 3),
            .random(temperature: 1.3, topK: nil, topP: 0.9, seed: 4),
        ]
        var compared = 0
        var steps = 0
        for cell in NotebookCell.all {
            let grammar = try vocabulary.grammar(cell.schema, isCanonical: isCanonical)
            var random = SplitMix64(seed: 6)
            for budget in [grammar.minimumBudget + 2, grammar.minimumBudget + 25] {
                var guide = try GuidedTurn(grammar, budget: budget - 1, ends: vocabulary.guided.ends)
                var decoder = try ConstrainedDecoder(grammar, budget: budget)
                var position = 0
                while !guide.isOver {
                    position += 1
                    steps += 1
                    let row = FloatBuffer((0..<vocabulary.trie.count).map { _ in random.float(from: 0, to: 12) })
                    var chosen: Int32?
                    let isSmall = !isCanonical || decoder.candidates().count <= Self.wholeLimit
                    var mask = isSmall ? decoder.mask() : TokenMask(tokenCount: vocabulary.trie.count)
                    if decoder.isComplete { for end in vocabulary.guided.ends { mask.insert(Int(end)) } }
                    for sampling in samplings {
                        var (one, other) = (Sampler(sampling, kernels: kernels), Sampler(sampling, kernels: kernels))
                        let found = one.choose(row[0], position: position, among: &guide)
                        chosen = chosen ?? found
                        guard isSmall else { break }
                        var whole = WholeMask(words: mask.words)
                        let wanted = other.choose(row[0], position: position, among: &whole)
                        #expect(found == wanted, "\(sampling), \(cell.name), token \(position)")
                        compared += 1
                    }
                    let token = try #require(chosen)
                    guard !vocabulary.guided.ends.contains(token) else { break }
                    let isTaken = guide.accept(token) && decoder.accept(Int(token))
                    #expect(isTaken)
                }
                #expect(decoder.isComplete)
            }
        }
        #expect(compared > steps, "\(compared) of \(steps)")
    }
}
