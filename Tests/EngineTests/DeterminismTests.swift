// The numerics contract on whole models: any number of threads, any chunk, a cold or a continued state, every
// instruction set of this machine: every logit and every stored key and value the same, compared as bits.

import Engine
import Foundation
import Testing
import TestSupport

/// What reading one text leaves: all logits of all positions, and the stored keys and values, as bits.
private struct Outcome: Equatable {
    var logits: [UInt32] = []
    var cache: [UInt8] = []

    /// FNV-1a over both, for goldens.
    var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for word in logits { hash = (hash ^ UInt64(word)) &* 0x100_0000_01b3 }
        for byte in cache { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}

/// One way of computing.
private struct Way: CustomStringConvertible {
    var path: CPUPath
    var threads: Int
    var chunk: Int
    /// Positions read, remembered and continued from a copy; 0: none.
    var cached: Int

    var description: String { "\(path), \(threads) threads, chunks of \(chunk), \(cached) cached" }

    /// Every way on this machine; without `isComplete`, each value of each axis beside varied others.
    static func all(isComplete: Bool) -> [Way] {
        var ways: [Way] = []
        for path in CPUPath.available {
            for threads in 1...3 {
                for chunk in [1, 7, 64, 512] {
                    for cached in [0, 64, 70, 128] {
                        ways.append(Way(path: path, threads: threads, chunk: chunk, cached: cached))
                    }
                }
            }
        }
        // The axes' lengths (paths, 3, 4, 4) are walked with a step that has no factor in common with their product.
        return isComplete ? ways : stride(from: 0, to: ways.count, by: 11).map { ways[$0] }
    }
}

private let isComplete = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] != nil

private struct Subject: CustomTestStringConvertible, Sendable {
    var name: String
    var model: TinyModel
    var testDescription: String { name }

    static let all: [Subject] = {
        var subjects = TensorFormat.allCases.map { format in
            Subject(name: "llama \(format.name)", model: TinyModel(.llama, format: format, seed: 11))
        }
        var mixed = TinyModel(.gemma3, format: .q8_0, seed: 12)
        mixed.formats = [.query: .q5_0, .value: .q4_K, .down: .q6_K, .gate: .q5_K, .attentionOutput: .q4_1]
        subjects.append(Subject(name: "gemma3 mixed", model: mixed))
        var untied = TinyModel(.llama, format: .q4_0, seed: 13)
        untied.tiesOutput = false
        untied.ropeScaling = .frequencyFactors(largest: 8)
        subjects.append(Subject(name: "llama untied, frequency factors", model: untied))
        var uneven = TinyModel(.llama, format: .q5_1, seed: 14)
        uneven.vocabularySize = 331
        uneven.headWidth = 48
        uneven.hiddenWidth = 352
        uneven.ropeScaling = .linear(factor: 4)
        subjects.append(Subject(name: "llama uneven, linear scaling", model: uneven))
        subjects += FamilyCase.all.map { Subject(name: "family \($0.name)", model: $0.model) }
        if isComplete {
            subjects += TensorFormat.allCases.map { format in
                Subject(name: "gemma3 \(format.name)", model: TinyModel(.gemma3, format: format, seed: 15))
            }
        }
        return subjects
    }()
}

@Suite("Determinism of the decoder")
struct DeterminismTests {
    /// Three blocks of keys and values, the last one not full; more than one chunk of 64.
    private let tokens = (0..<150).map { Int32(($0 * 37 + 5) % 320) }
    /// Goldens are of the outcome after so many.
    private let goldenCount = 96

    private func outcome(_ weights: ModelWeights, _ tokens: [Int32], _ way: Way) throws -> Outcome {
        let decoder = try Decoder(
            weights: weights, path: way.path, pool: WorkerPool(threads: way.threads), chunk: way.chunk)
        var outcome = Outcome()
        var state = KVState(layout: weights.kvLayout)
        func read(_ tokens: ArraySlice<Int32>) {
            decoder.read(Array(tokens), into: &state, logits: .all) { _, row in
                outcome.logits += row.array.map(\.bitPattern)
            }
        }
        if way.cached > 0 {
            read(tokens[..<way.cached])
            // The remembered state goes on elsewhere, and is cut back from there: neither may show here.
            var other = state
            decoder.read([9, 8, 7], into: &other, logits: .none)
            state = other.prefix(way.cached)
        }
        read(tokens[way.cached...])
        outcome.cache = state.bytes
        return outcome
    }

