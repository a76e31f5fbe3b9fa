// Every way in which a model file can fail to become a model, with the whole message: file, place, found and wanted, code.

import Engine
import Foundation
import Inference
import Testing
import TestSupport
import Tokenization

/// A damaged tiny model, and what opening it says.
private struct Damage: CustomTestStringConvertible, Sendable {
    /// What the error points at.
    enum Place: Sendable {
        case key(String)
        case tensor(String)
        /// Behind the header, where metadata begin: for what is not there.
        case metadata
    }

    var testDescription: String
    var place: Place
    var message: String
    var model = TinyModel(.llama)
    var change: @Sendable (inout GGUFWriter) -> Void

    init(
        _ description: String, at place: Place, _ message: String, scaling: TinyModel.RopeScaling = .none,
        change: @escaping @Sendable (inout GGUFWriter) -> Void
    ) {
        testDescription = description
        self.place = place
        self.message = message
        self.change = change
        model.ropeScaling = scaling
    }

    /// A model with another value, or one more.
    init(_ description: String, _ key: String, _ value: GGUFWriter.Value, at place: Place? = nil, _ message: String) {
        self.init(description, at: place ?? .key(key), message) { $0.replace(key, value) }
    }
}

extension GGUFWriter {
    fileprivate mutating func replace(_ key: String, _ value: Value) {
        metadata.removeAll { $0.key == key }
        set(key, value)
    }

    fileprivate mutating func append(_ value: Value, to key: String) {
        guard let found = metadata.first(where: { $0.key == key }), case .array(let elements, _) = found.value else {
            return
        }
        replace(key, .array(elements + [value]))
    }

    /// Overwrites the first bytes of a tensor.
    fileprivate mutating func overwrite(_ tensor: String, with bytes: [UInt8]) {
        for index in tensors.indices where tensors[index].name == tensor {
            tensors[index].bytes.replaceSubrange(..<bytes.count, with: bytes)
        }
    }
}

