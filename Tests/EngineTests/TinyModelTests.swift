// The tiny models that other tests are built on: the right tensors, sane weights, the same bytes everywhere.

import Foundation
import Testing

@testable import Engine
import TestSupport

@Suite("TinyModel")
struct TinyModelTests {
    @Test("A llama model has the metadata and tensors that a real one has")
    func writesLlama() throws {
        let folder = try ScratchFolder()
        var model = TinyModel(.llama)
        model.ropeScaling = .frequencyFactors(largest: 8)
        model.tiesOutput = false
        model.formats = [.embedding: .q6_K, .down: .f16]
        let file = try GGUFFile(path: model.write(to: folder))
        #expect(try file.metadata.requiredString("general.architecture") == "llama")
        #expect(try file.metadata.requiredInteger("llama.block_count") == 2)
        #expect(try file.metadata.requiredInteger("llama.rope.dimension_count") == 64)
        #expect(file.metadata["llama.attention.key_length"] == nil)
        #expect(file.tensors.count == 1 + 1 + 2 * 9 + 1 + 1)
        #expect(try file.require(tensor: "token_embd.weight", shape: [256, 320]).format == .q6_K)
        #expect(try file.require(tensor: "output.weight", shape: [256, 320]).format == .q8_0)
        #expect(try file.require(tensor: "rope_freqs.weight", shape: [32]).format == .f32)
        #expect(try file.require(tensor: "blk.1.ffn_down.weight", shape: [512, 256]).format == .f16)
        _ = try file.require(tensor: "blk.1.attn_q.weight", shape: [256, 256])
        _ = try file.require(tensor: "blk.1.attn_k.weight", shape: [256, 128])
        let tokens = try file.metadata.requiredStrings("tokenizer.ggml.tokens")
        #expect(tokens.count == 320)
        #expect(Array(tokens[3 + 65]) == Array("A".utf8))
        #expect(Array(tokens[3 + 32]) == Array("Ġ".utf8))
        #expect(Set((0..<tokens.count).map { Array(tokens[$0]) }).count == 320)
        #expect(try file.metadata.requiredStrings("tokenizer.ggml.merges").count == 61)
        #expect(try file.metadata.integers("tokenizer.ggml.token_type")?.count == 320)
    }

    @Test("A Gemma 3 model has the metadata and tensors that a real one has")
    func writesGemma3() throws {
        let folder = try ScratchFolder()
        var model = TinyModel(.gemma3)
        model.ropeScaling = .linear(factor: 8)
        let file = try GGUFFile(path: model.write(to: folder))
        #expect(try file.metadata.requiredInteger("gemma3.block_count") == 6)
        #expect(try file.metadata.requiredInteger("gemma3.attention.key_length") == 64)
        #expect(try file.metadata.requiredInteger("gemma3.attention.sliding_window") == 32)
        #expect(try file.metadata.requiredFloat("gemma3.rope.scaling.factor") == 8)
        #expect(file.tensors.count == 1 + 6 * 13 + 1)
        for name in ["attn_q_norm", "attn_k_norm"] { _ = try file.require(tensor: "blk.5.\(name).weight", shape: [64]) }
        for name in ["attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm"] {
            _ = try file.require(tensor: "blk.5.\(name).weight", shape: [256])
        }
        #expect(file.tensor(named: "output.weight") == nil)
        let tokens = try file.metadata.requiredStrings("tokenizer.ggml.tokens")
        #expect(tokens.count == 320)
        #expect(Array(tokens[6]) == Array("<0x00>".utf8))
        #expect(Set((0..<tokens.count).map { Array(tokens[$0]) }).count == 320)
        #expect(try file.metadata.floats("tokenizer.ggml.scores")?.count == 320)
    }

    @Test("The same description gives the same bytes, another seed gives others")
    func isDeterministic() {
        var small = TinyModel(.llama, seed: 5)
        small.layerCount = 1
        small.tiesOutput = false
        small.formats = [
            .embedding: .q6_K, .output: .q8_0, .query: .q4_0, .key: .q4_1, .value: .q5_0, .attentionOutput: .q5_1,
            .gate: .q4_K, .up: .q5_K, .down: .f16,
        ]
        let bytes = small.bytes()
        #expect(bytes == small.bytes())
        // FNV-1a of the whole file: a change here changes every golden made from tiny models.
        let digest = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        #expect(digest == 621_003_666_925_618_862)
        small.seed = 6
        #expect(bytes != small.bytes())
    }

