// Choosing among allowed tokens against its definition: filter everything first, then sample.

import Engine
import Foundation
import Inference
import Testing

/// Allows what a bitmap says; the candidates are a superset, as a filter with a costly last word has it.
private struct BitmapFilter: TokenFilter {
    var allowed: [Bool]
    var superset: [Bool]
    var questions = 0

    mutating func candidates() -> [UInt64] {
        var words = [UInt64](repeating: 0, count: (superset.count + 63) / 64)
        for (token, isIn) in superset.enumerated() where isIn { words[token / 64] |= 1 << UInt64(token % 64) }
        return words
    }

    mutating func isAllowed(_ token: Int32) -> Bool {
        questions += 1
        return allowed[Int(token)]
    }
}

@Suite("Sampler among allowed tokens")
struct FilteredSamplerTests {
    private let kernels = Kernels(path: .best)

    private func row(_ seed: UInt64, count: Int) -> [Float] {
        let noise = Noise(seed: seed, position: 0)
        return (0..<count).map { index in
            let value = Float(noise.gumbel(Int32(index))) * Float(1 + seed % 5)
            return seed % 3 == 0 ? value.rounded() : value
        }
    }

    private func filter(_ seed: UInt64, count: Int) -> BitmapFilter {
        let noise = Noise(seed: seed, position: 1)
        let share = [0.004, 0.1, 0.5, 0.97][Int(seed / 4 % 4)]
        var allowed = (0..<count).map { noise.uniform(Int32($0)) < share }
        if !allowed.contains(true) { allowed[Int(seed) % count] = true }
        let wider = Noise(seed: seed, position: 2)
        let superset = allowed.indices.map { allowed[$0] || wider.uniform(Int32($0)) < 0.3 }
        return BitmapFilter(allowed: allowed, superset: superset)
    }

    /// The definition, in so many words.
    private func choice(
        _ logits: [Float], _ allowed: [Bool], _ sampling: Sampling, position: Int
    ) -> Int32? {
        var order = logits.indices.filter { allowed[$0] }
            .sorted { logits[$0] != logits[$1] ? logits[$0] > logits[$1] : $0 < $1 }
        guard case .random(let temperature, let topK, let topP, let seed) = sampling else {
            return order.first.map(Int32.init)
        }
        guard !order.isEmpty else { return nil }
        if let topK { order = Array(order.prefix(topK)) }
        if let topP, topP < 1 {
            let best = Double(logits[order[0]])
            let masses = order.map { exp(Double(logits[$0]) - best) }
            let wanted = Double(topP) * masses.reduce(0, +)
            var (sum, count) = (0.0, 0)
            for mass in masses where sum < wanted {
                sum += mass
                count += 1
            }
            order = Array(order.prefix(max(1, count)))
        }
        let noise = Noise(seed: seed, position: position)
        let values = order.map { Double(logits[$0]) / Double(temperature) + noise.gumbel(Int32($0)) }
        return values.indices.max { (values[$0], -order[$0]) < (values[$1], -order[$1]) }.map { Int32(order[$0]) }
    }

    @Test(
        "Every sampling equals filtering first",
        arguments: [(nil, nil), (1, nil), (7, nil), (40, nil), (nil, 0.5), (nil, 0.95), (nil, 0.999), (20, 0.8)]
            as [(Int?, Float?)])
    func definition(topK: Int?, topP: Float?) {
        for seed in 0..<80 as Range<UInt64> {
            let logits = row(seed, count: 700)
            var filter = filter(seed, count: 700)
            let sampling = Sampling.random(
                temperature: [0.05, 0.7, 1, 1.8][Int(seed % 4)], topK: topK, topP: topP, seed: seed)
            var sampler = Sampler(sampling, kernels: kernels)
            let found = sampler.choose(FloatBuffer(logits)[0], position: Int(seed) * 3, among: &filter)
            #expect(found == choice(logits, filter.allowed, sampling, position: Int(seed) * 3), "seed \(seed)")
        }
    }

    @Test("Greedy equals filtering first")
    func greedy() {
        for seed in 0..<80 as Range<UInt64> {
            let logits = row(seed, count: 700)
            var filter = filter(seed, count: 700)
            var sampler = Sampler(.greedy, kernels: kernels)
            let found = sampler.choose(FloatBuffer(logits)[0], position: 0, among: &filter)
            #expect(found == choice(logits, filter.allowed, .greedy, position: 0), "seed \(seed)")
        }
    }

    @Test("Where nothing is allowed, nothing is chosen")
    func nothing() {
        let none = BitmapFilter(allowed: [false, false, false], superset: [true, false, true])
        for sampling in [
            .greedy, .random(temperature: 1, topK: nil, topP: nil, seed: 1),
            .random(temperature: 1, topK: 2, topP: nil, seed: 1),
            .random(temperature: 1, topK: nil, topP: 0.5, seed: 1),
        ] as [Sampling] {
            var filter = none
            var sampler = Sampler(sampling, kernels: kernels)
            #expect(sampler.choose(FloatBuffer([1, 2, 3])[0], position: 0, among: &filter) == nil)
        }
    }

    @Test("A likely token that is allowed is asked about alone")
    func fewQuestions() {
        var logits = row(1, count: 5_000)
        logits[77] = 100
        var filter = BitmapFilter(
            allowed: [Bool](repeating: true, count: 5_000), superset: [Bool](repeating: true, count: 5_000))
        for sampling in [.greedy, .random(temperature: 1, topK: nil, topP: 0.9, seed: 3)] as [Sampling] {
            filter.questions = 0
            var sampler = Sampler(sampling, kernels: kernels)
            #expect(sampler.choose(FloatBuffer(logits)[0], position: 0, among: &filter) == 77)
            #expect(filter.questions == 1)
        }
    }
}
