// The reader on the model files in use, where they are present.

import Foundation
import Testing

@testable import Engine
import TestSupport

private let smolLM2 = Locations.weights(Locations.smolLM2FileName)
private let gemma3 = Locations.weights(Locations.gemma3FileName)

@Suite("GGUFFile on real models")
struct GGUFRealModelTests {
    @Test("SmolLM2's file is read", .enabled(if: smolLM2 != nil, "SmolLM2's weights are not on this machine"))
    func readsSmolLM2() throws {
        let file = try GGUFFile(path: #require(smolLM2).path)
        #expect(
            try file.summary()
                == GGUFSummary(
                    architecture: "llama", name: "Smollm2 135M 8k Lc100K Mix1 Ep2", license: "apache-2.0",
                    contextLength: 8192, version: 3, fileByteCount: 98_362_432, parameterCount: 134_515_008,
                    tensorCount: 272,
                    formats: [
                        .init(format: .q4_1, tensorCount: 210, parameterCount: 106_168_320, byteCount: 66_355_200),
                        .init(format: .q8_0, tensorCount: 1, parameterCount: 28_311_552, byteCount: 30_081_024),
                        .init(format: .f32, tensorCount: 61, parameterCount: 35_136, byteCount: 140_544),
                    ]))
        #expect(file.alignment == 32)
        #expect(try file.metadata.requiredInteger("llama.block_count") == 30)
        #expect(try file.metadata.requiredInteger("llama.attention.head_count_kv") == 3)
        #expect(try file.metadata.requiredFloat("llama.rope.freq_base") == 100_000)
        #expect(try file.metadata.bool("tokenizer.ggml.add_bos_token") == false)
        let tokens = try file.metadata.requiredStrings("tokenizer.ggml.tokens")
        #expect(tokens.count == 49152)
        #expect(Array(tokens[1]) == Array("<|im_start|>".utf8))
        #expect(try file.metadata.requiredStrings("tokenizer.ggml.merges").count == 48900)
        #expect(try file.metadata.integers("tokenizer.ggml.token_type")?.count == 49152)
        let embedding = try file.require(tensor: "token_embd.weight", shape: [576, 49152])
        #expect(embedding.format == .q8_0)
        _ = try file.require(tensor: "blk.29.ffn_down.weight", shape: [1536, 576])
    }

    @Test("Gemma 3's file is read", .enabled(if: gemma3 != nil, "Gemma 3's weights are not on this machine"))
    func readsGemma3() throws {
        let file = try GGUFFile(path: #require(gemma3).path)
        #expect(
            try file.summary()
                == GGUFSummary(
                    architecture: "gemma3", name: "Gemma 3 270m", license: "gemma", contextLength: 32768, version: 3,
                    fileByteCount: 253_113_024, parameterCount: 268_098_176, tensorCount: 236,
                    formats: [
                        .init(format: .q8_0, tensorCount: 10, parameterCount: 169_246_720, byteCount: 179_824_640),
                        .init(format: .q5_0, tensorCount: 81, parameterCount: 63_406_080, byteCount: 43_591_680),
                        .init(format: .q4_K, tensorCount: 27, parameterCount: 23_592_960, byteCount: 13_271_040),
                        .init(format: .q6_K, tensorCount: 9, parameterCount: 11_796_480, byteCount: 9_676_800),
                        .init(format: .f32, tensorCount: 109, parameterCount: 55_936, byteCount: 223_744),
                    ]))
        #expect(try file.metadata.requiredInteger("gemma3.attention.key_length") == 256)
        #expect(try file.metadata.requiredInteger("gemma3.attention.sliding_window") == 512)
        let tokens = try file.metadata.requiredStrings("tokenizer.ggml.tokens")
        #expect(tokens.count == 262_144)
        #expect(Array(tokens[2]) == Array("<bos>".utf8))
        #expect(try file.metadata.floats("tokenizer.ggml.scores")?.count == 262_144)
        _ = try file.require(tensor: "blk.17.attn_q.weight", shape: [640, 1024])
    }
}