    @Test("Every way of computing gives the same bits", arguments: Subject.all)
    private func bits(_ subject: Subject) throws {
        let folder = try ScratchFolder()
        let file = try GGUFFile(path: subject.model.write(to: folder))
        let weights = try ModelWeights(file: file, pool: WorkerPool(threads: 2))
        let ways = Way.all(isComplete: isComplete)
        let expected = try outcome(weights, tokens, Way(path: .scalar, threads: 1, chunk: 512, cached: 0))
        #expect(expected.logits.allSatisfy { Float(bitPattern: $0).isFinite })
        #expect(Set(expected.logits).count > expected.logits.count / 4)
        var wrong: [String] = []
        for way in ways where try outcome(weights, tokens, way) != expected { wrong.append("\(way)") }
        #expect(wrong == [])
        try Goldens.check(expected.digest, name: "\(subject.name) \(tokens.count) tokens", in: "decoder.json")
        let start = Array(tokens[..<goldenCount])
        let short = try outcome(weights, start, Way(path: .best, threads: 2, chunk: 64, cached: 0))
        #expect(expected.logits.starts(with: short.logits))
        try Goldens.check(short.digest, name: subject.name, in: "decoder.json")
    }

    @Test(
        "The default model computes the same bits in every way",
        .enabled(if: Locations.weights(Locations.smolLM2FileName) != nil, "needs the weights of SmolLM2"))
    func realModel() throws {
        let url = try #require(Locations.weights(Locations.smolLM2FileName))
        let weights = try ModelWeights(file: GGUFFile(path: url.path), pool: WorkerPool(threads: 2))
        let text = (0..<(isComplete ? 520 : 96)).map { Int32(($0 * 7919 + 13) % 49152) }
        var ways = [
            Way(path: .avx512, threads: 2, chunk: 64, cached: 0),
            Way(path: .avx512, threads: 3, chunk: 512, cached: 70),
            Way(path: .avx2, threads: 2, chunk: 7, cached: 0), Way(path: .neon, threads: 2, chunk: 64, cached: 70),
            Way(path: .avx2, threads: 1, chunk: 512, cached: 70), Way(path: .avx512, threads: 1, chunk: 1, cached: 0),
        ].filter(\.path.isAvailable)
        if isComplete { ways.append(Way(path: .scalar, threads: 2, chunk: 64, cached: 0)) }
        let expected = try outcome(weights, text, Way(path: .best, threads: 1, chunk: 512, cached: 0))
        var wrong: [String] = []
        for way in ways where try outcome(weights, text, way) != expected { wrong.append("\(way)") }
        #expect(wrong == [])
        try Goldens.check(expected.digest, name: "smollm2 \(text.count) tokens", in: "decoder.json")
    }

    @Test(
        "A model with windows computes the same bits in every way",
        .enabled(if: Locations.weights(Locations.gemma3FileName) != nil, "needs the weights of Gemma 3"))
    func realWindowedModel() throws {
        let url = try #require(Locations.weights(Locations.gemma3FileName))
        let weights = try ModelWeights(file: GGUFFile(path: url.path), pool: WorkerPool(threads: 2))
        let text = (0..<72).map { Int32(($0 * 7919 + 13) % 262_144) }
        let ways = [
            Way(path: .avx512, threads: 3, chunk: 7, cached: 64), Way(path: .avx2, threads: 2, chunk: 64, cached: 70),
            Way(path: .neon, threads: 2, chunk: 7, cached: 64),
        ].filter(\.path.isAvailable)
        let expected = try outcome(weights, text, Way(path: .best, threads: 1, chunk: 512, cached: 0))
        var wrong: [String] = []
        for way in ways where try outcome(weights, text, way) != expected { wrong.append("\(way)") }
        #expect(wrong == [])
        try Goldens.check(expected.digest, name: "gemma3 270m \(text.count) tokens", in: "decoder.json")
    }

    @Test("The contract path stays close to the float path", arguments: Subject.all)
    private func closeness(_ subject: Subject) throws {
        let folder = try ScratchFolder()
        let file = try GGUFFile(path: subject.model.write(to: folder))
        let pool = WorkerPool(threads: 2)
        let way = Way(path: .best, threads: 2, chunk: 64, cached: 0)
        let contract = try outcome(ModelWeights(file: file, pool: pool), tokens, way)
        let reference = try outcome(ModelWeights(file: file, precision: .reference, pool: pool), tokens, way)
        var (difference, size) = (0.0, 0.0)
        for (one, other) in zip(contract.logits, reference.logits) {
            let (one, other) = (Double(Float(bitPattern: one)), Double(Float(bitPattern: other)))
            difference += (one - other) * (one - other)
            size += other * other
        }
        // Relative error in the mean: 8-bit activations through a few random layers leave some percent.
        #expect((difference / size).squareRoot() < 0.06)
        #expect(difference > 0 || subject.model.format == .f32)
    }
}
