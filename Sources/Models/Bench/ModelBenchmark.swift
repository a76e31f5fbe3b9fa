// Speed of one model on this machine, each figure taken in turns with the limit that it is held against, so that both meet
// the same machine.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Engine
internal import Inference
internal import Platform

extension ModelStore {
    /// Measures the weights in a file.
    ///
    /// - Parameters:
    ///   - threads: that compute; nil: as many as the process may use CPUs.
    ///   - isShort: only prompts of 512 tokens and answers of 64.
    package func benchmark(
        fileAt path: String, threads: Int?, isShort: Bool = false, repetitions: Int = 3
    ) async throws -> BenchmarkReport {
        let pool = WorkerPool(threads: threads)
        let cpu = try cpuPath()
        func open() throws -> ModelWeights { try ModelWeights(file: GGUFFile(path: path), pool: pool) }
        // The first reads the file into the system's cache.
        let weights = try open()
        let loads = try (0..<repetitions).map { _ in try BenchmarkClock.seconds { _ = try open() } }
        let benchmark = ModelBenchmark(
            decoder: try Decoder(weights: weights, path: cpu, pool: pool), repetitions: repetitions)
        var report = benchmark.report(isShort: isShort)
        report.figures.insert(BenchmarkFigure(kind: .load, tokens: 0, seconds: loads), at: 0)
        guard !isShort else { return report }
        report.figures.append(benchmark.restore())
        do {
            let options = LocalModel.Options(threads: threads, path: cpu)
            let model = try LocalModel(path: path, sha256: "", options: options)
            report.figures += try await AnswerBenchmark(model: model, repetitions: repetitions).figures()
        } catch let error as LoadError {
            report.notes.append("answers were not measured: \(error)")
        }
        return report
    }
}

enum BenchmarkClock {
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }
}

/// Measures a decoder. Ids are arbitrary: speed does not depend on them.
struct ModelBenchmark {
    /// Rows of a batch: as many as `LocalModel` decodes together.
    private static let batch = 8

    private let decoder: Decoder
    private let limits: MachineLimits
    private let repetitions: Int

    init(decoder: Decoder, repetitions: Int) {
        self.decoder = decoder
        self.repetitions = repetitions
        limits = MachineLimits(decoder)
    }

    func report(isShort: Bool) -> BenchmarkReport {
        let context = decoder.weights.plan.contextLength
        var (reads, peaks): ([Double], [Double]) = ([], [])
        var figures: [BenchmarkFigure] = []
        for tokens in isShort ? [512] : [32, 512, 2048] where tokens <= context / 2 {
            figures.append(prefill(tokens, &peaks))
        }
        for depth in isShort ? [0] : [0, 3500] where depth + 64 <= context {
            figures.append(decode(64, depth: depth, &reads))
        }
        if !isShort { figures.append(decode(64, depth: 0, sequences: Self.batch, &reads)) }
        let (readRate, peak) = (reads.max() ?? 0, peaks.max() ?? 0)
        for index in figures.indices {
            switch figures[index].kind {
            case .prefill where peak > 0:
                figures[index].limit = .init(kind: .integerPeak, rate: peak / Double(limits.operationsPerToken))
            case .decode where figures[index].sequences == 1:
                let bytes = limits.bytesPerToken + limits.bytesPerPosition * figures[index].depth
                figures[index].limit = .init(kind: .plainRead, rate: readRate / Double(bytes))
            default: break
            }
        }
        return BenchmarkReport(
            threads: decoder.pool.threads, path: decoder.kernels.path.rawValue, bytesPerToken: limits.bytesPerToken,
            readRate: readRate, integerPeak: peak, figures: figures)
    }

    /// - Parameter peaks: takes the integer peak of each repetition, operations a second.
    private func prefill(_ tokens: Int, _ peaks: inout [Double]) -> BenchmarkFigure {
        var seconds: [Double] = []
        for repetition in 0...repetitions {
            let operations = limits.dotProducts(rounds: 1)
            if operations > 0 {
                let rounds = 200_000
                peaks.append(
                    Double(rounds) * operations / BenchmarkClock.seconds { _ = limits.dotProducts(rounds: rounds) })
            }
            var state = KVState(layout: decoder.weights.kvLayout)
            let time = BenchmarkClock.seconds { decoder.read(ids(tokens), into: &state) }
            // The first warms caches up.
            if repetition > 0 { seconds.append(time) }
        }
        return BenchmarkFigure(kind: .prefill, tokens: tokens, seconds: seconds)
    }

    /// - Parameter reads: takes the plain read of each repetition, bytes a second.
    private func decode(
        _ tokens: Int, depth: Int, sequences: Int = 1, _ reads: inout [Double]
    ) -> BenchmarkFigure {
        var start = KVState(layout: decoder.weights.kvLayout)
        decoder.read(ids(depth), into: &start, logits: .none)
        var seconds: [Double] = []
        for repetition in 0...repetitions {
            reads.append(Double(limits.bytesPerToken) / BenchmarkClock.seconds { limits.readWeights() })
            var states = [KVState](repeating: start, count: sequences)
            let time = BenchmarkClock.seconds {
                for id in ids(tokens) {
                    var readings = states.map { Reading([id], into: $0) }
                    // One owner of the blocks, or the step would copy them.
                    states = []
                    _ = decoder.step(&readings) { _, _, _ in }
                    states = readings.map(\.state)
                }
            }
            if repetition > 0 { seconds.append(time) }
        }
        return BenchmarkFigure(kind: .decode, tokens: tokens, depth: depth, sequences: sequences, seconds: seconds)
    }

    /// Takes a prefix from files, checksums included, as a new process would.
    func restore() -> BenchmarkFigure {
        let folder = "\(FileManager.default.temporaryDirectory.path)/playground-bench-\(UUID().uuidString)"
        defer { try? FileSystem.removeTree(folder) }
        let (prefixes, activity) = (PrefixFolder(folder, byteLimit: 1 << 30), PrefixActivity())
        let identity = ModelIdentity(
            sha256: "benchmark", name: "", architecture: "", kvType: "f16", numerics: numericsVersion)
        func open() -> any PrefixStore {
            prefixes.store(of: identity, decoder.weights.kvLayout, activity: activity)
        }
        let ids = ids(min(1024, decoder.weights.plan.contextLength / 2))
        var state = KVState(layout: decoder.weights.kvLayout)
        decoder.read(ids, into: &state, logits: .none)
        open().keep(ids, state)
        activity.waitForWrites()
        let seconds = (0..<repetitions).map { _ in
            BenchmarkClock.seconds {
                let found = open().blocks(of: ids, from: 0, beyond: 0)
                precondition(found.reduce(0) { $0 + $1.tokens.count } == ids.count)
            }
        }
        return BenchmarkFigure(kind: .restore, tokens: ids.count, seconds: seconds)
    }

    private func ids(_ count: Int) -> [Int32] {
        (0..<count).map { Int32(($0 &* 7919 &+ 13) % decoder.weights.plan.vocabulary) }
    }
}
