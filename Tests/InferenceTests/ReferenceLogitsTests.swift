// The engine against another engine on real weights: logits of the float path tightly, of the contract path loosely.

import Engine
import Foundation
import Testing
import TestSupport

/// One prompt of the reference files.
private struct ReferenceCase: Decodable {
    var prompt: String
    var tokens: [Int32]
    /// Token id, raw logit, log-softmax.
    var top10: [[Double]]
    var greedy: [Int32]
    /// logit(top 1) - logit(top 2) at each greedy step.
    var gap: [Double]
}

private struct ReferenceFile: Decodable {
    var f32_weights_f32_kv_no_activation_quantization: [ReferenceCase]
}

private enum Subject: String, CaseIterable, CustomTestStringConvertible {
    case smollm2, gemma3

    var testDescription: String { rawValue }
    var weights: URL? { Locations.weights(self == .smollm2 ? Locations.smolLM2FileName : Locations.gemma3FileName) }
    var reference: URL? { Locations.engineReference?.appending(path: "\(rawValue)-logits-greedy.json") }

    static var present: [Subject] { allCases.filter { $0.weights != nil && $0.reference != nil } }
}

@Suite(
    "Logits against another engine", .serialized,
    .enabled(
        if: !Subject.present.isEmpty, "needs weights in the cache folder and the reference data beside the repository"))
struct ReferenceLogitsTests {
    /// Largest difference in log-probability over the ten best of each prompt, and steps whose argmax differs although
    /// the reference is decided (a gap above 0.3).
    private func compare(_ subject: Subject, precision: Precision) throws -> (difference: Double, wrong: [String]) {
        let weights = try #require(subject.weights)
        let reference = try JSONDecoder().decode(
            ReferenceFile.self, from: Data(contentsOf: #require(subject.reference)))
        let pool = WorkerPool()
        let model = try ModelWeights(file: GGUFFile(path: weights.path), precision: precision, pool: pool)
        let decoder = try Decoder(weights: model, pool: pool)
        var difference = 0.0
        var wrong: [String] = []
        for test in reference.f32_weights_f32_kv_no_activation_quantization {
            var state = KVState(layout: model.kvLayout)
            let sequence = test.tokens + test.greedy.dropLast()
            decoder.read(sequence, into: &state, logits: .all) { index, row in
                let step = index - (test.tokens.count - 1)
                guard step >= 0 else { return }
                if step == 0 {
                    let logits = row.array.map(Double.init)
                    let best = logits.max() ?? 0
                    let logSum = best + log(logits.reduce(0) { $0 + exp($1 - best) })
                    for entry in test.top10 {
                        difference = max(difference, abs(logits[Int(entry[0])] - logSum - entry[2]))
                    }
                }
                let choice = Int32(decoder.kernels.argmax(row))
                if test.gap[step] > 0.3, choice != test.greedy[step] {
                    wrong.append("\(test.prompt) step \(step): \(choice), reference \(test.greedy[step])")
                }
            }
        }
        print("\(subject) \(precision): largest difference in log-probability \(difference)")
        return (difference, wrong)
    }

    @Test("The float path is within 0.02 of the reference's float path", arguments: Subject.present)
    private func floatPath(_ subject: Subject) throws {
        let result = try compare(subject, precision: .reference)
        #expect(result.difference < 0.02)
        #expect(result.wrong == [])
    }

    @Test(
        "The contract path is within 0.55, with the same choice where the reference is decided",
        arguments: Subject.present)
    private func contractPath(_ subject: Subject) throws {
        let result = try compare(subject, precision: .contract)
        #expect(result.difference < 0.55)
        #expect(result.wrong == [])
    }
}
