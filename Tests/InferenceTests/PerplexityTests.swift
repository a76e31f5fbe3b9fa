// Perplexity of the contract path on a text, against another engine's: wrong kernels that agree with each other show here.

import Engine
import Foundation
import Inference
import Testing
import TestSupport
import Tokenization

private struct PerplexityReference: Decodable {
    struct Model: Decodable {
        struct Run: Decodable { var ppl: Double }
        var weights_dequantized_to_f32_f32kv_fa_off: Run
    }
    var smollm2: Model
    var gemma3: Model

    private enum CodingKeys: String, CodingKey {
        case smollm2 = "smollm2-135m-q4_1"
        case gemma3 = "gemma-3-270m-q4_k_m"
    }
}

private let isPossible =
    Locations.engineReference != nil
    && (Locations.weights(Locations.smolLM2FileName) != nil || Locations.weights(Locations.gemma3FileName) != nil)

@Suite(
    "Perplexity", .serialized, .enabled(if: isPossible, "needs weights and the reference data beside the repository"))
struct PerplexityTests {
    /// exp of the mean negative log-likelihood of tokens 257...511 of each chunk of 512, read after a beginning-of-text
    /// token where the model has one.
    private func perplexity(_ weightsFile: URL, text: String) throws -> Double {
        let file = try GGUFFile(path: weightsFile.path)
        let pool = WorkerPool()
        let weights = try ModelWeights(file: file, pool: pool)
        let decoder = try Decoder(weights: weights, pool: pool)
        let tokenizer = try Tokenizer(try VocabularyDescription(file))
        let ids = tokenizer.encode(text, parsingSpecialTokens: false, addingSpecialTokens: true)
        let hasStart = ids.first == tokenizer.beginningOfText
        var (sum, count) = (0.0, 0)
        for chunk in 0..<ids.count / 512 {
            var tokens = Array(ids[chunk * 512..<(chunk + 1) * 512])
            if hasStart { tokens[0] = ids[0] }
            var state = KVState(layout: weights.kvLayout)
            decoder.read(Array(tokens[..<256]), into: &state, logits: .none)
            decoder.read(Array(tokens[256..<511]), into: &state, logits: .all) { index, row in
                let logits = row.array
                let best = logits.max() ?? 0
                let scale = logits.reduce(0.0) { $0 + Double(Foundation.exp($1 - best)) }
                sum -= Double(logits[Int(tokens[257 + index])] - best) - log(scale)
                count += 1
            }
        }
        return exp(sum / Double(count))
    }

    @Test("Perplexity is within 1 % of the reference engine's float run")
    func closeness() throws {
        let folder = try #require(Locations.engineReference)
        let reference = try JSONDecoder().decode(
            PerplexityReference.self, from: Data(contentsOf: folder.appending(path: "perplexity.json")))
        let text = try String(contentsOf: folder.appending(path: "ppl-text-gpl3-20k.txt"), encoding: .utf8)
        for (name, model) in [
            (Locations.smolLM2FileName, reference.smollm2), (Locations.gemma3FileName, reference.gemma3),
        ] {
            guard let url = Locations.weights(name) else { continue }
            let wanted = model.weights_dequantized_to_f32_f32kv_fa_off.ppl
            let found = try perplexity(url, text: text)
            print("\(name): perplexity \(found), reference \(wanted)")
            #expect(abs(found / wanted - 1) < 0.01)
        }
    }
}
