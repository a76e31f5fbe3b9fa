// The benchmark measures what it says; how fast that is, no test says.

import Engine
import Foundation
import Models
import Testing
import TestSupport

@Suite("Model benchmark")
struct ModelBenchmarkTests {
    @Test("Figures have a rate for every repetition", .enabled(if: Locations.weights(Locations.smolLM2FileName) != nil))
    func figures() throws {
        for name in [Locations.smolLM2FileName, Locations.gemma3FileName] {
            guard let url = Locations.weights(name) else { continue }
            for threads in [1, 2] {
                let pool = WorkerPool(threads: threads)
                let weights = try ModelWeights(file: GGUFFile(path: url.path), pool: pool)
                let benchmark = ModelBenchmark(decoder: Decoder(weights: weights, pool: pool))
                let prefill = benchmark.prefill(tokens: 512, repetitions: 3)
                let decode = benchmark.decode(tokens: 64, repetitions: 3)
                #expect(prefill.rates.count == 3 && prefill.rates.allSatisfy { $0 > 0 })
                #expect(decode.rates.count == 3 && decode.rates.allSatisfy { $0 > 0 })
                print("\(name) threads \(threads): prefill 512 \(prefill.best), decode 64 \(decode.best)")
            }
        }
    }
}
