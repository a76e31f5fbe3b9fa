// A file of floats, written in fewer bits: it opens, says the same of itself, computes nearly the same, and a failed run
// leaves nothing.

import Engine
import Foundation
import Models
import Testing
import TestSupport

@Suite("Quantizing a file")
struct WeightsQuantizationTests {
    private func model(_ format: TensorFormat) -> TinyModel {
        var model = TinyModel(.llama, format: format, seed: 5)
        model.ropeScaling = .frequencyFactors(largest: 8)
        return model
    }

    private func quantize(
        _ source: String, _ target: String, _ format: String, threads: Int = 2
    ) throws -> QuantizationReport {
        let quantization = try #require(WeightsQuantization(formatNamed: format))
        return try quantization.run(from: source, to: target, threads: threads) { _, _, _ in }
    }

    private func logits(_ path: String) throws -> [Float] {
        let weights = try ModelWeights(file: GGUFFile(path: path), pool: WorkerPool(threads: 2))
        let decoder = try Decoder(weights: weights, pool: WorkerPool(threads: 2))
        var state = KVState(layout: weights.kvLayout)
        var logits: [Float] = []
        decoder.read((0..<24).map { Int32($0 * 13 % 320) }, into: &state, logits: .all) { logits += $1.array }
        return logits
    }

    @Test("Every format is written from every float format", arguments: WeightsQuantization.formatNames)
    func formats(name: String) throws {
        let folder = try ScratchFolder()
        for source: TensorFormat in [.f32, .f16, .bf16] {
            let from = try model(source).write(to: folder, name: "\(source.name).gguf")
            let to = folder.path + "/\(source.name)-\(name).gguf"
            let report = try quantize(from, to, name)
            let (old, new) = (try GGUFFile(path: from), try GGUFFile(path: to))
            #expect(new.tensors.map(\.name) == old.tensors.map(\.name))
            #expect(new.tensors.map(\.dimensions) == old.tensors.map(\.dimensions))
            #expect(new.tensors.map(\.format.name) == report.tensors.map(\.target))
            #expect(Set(report.tensors.map(\.target)).isSubset(of: [name, "F32", "Q6_K"]))
            #expect(try new.mapping.count == FileManager.default.attributesOfItem(atPath: to)[.size] as? Int)
            #expect(report.byteCount == new.mapping.count)
            #expect(new.metadata["general.file_type"] != nil)
            for key in old.metadata.entries.keys where key != "general.file_type" {
                #expect(new.metadata[key]?.typeName == old.metadata[key]?.typeName, "\(key)")
            }
            #expect(
                try new.metadata.requiredStrings("tokenizer.ggml.tokens").count
                    == old.metadata.requiredStrings("tokenizer.ggml.tokens").count)
            let (wanted, found) = (try logits(from), try logits(to))
            var (differences, magnitudes) = (0.0, 0.0)
            for (one, other) in zip(wanted, found) {
                differences += Double(one - other) * Double(one - other)
                magnitudes += Double(one) * Double(one)
            }
            // Two layers of random weights multiply an error by four to five; an unrelated model is off by 1.4.
            #expect((differences / magnitudes).squareRoot() < 0.05 + 5.5 * report.relativeError)
        }
    }

    @Test("The error figures are those of the weights that can be read back")
    func figures() throws {
        let folder = try ScratchFolder()
        let from = try model(.f32).write(to: folder)
        let to = folder.path + "/q.gguf"
        let report = try quantize(from, to, "q4_k")
        let pool = WorkerPool(threads: 1)
        let name = "blk.1.ffn_down.weight"
        let figure = try #require(report.tensors.first { $0.name == name })
        #expect((figure.source, figure.target, figure.weightCount) == ("F32", "Q4_K", 512 * 256))
        #expect(figure.byteCount == 512 * 256 / 256 * 144)
        #expect(figure.relativeError > 0.04 && figure.relativeError < 0.1)
        #expect(figure.largestError > 0)
        let norm = try #require(report.tensors.first { $0.name == "output_norm.weight" })
        #expect((norm.target, norm.relativeError, norm.largestError) == ("F32", 0, 0))
        // Another number of threads: the same bytes and the same figures.
        let other = try quantize(from, folder.path + "/q1.gguf", "Q4_K", threads: 1)
        #expect(other.tensors == report.tensors)
        #expect(try Data(contentsOf: URL(filePath: to)) == Data(contentsOf: URL(filePath: other.path)))
        _ = pool
    }

    @Test("A file that is there is not touched, and a failed run leaves nothing")
    func failures() throws {
        let folder = try ScratchFolder()
        let from = try model(.f32).write(to: folder)
        let error = #expect(throws: ModelError.self) { try quantize(from, from, "Q8_0") }
        #expect(
            error?.description
                == "\(from): error: a file of that name is there; move it away, or name another [model.file-exists]")
        // Not a number, in the last matrix.
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: from)))
        let tensor = try #require(try GGUFFile(path: from).tensors.last { $0.dimensions.count == 2 })
        for at in tensor.bytes.suffix(4) { bytes[at] = 0xff }
        let damaged = folder.path + "/damaged.gguf"
        try Data(bytes).write(to: URL(filePath: damaged))
        let target = folder.path + "/new.gguf"
        let located = #expect(throws: EngineError.self) { try quantize(damaged, target, "Q8_0") }
        #expect(located?.kind == .notFinite(tensor: tensor.name))
        #expect(located?.offset == tensor.offset)
        // Finite, but too large.
        for (at, byte) in zip(tensor.bytes.suffix(4), [0, 0, 0x80, 0x7e] as [UInt8]) { bytes[at] = byte }
        try Data(bytes).write(to: URL(filePath: damaged))
        let large = #expect(throws: EngineError.self) { try quantize(damaged, target, "Q4_K") }
        #expect(large?.kind == .weightsTooLarge(tensor: tensor.name, format: "Q4_K"))
        #expect(throws: (any Error).self) { try quantize(from, folder.path + "/none/new.gguf", "Q8_0") }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == [(from as NSString).lastPathComponent, "damaged.gguf"].sorted())
    }

    @Test("Names of formats are taken in any case; others are none")
    func names() {
        #expect(WeightsQuantization(formatNamed: "iq4_xs") != nil)
        #expect(WeightsQuantization(formatNamed: "Q4_K_M") == nil)
        #expect(WeightsQuantization(formatNamed: "MXFP4") == nil)
    }
}
