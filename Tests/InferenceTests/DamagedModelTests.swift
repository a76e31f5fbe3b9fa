// Files of weights that are GGUF and no model: one value of a good one is another, and opening it says which, with what was
// found and wanted. Nothing is computed with such a file, and nothing is read beyond its end.

import Engine
import Inference
import TestSupport
import Testing

/// One value of the metadata changed, or gone.
private struct DamagedModel: CustomTestStringConvertible, Sendable {
    var key: String
    var value: GGUFWriter.Value?
    var message: String
    var testDescription: String { "\(key) \(value.map { "\($0)" } ?? "missing")" }

    init(_ key: String, _ value: GGUFWriter.Value?, _ message: String) {
        self.key = key
        self.value = value
        self.message = message
    }

    private static func parameter(_ key: String, _ value: UInt32, wanted: String) -> DamagedModel {
        DamagedModel(
            key, .uint32(value), "error: '\(key)' is \(value), wanted \(wanted) [engine.hyper-parameter]")
    }

    static let all = [
        DamagedModel(
            "general.architecture", .string("xlama"),
            "error: architecture 'xlama' is not supported; supported: gemma2, gemma3, granite, llama, olmo2, "
                + "phi3, qwen2, qwen3, smollm3 [engine.architecture]"),
        parameter("llama.block_count", 0, wanted: "1 to 1024"),
        parameter("llama.block_count", 1_000_000_000, wanted: "1 to 1024"),
        DamagedModel(
            "llama.block_count", .uint32(1),
            "error: tensor 'blk.1.attn_norm.weight' is no part of a 'llama' model as this engine knows it "
                + "[engine.unused-tensor]"),
        parameter("llama.embedding_length", 0, wanted: "1 to 131072"),
        parameter("llama.embedding_length", 1 << 31, wanted: "1 to 131072"),
        parameter("llama.attention.head_count", 0, wanted: "1 to 4096"),
        parameter("llama.attention.head_count", 1 << 31, wanted: "1 to 4096"),
        parameter("llama.attention.head_count_kv", 0, wanted: "1 to 4096"),
        parameter("llama.attention.head_count_kv", 3, wanted: "a divisor of the 4 query heads"),
        parameter("llama.context_length", 0, wanted: "1 to 67108864"),
        parameter("llama.context_length", .max, wanted: "1 to 67108864"),
        parameter("llama.feed_forward_length", 0, wanted: "1 to 16384"),
        parameter("llama.feed_forward_length", 1 << 31, wanted: "1 to 16384"),
        parameter("llama.rope.dimension_count", 0, wanted: "1 to 64"),
        parameter("llama.rope.dimension_count", 3, wanted: "an even number"),
        parameter("llama.rope.dimension_count", 1000, wanted: "1 to 64"),
        DamagedModel(
            "llama.rope.freq_base", .float32(0),
            "error: 'llama.rope.freq_base' is 0.0, wanted a finite number above zero [engine.hyper-parameter]"),
        DamagedModel(
            "llama.rope.freq_base", .float32(-1),
            "error: 'llama.rope.freq_base' is -1.0, wanted a finite number above zero [engine.hyper-parameter]"),
        DamagedModel(
            "llama.attention.layer_norm_rms_epsilon", .float32(0),
            "error: 'llama.attention.layer_norm_rms_epsilon' is 0.0, wanted a finite number above zero "
                + "[engine.hyper-parameter]"),
        DamagedModel(
            "tokenizer.ggml.merges", nil,
            "a byte-level BPE vocabulary needs merges, but there are none; convert the model again [tokenization.merge]"
        ),
        DamagedModel(
            "tokenizer.ggml.eos_token_id", .uint32(60_000),
            "the end of text token is 60000, but the vocabulary has 320 tokens; convert the model again "
                + "[tokenization.special-token]"),
    ]
}

extension DamagedModel {
    /// Where the value, or what contradicts it, stands in the file.
    private static let places = [
        "general.architecture": ":0x34",
        "llama.attention.head_count": ":0x125",
        "llama.attention.head_count_kv": ":0x152",
        "llama.attention.layer_norm_rms_epsilon": ":0x188",
        "llama.block_count": ":0x88",
        "llama.block_count 1": ":0x1b61",
        "llama.context_length": ":0xac",
        "llama.embedding_length": ":0xd2",
        "llama.feed_forward_length": ":0xfb",
        "llama.rope.dimension_count": ":0x1f6",
        "llama.rope.freq_base": ":0x1ac",
        "tokenizer.ggml.eos_token_id": ":0x1765",
        "tokenizer.ggml.merges": "",
    ]

    /// The whole message, the file named without its folder.
    fileprivate var located: String {
        let contradiction = message.contains("blk.1") ? " 1" : ""
        let text = message.hasPrefix("error: ") ? message : "error: \(message)"
        return "x.gguf\(Self.places[key + contradiction] ?? ""): \(text)"
    }
}

@Suite("Damaged models")
struct DamagedModelTests {
    @Test("are refused with the value that is wrong", arguments: DamagedModel.all)
    private func refusal(_ damaged: DamagedModel) throws {
        let folder = try ScratchFolder()
        var writer = TinyModel(.llama).writer()
        let place = try #require(writer.metadata.firstIndex { $0.key == damaged.key })
        if let value = damaged.value { writer.metadata[place].value = value } else { writer.metadata.remove(at: place) }
        let path = try folder.write(writer.bytes(), to: "x.gguf")
        let error = #expect(throws: (any Error).self) { try LocalModel(path: path, sha256: "0") }
        let message = error.map { "\($0)" }
        #expect(message?.split(separator: "/").last.map(String.init) == damaged.located)
    }
}