    @Test("A tensor's weights do not depend on the other tensors' formats")
    func isolatesTensors() throws {
        let plain = TinyModel(.llama)
        var mixed = plain
        mixed.formats[.gate] = .q4_K
        let name = "blk.1.attn_v.weight"
        #expect(
            plain.writer().tensors.first { $0.name == name }?.bytes
                == mixed.writer().tensors.first { $0.name == name }?.bytes)
    }

    @Test("Weights of every format have the deviation asked for and a mean near zero", arguments: TensorFormat.allCases)
    func drawsSaneWeights(format: TensorFormat) {
        var random = SplitMix64(seed: 11)
        let count = 256 * 64
        let weights = decoded(random.weights(count, in: format, deviation: 0.08), format)
        #expect(weights.count == count)
        let mean = weights.reduce(0, +) / Float(count)
        let deviation = (weights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(count)).squareRoot()
        #expect(abs(mean) < 0.01)
        #expect(deviation > 0.06 && deviation < 0.11)
        #expect(weights.allSatisfy { abs($0) < 0.6 })
    }

    // MARK: - Reading weights

    /// The weights of a run of blocks, straight from the formats' definitions.
    private func decoded(_ bytes: [UInt8], _ format: TensorFormat) -> [Float] {
        stride(from: 0, to: bytes.count, by: format.blockByteCount).flatMap {
            decodedBlock(Array(bytes[$0..<$0 + format.blockByteCount]), format)
        }
    }

    private func decodedBlock(_ block: [UInt8], _ format: TensorFormat) -> [Float] {
        func half(_ place: Int) -> Float {
            Float(Float16(bitPattern: UInt16(block[place]) | UInt16(block[place + 1]) << 8))
        }
        func nibble(_ start: Int, _ index: Int) -> Int { Int(block[start + index % 16] >> (index < 16 ? 0 : 4)) & 15 }
        func bit(_ start: Int, _ index: Int) -> Int { Int(block[start + index / 8] >> UInt8(index % 8)) & 1 }
        func signed(_ place: Int) -> Float { Float(Int8(bitPattern: block[place])) }
        switch format {
        case .f32: return [Float(bitPattern: block.reversed().reduce(0) { $0 << 8 | UInt32($1) })]
        case .f16: return [half(0)]
        case .bf16: return [Float(bitPattern: UInt32(block[0]) << 16 | UInt32(block[1]) << 24)]
        case .q8_0: return (0..<32).map { half(0) * signed(2 + $0) }
        case .q4_0: return (0..<32).map { half(0) * Float(nibble(2, $0) - 8) }
        case .q4_1: return (0..<32).map { half(0) * Float(nibble(4, $0)) + half(2) }
        case .q5_0: return (0..<32).map { half(0) * Float(nibble(6, $0) + 16 * bit(2, $0) - 16) }
        case .q5_1: return (0..<32).map { half(0) * Float(nibble(8, $0) + 16 * bit(4, $0)) + half(2) }
        case .q4_K, .q5_K:
            return (0..<256).map { index in
                let group = index / 32
                let (scale, minimum) = scaleAndMinimum(Array(block[4..<16]), group)
                let low = format == .q4_K ? 16 : 48
                var quant = Int(block[low + group / 2 * 32 + index % 32] >> (group % 2 == 0 ? 0 : 4)) & 15
                if format == .q5_K { quant += 16 * (Int(block[16 + index % 32] >> UInt8(group)) & 1) }
                return half(0) * Float(scale * quant) - half(2) * Float(minimum)
            }
        case .q6_K:
            return (0..<256).map { index in
                let (part, quarter, lane) = (index / 128, index % 128 / 32, index % 32)
                let low = Int(block[part * 64 + quarter % 2 * 32 + lane] >> (quarter < 2 ? 0 : 4)) & 15
                let high = Int(block[128 + part * 32 + lane] >> UInt8(quarter * 2)) & 3
                return half(208) * signed(192 + index / 16) * Float(low + 16 * high - 32)
            }
        case .q2_K:
            return (0..<256).map { index in
                let scale = block[index / 16]
                return half(80) * Float(scale & 15) * Float(twoBits(block, 16, index)) - half(82) * Float(scale >> 4)
            }
        case .q3_K:
            return (0..<256).map { index in
                let (j, high) = (index / 16, Int(block[index % 32] >> UInt8(index / 32)) & 1)
                let low = Int(block[96 + j % 8] >> (j < 8 ? 0 : 4)) & 15
                let scale = low + 16 * (Int(block[104 + j % 4] >> UInt8(2 * (j / 4))) & 3) - 32
                return half(108) * Float(scale * (twoBits(block, 32, index) + 4 * high - 4))
            }
        case .tq1_0:
            return (0..<256).map { index in
                let (byte, digit) =
                    index < 160
                    ? (index % 32, index / 32)
                    : index < 240 ? (32 + index % 16, (index - 160) / 16) : (48 + index % 4, (index - 240) / 4)
                var fraction = Int(block[byte])
                for _ in 0..<digit { fraction = fraction * 3 % 256 }
                return half(52) * Float(fraction * 3 / 256 - 1)
            }
        case .tq2_0: return (0..<256).map { half(64) * Float(twoBits(block, 0, $0) - 1) }
        case .iq4_NL: return (0..<32).map { half(0) * Self.levels[nibble(2, $0)] }
        case .iq4_XS:
            return (0..<256).map { index in
                let j = index / 32
                let low = Int(block[4 + j / 2] >> (j % 2 == 0 ? 0 : 4)) & 15
                let scale = low + 16 * (Int(block[2 + j / 4] >> UInt8(2 * (j % 4))) & 3) - 32
                return half(0) * Float(scale) * Self.levels[nibble(8 + 16 * j, index % 32)]
            }
        case .mxfp4:
            let scale = Float(sign: .plus, exponent: Int(block[0]) - 127, significand: 1)
            let magnitudes: [Float] = [0, 0.5, 1, 1.5, 2, 3, 4, 6]
            return (0..<32).map { index in
                let quant = nibble(1, index)
                return scale * magnitudes[quant % 8] * (quant < 8 ? 1 : -1)
            }
        }
    }

    private static let levels: [Float] = [
        -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
    ]

    /// Quant `index` of a block with four a byte, from byte `start` on.
    private func twoBits(_ block: [UInt8], _ start: Int, _ index: Int) -> Int {
        Int(block[start + index / 128 * 32 + index % 32] >> UInt8(index % 128 / 32 * 2)) & 3
    }

    private func scaleAndMinimum(_ packed: [UInt8], _ group: Int) -> (Int, Int) {
        let bytes = packed.map(Int.init)
        guard group >= 4 else { return (bytes[group] & 63, bytes[group + 4] & 63) }
        let (low, scaleHigh, minimumHigh) = (bytes[group + 4], bytes[group - 4] >> 6, bytes[group] >> 6)
        return (low & 15 + scaleHigh * 16, low >> 4 + minimumHigh * 16)
    }
}