@Suite("Errors of opening a model")
struct LoadErrorTests {
    private static let damages: [Damage] = [
        Damage(
            "unknown architecture", "general.architecture", .string("mamba"),
            "architecture 'mamba' is not supported; supported: gemma2, gemma3, granite, llama, olmo2, "
                + "phi3, qwen2, qwen3, smollm3 [engine.architecture]"),
        Damage(
            "heads that do not divide", "llama.attention.head_count_kv", .uint32(3),
            "'llama.attention.head_count_kv' is 3, wanted a divisor of the 4 query heads [engine.hyper-parameter]"),
        Damage(
            "an odd head width", "llama.attention.key_length", .uint32(60),
            "'llama.attention.key_length' is 60, wanted a multiple of 16 values in a head [engine.hyper-parameter]"),
        Damage(
            "too many heads", at: .key("llama.attention.head_count"),
            "'llama.attention.head_count' is 128, wanted at most 64 heads of 64 at a width of 256 "
                + "[engine.hyper-parameter]",
            change: {
                $0.replace("llama.attention.head_count", .uint32(128))
                $0.replace("llama.attention.key_length", .uint32(64))
            }),
        Damage(
            "too wide a feed-forward", "llama.feed_forward_length", .uint32(1 << 20),
            "'llama.feed_forward_length' is 1048576, wanted 1 to 16384 [engine.hyper-parameter]"),
        Damage(
            "no epsilon", "llama.attention.layer_norm_rms_epsilon", .float32(0),
            "'llama.attention.layer_norm_rms_epsilon' is 0.0, wanted a finite number above zero "
                + "[engine.hyper-parameter]"),
        Damage(
            "a rotary scaling", "llama.rope.scaling.type", .string("ntk"),
            "rotary scaling 'ntk' is not supported; supported: none, linear, yarn, longrope [engine.unsupported]"),
        Damage(
            "experts", "llama.expert_count", .uint32(8),
            "number of experts '8' is not supported; supported: dense models [engine.unsupported]"),
        Damage(
            "a tokenizer model", "tokenizer.ggml.model", .string("bert"),
            "unknown tokenizer model 'bert'; supported are 'gpt2' (byte-level BPE) and 'llama' (SentencePiece) "
                + "[tokenization.model]"),
        Damage(
            "a pre-tokenizer", "tokenizer.ggml.pre", .string("nobody"),
            "unknown pre-tokenizer 'nobody'; convert the model again with a current converter, or take another model "
                + "[tokenization.pre-tokenizer]"),
        Damage(
            "a special token", "tokenizer.ggml.bos_token_id", .uint32(9999),
            "the beginning of text token is 9999, but the vocabulary has 320 tokens; convert the model again "
                + "[tokenization.special-token]"),
        Damage(
            "a chat template", "tokenizer.chat_template", .string("a\n{% nothing %}"),
            "chat template, line 2, column 1: unknown tag 'nothing' [template.unknown-tag]"),
        Damage(
            "no tokenizer", at: .metadata,
            "metadata 'tokenizer.ggml.tokens' is missing; the file is no complete model [gguf.missing-key]",
            change: { $0.metadata.removeAll { $0.key.hasPrefix("tokenizer.") } }),
        Damage(
            "more tokens than embeddings", at: .key("tokenizer.ggml.tokens"),
            "the vocabulary has 321 tokens, but the model has embeddings for 320; convert the model again "
                + "[engine.vocabulary]",
            change: {
                $0.append(.string("one more"), to: "tokenizer.ggml.tokens")
                $0.append(.int32(1), to: "tokenizer.ggml.token_type")
            }),
        Damage(
            "a scale that is not a number", at: .tensor("blk.1.attn_k.weight"),
            "tensor 'blk.1.attn_k.weight' holds a weight or scale that is not a finite number; the file is damaged, "
                + "fetch it again [engine.not-finite]",
            change: { $0.overwrite("blk.1.attn_k.weight", with: [0x00, 0x7E]) }),
        Damage(
            "a tensor of another model", at: .tensor("blk.0.attn_sinks.weight"),
            "tensor 'blk.0.attn_sinks.weight' is no part of a 'llama' model as this engine knows it "
                + "[engine.unused-tensor]",
            change: { $0.add("blk.0.attn_sinks.weight", .f32, [1], [0, 0, 0, 0]) }),
        Damage(
            "a rotary factor", at: .tensor("rope_freqs.weight"),
            "tensor 'rope_freqs.weight' holds the factor 0.0, wanted finite numbers above zero [engine.rotary]",
            scaling: .frequencyFactors(largest: 8),
            change: { $0.overwrite("rope_freqs.weight", with: [0, 0, 0, 0]) }),
        Damage(
            "angles beyond the sine", at: .key("llama.rope.freq_base"),
            "rotary angles reach 2199023255552.0 at the end of the context, and less than 2147483648.0 is wanted; "
                + "the file's rotary base, scaling or context length is damaged [engine.rotary]",
            scaling: .linear(factor: 0x1p-30), change: { _ in }),
        Damage(
            "a tensor's shape", at: .tensor("output_norm.weight"),
            "tensor 'output_norm.weight' has 1 columns, but the model needs 256 [gguf.shape]",
            change: {
                $0.tensors.removeAll { $0.name == "output_norm.weight" }
                $0.add("output_norm.weight", .f32, [1], [0, 0, 0, 0])
            }),
    ]

    @Test("The message names the file, the place, what is wrong and the code", arguments: damages)
    private func message(_ damage: Damage) throws {
        let folder = try ScratchFolder()
        var writer = damage.model.writer()
        damage.change(&writer)
        let path = try folder.write(writer.bytes(), to: "damaged.gguf")
        let file = try GGUFFile(path: path)
        let offset =
            switch damage.place {
            case .key(let key): try #require(file.metadata[key]).offset
            case .tensor(let name): try #require(file.tensor(named: name)).offset
            case .metadata: 24
            }
        let error = try #require(throws: (any Error).self) {
            try LocalModel(path: path, sha256: "0", options: .init(threads: 1))
        }
        #expect("\(error)" == "\(path):0x\(String(offset, radix: 16)): error: \(damage.message)")
    }

    @Test("Rows without a token are padding")
    func paddingRows() throws {
        let folder = try ScratchFolder()
        var writer = TinyModel(.llama).writer()
        for key in ["tokens", "token_type", "merges"].map({ "tokenizer.ggml.\($0)" }) {
            let value = try #require(writer.metadata.first { $0.key == key }).value
            guard case .array(let elements, _) = value else { continue }
            writer.replace(key, .array(elements.dropLast()))
        }
        let path = try folder.write(writer.bytes(), to: "padded.gguf")
        #expect(try LocalModel(path: path, sha256: "0", options: .init(threads: 1)).tokenizer.count == 319)
    }
}
