// Speed of one model on this machine: reading a prompt and writing tokens, the two figures that engines are compared by.

internal import Engine

/// One measured row.
package struct BenchmarkFigure: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// Tokens of a prompt read together.
        case prefill
        /// Tokens written one by one.
        case decode
    }

    package var kind: Kind
    /// Tokens read or written in a repetition.
    package var tokens: Int
    /// Positions that stood before them.
    package var depth: Int
    /// Tokens a second of each repetition, in order.
    package var rates: [Double]

    package var best: Double { rates.max() ?? 0 }
    package var median: Double { rates.sorted()[rates.count / 2] }
}

/// Measures a loaded model. Ids are arbitrary: speed does not depend on them.
struct ModelBenchmark {
    private let decoder: Decoder
    private let clock = ContinuousClock()

    init(decoder: Decoder) { self.decoder = decoder }

    /// `tokens` read at once after `depth` others, `repetitions` times; the first, which warms caches up, is not counted.
    func prefill(tokens: Int, depth: Int = 0, repetitions: Int) -> BenchmarkFigure {
        let start = state(depth: depth)
        let rates = (0...repetitions).map { _ in
            var state = start
            return rate(tokens) { decoder.read(ids(tokens), into: &state) }
        }
        return BenchmarkFigure(kind: .prefill, tokens: tokens, depth: depth, rates: Array(rates.dropFirst()))
    }

    /// `tokens` written one by one after `depth` others.
    func decode(tokens: Int, depth: Int = 0, repetitions: Int) -> BenchmarkFigure {
        let start = state(depth: depth)
        let rates = (0...repetitions).map { _ in
            var state = start
            return rate(tokens) {
                for id in ids(tokens) { decoder.read([id], into: &state) }
            }
        }
        return BenchmarkFigure(kind: .decode, tokens: tokens, depth: depth, rates: Array(rates.dropFirst()))
    }

    private func state(depth: Int) -> KVState {
        var state = KVState(layout: decoder.weights.kvLayout)
        decoder.read(ids(depth), into: &state, logits: .none)
        return state
    }

    private func ids(_ count: Int) -> [Int32] {
        (0..<count).map { Int32(($0 &* 7919 &+ 13) % decoder.weights.plan.vocabulary) }
    }

    private func rate(_ tokens: Int, _ body: () -> Void) -> Double {
        let duration = clock.measure(body)
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        return Double(tokens) / max(seconds, 1e-9)
    }
}

extension ModelStore {
    /// Measures the weights in a file: reading 512 tokens at once, and writing 64 one by one.
    ///
    /// - Parameter threads: that compute; nil: as many as the process may use CPUs.
    package func benchmark(fileAt path: String, threads: Int?, repetitions: Int = 3) throws -> BenchmarkReport {
        let pool = WorkerPool(threads: threads)
        let weights = try ModelWeights(file: GGUFFile(path: path), pool: pool)
        let cpu = try cpuPath()
        let benchmark = ModelBenchmark(decoder: try Decoder(weights: weights, path: cpu, pool: pool))
        return BenchmarkReport(
            threads: pool.threads, path: cpu.rawValue,
            figures: [
                benchmark.prefill(tokens: min(512, weights.plan.contextLength / 2), repetitions: repetitions),
                benchmark.decode(tokens: min(64, weights.plan.contextLength / 2), repetitions: repetitions),
            ])
    }
}

/// What was measured, and how.
package struct BenchmarkReport: Sendable, Hashable {
    package var threads: Int
    /// The instruction set.
    package var path: String
    package var figures: [BenchmarkFigure]
}
