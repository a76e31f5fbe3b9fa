// What no model asks for and a damaged or hostile file may: every number is refused with an error before anything is sized
// by it, and what a caller may get wrong is bounded or said.

import Foundation
import Testing
import TestSupport

@testable import Engine

@Suite("Limits of the engine")
struct LimitsTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A file that ends with a tensor of the given shape, whose weights are a hole: it takes no room on a disk.
    private func file(_ model: TinyModel, ending tensor: String, _ format: TensorFormat, _ dimensions: [Int]) throws
        -> GGUFFile
    {
        var writer = model.writer()
        writer.tensors.removeAll { $0.name == tensor }
        writer.add(tensor, format, dimensions, [])
        let path = try folder.write(writer.bytes(), to: "hole.gguf")
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        let weights = dimensions.reduce(1, *) / format.blockWeights * format.blockByteCount
        try handle.truncate(atOffset: handle.seekToEnd() + UInt64(weights) + 64)
        try handle.close()
        return try GGUFFile(path: path)
    }

    private func loadError(_ file: GGUFFile) throws -> EngineError {
        try #require(throws: EngineError.self) { try ModelWeights(file: file, pool: WorkerPool(threads: 1)) }
    }

    @Test("A tensor that no plan names may have any size: it is refused by name and sizes nothing")
    func unplannedTensor() throws {
        let file = try file(TinyModel(.llama), ending: "extra.weight", .q4_0, [1 << 32, 1])
        #expect(try loadError(file).kind == .unusedTensor("extra.weight", architecture: "llama"))
    }

    @Test("A vocabulary beyond any model's is refused with its place")
    func hugeVocabulary() throws {
        let name = "token_embd.weight"
        let file = try file(TinyModel(.llama), ending: name, .q4_0, [256, 1 << 25])
        let error = try loadError(file)
        let offset = String(try #require(file.tensor(named: name)).offset, radix: 16)
        #expect(
            error.description
                == "\(file.path):0x\(offset): error: tensor 'token_embd.weight' has 33554432 rows of 256 weights, and "
                + "16777216 of each are allowed [engine.matrix]")
    }

    @Test("A matrix whose sides no kernel can count is refused before it is sized")
    func hugeMatrix() throws {
        let file = try file(TinyModel(.llama), ending: "blk.1.ffn_up.weight", .q4_0, [1 << 32, 1])
        #expect(
            try loadError(file).kind
                == .matrixTooLarge(tensor: "blk.1.ffn_up.weight", rows: 1, columns: 1 << 32, limit: 1 << 26))
    }

    @Test("Dimensions that would take gigabytes a step are refused, those of large models are not")
    func stepMemory() throws {
        var plan = try ModelFamilies.plan(GGUFFile(path: TinyModel(.llama).write(to: folder)))
        try Workspace.check(plan, rows: Decoder.largestChunk, block: 0)
        (plan.width, plan.hiddenWidth, plan.heads, plan.headWidth) = (5376, 21504, 32, 128)
        plan.vocabulary = 262_144
        try Workspace.check(plan, rows: 512, block: 64 << 20)
        plan.hiddenWidth = 1 << 20
        let error = try #require(throws: EngineError.self) { try Workspace.check(plan, rows: 256, block: 0) }
        guard case .stepTooLarge(let byteCount, 256, 2 << 30) = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(byteCount > 2 << 30)
        #expect(throws: EngineError.self) { try Workspace.check(plan, rows: 1, block: 3 << 30) }
    }

    @Test("Memory that is not to be had is an error", arguments: [(1 << 40, 1 << 20), (1 << 62, 8)])
    func outOfMemory(rows: Int, width: Int) throws {
        let error = try #require(throws: EngineError.self) { try FloatBuffer(rows: rows, width: width) }
        guard case .outOfMemory = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(error.code == "engine.memory")
    }

    @Test("Any number of threads and any chunk that is asked for is brought into bounds")
    func bounds() throws {
        #expect(WorkerPool(threads: .min).threads == 1)
        let many = WorkerPool(threads: .max)
        #expect((1...WorkerPool.largestCount).contains(many.threads))
        let weights = try ModelWeights(file: GGUFFile(path: TinyModel(.llama).write(to: folder)), pool: many)
        #expect(try Decoder(weights: weights, pool: many, chunk: .min).chunk == 1)
        #expect(try Decoder(weights: weights, pool: many, chunk: .max).chunk == Decoder.largestChunk)
    }

    @Test("An instruction set that the machine lacks is refused by name")
    func unavailablePath() throws {
        let missing: CPUPath = CPUPath.neon.isAvailable ? .avx2 : .neon
        let weights = try ModelWeights(
            file: GGUFFile(path: TinyModel(.llama).write(to: folder)), pool: WorkerPool(threads: 1))
        let error = #expect(throws: EngineError.self) {
            _ = try Decoder(weights: weights, path: missing, pool: WorkerPool(threads: 1))
        }
        let available = CPUPath.available.map(\.rawValue).joined(separator: ", ")
        #expect(
            error?.description
                == "error: instruction set '\(missing)' is not supported; supported: \(available) [engine.unsupported]")
    }

    @Test("A thread that rounds another way loads nothing")
    func unsoundEnvironment() throws {
        let file = try GGUFFile(path: TinyModel(.llama).write(to: folder))
        let pool = WorkerPool(threads: 1)
        fesetround(FE_UPWARD)
        defer { fesetround(FE_TONEAREST) }
        let error = #expect(throws: EngineError.self) { try ModelWeights(file: file, pool: pool) }
        #expect(error?.kind == .unsoundEnvironment)
    }

    @Test("A prompt that is cancelled within a chunk leaves whole chunks, from which it goes on with the same bits")
    func cancellation() throws {
        let weights = try ModelWeights(
            file: GGUFFile(path: TinyModel(.llama).write(to: folder)), pool: WorkerPool(threads: 1))
        let decoder = try Decoder(weights: weights, pool: WorkerPool(threads: 1), chunk: 32)
        let tokens = (0..<100).map { Int32($0 * 3) }
        var whole = KVState(layout: weights.kvLayout)
        var expected: [Float] = []
        decoder.read(tokens, into: &whole) { expected = $1.array }
        for allowed in 0..<8 {
            var state = KVState(layout: weights.kvLayout)
            var (asked, rows) = (0, 0)
            // The tiny model has two layers: asked twice a chunk.
            decoder.read(
                tokens, into: &state, { _, _ in rows += 1 },
                isCancelled: {
                    asked += 1
                    return asked > allowed
                })
            #expect(state.count == min(100, allowed / 2 * 32) && rows == (allowed == 8 ? 1 : 0))
            #expect(state.blocks.count == (state.count + 63) / 64)
            var found: [Float] = []
            decoder.read(Array(tokens[state.count...]), into: &state) { found = $1.array }
            #expect(found == expected && state.bytes == whole.bytes)
        }
    }
}
