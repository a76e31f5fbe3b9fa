// A whole model of a few hundred thousand random weights, with a tokenizer and a chat template, so that the engine and all
// above it can be tested without anybody's weights. The same description gives the same bytes everywhere.

package import Engine

/// A description of a tiny model. Change what a test is about, then `write`.
package struct TinyModel: Sendable {
    package enum Family: String, CaseIterable, Sendable {
        case llama
        case gemma3
    }

    /// What a matrix is for.
    package enum Role: String, CaseIterable, Sendable {
        case embedding = "token_embd"
        case output
        case query = "attn_q"
        case key = "attn_k"
        case value = "attn_v"
        case attentionOutput = "attn_output"
        case gate = "ffn_gate"
        case up = "ffn_up"
        case down = "ffn_down"
    }

    package enum RopeScaling: Hashable, Sendable {
        case none
        /// `rope.scaling.type` is `linear`: all positions are divided by the factor.
        case linear(factor: Float)
        /// A tensor `rope_freqs.weight` divides every frequency by a factor of its own, from 1 up to `largest`.
        case frequencyFactors(largest: Float)
    }

    package var family: Family
    package var seed: UInt64
    /// The format of every matrix that `formats` does not name. Norms are F32 always.
    package var format: TensorFormat
    package var formats: [Role: TensorFormat] = [:]

    package var vocabularySize = 320
    package var width = 256
    package var layerCount: Int
    package var headCount = 4
    package var keyValueHeadCount = 2
    package var headWidth = 64
    package var hiddenWidth = 512
    package var contextLength = 2048
    /// Positions that a local layer of Gemma 3 sees.
    package var slidingWindow = 32
    package var ropeBase: Float
    package var ropeScaling = RopeScaling.none
    /// Without an `output.weight`, the embedding is used again.
    package var tiesOutput = true
    package var hasChatTemplate = true
    package var deviation: Float = 0.08
    /// Further metadata, written last.
    package var extraMetadata: [(key: String, value: GGUFWriter.Value)] = []

    /// A model of 2 layers (llama) or of 6 (Gemma 3, whose sixth layer is the first that sees everything).
    package init(_ family: Family, format: TensorFormat = .q8_0, seed: UInt64 = 1) {
        self.family = family
        self.format = format
        self.seed = seed
        layerCount = family == .llama ? 2 : 6
        ropeBase = family == .llama ? 10_000 : 1_000_000
    }

    /// The format of the matrices of a role.
    package func format(of role: Role) -> TensorFormat { formats[role] ?? format }

    /// The file's bytes.
    package func bytes() -> [UInt8] { writer().bytes() }

    /// Writes the model into a folder and returns its path.
    package func write(to folder: ScratchFolder, name: String = "tiny.gguf") throws -> String {
        try folder.write(bytes(), to: name)
    }

    /// The file before it is laid out, for tests that want to change it first.
    package func writer() -> GGUFWriter {
        var writer = GGUFWriter()
        addHyperparameters(to: &writer)
        switch family {
        case .llama: TinyVocabulary.byteLevel(size: vocabularySize).add(to: &writer, hasTemplate: hasChatTemplate)
        case .gemma3: TinyVocabulary.sentencePiece(size: vocabularySize).add(to: &writer, hasTemplate: hasChatTemplate)
        }
        for (key, value) in extraMetadata { writer.set(key, value) }
        addTensors(to: &writer)
        return writer
    }

    // MARK: - Parts

    private func addHyperparameters(to writer: inout GGUFWriter) {
        func set(_ key: String, _ value: GGUFWriter.Value) { writer.set("\(family.rawValue).\(key)", value) }
        func count(_ number: Int) -> GGUFWriter.Value { .uint32(UInt32(number)) }
        writer.set("general.architecture", .string(family.rawValue))
        writer.set("general.name", .string("Tiny \(family.rawValue)"))
        set("block_count", count(layerCount))
        set("context_length", count(contextLength))
        set("embedding_length", count(width))
        set("feed_forward_length", count(hiddenWidth))
        set("attention.head_count", count(headCount))
        set("attention.head_count_kv", count(keyValueHeadCount))
        set("attention.layer_norm_rms_epsilon", .float32(family == .llama ? 1e-5 : 1e-6))
        set("rope.freq_base", .float32(ropeBase))
        switch family {
        case .llama:
            set("vocab_size", count(vocabularySize))
            set("rope.dimension_count", count(headWidth))
        case .gemma3: set("attention.sliding_window", count(slidingWindow))
        }
        if family == .gemma3 || headWidth * headCount != width {
            set("attention.key_length", count(headWidth))
            set("attention.value_length", count(headWidth))
        }
        if case .linear(let factor) = ropeScaling {
            set("rope.scaling.type", .string("linear"))
            set("rope.scaling.factor", .float32(factor))
        }
    }

    private func addTensors(to writer: inout GGUFWriter) {
        func norm(_ name: String, _ width: Int) {
            var random = SplitMix64(seed: seed, name: name)
            var bytes: [UInt8] = []
            for _ in 0..<width { bytes.append(littleEndian: random.float(from: 0.75, to: 1.25).bitPattern) }
            writer.add("\(name).weight", .f32, [width], bytes)
        }
        func matrix(_ role: Role, layer: Int? = nil, _ columns: Int, _ rows: Int) {
            let name = (layer.map { "blk.\($0)." } ?? "") + role.rawValue
            var random = SplitMix64(seed: seed, name: name)
            let bytes = random.weights(columns * rows, in: format(of: role), deviation: deviation)
            writer.add("\(name).weight", format(of: role), [columns, rows], bytes)
        }
        let queryWidth = headCount * headWidth
        let keyWidth = keyValueHeadCount * headWidth
        matrix(.embedding, width, vocabularySize)
        if case .frequencyFactors(let largest) = ropeScaling {
            var bytes: [UInt8] = []
            for pair in 0..<headWidth / 2 {
                let share = Float(pair) / Float(max(1, headWidth / 2 - 1))
                bytes.append(littleEndian: (1 + (largest - 1) * share).bitPattern)
            }
            writer.add("rope_freqs.weight", .f32, [headWidth / 2], bytes)
        }
        for layer in 0..<layerCount {
            norm("blk.\(layer).attn_norm", width)
            matrix(.down, layer: layer, hiddenWidth, width)
            matrix(.gate, layer: layer, width, hiddenWidth)
            matrix(.up, layer: layer, width, hiddenWidth)
            norm("blk.\(layer).ffn_norm", width)
            matrix(.key, layer: layer, width, keyWidth)
            matrix(.attentionOutput, layer: layer, queryWidth, width)
            matrix(.query, layer: layer, width, queryWidth)
            matrix(.value, layer: layer, width, keyWidth)
            if family == .gemma3 {
                norm("blk.\(layer).attn_k_norm", headWidth)
                norm("blk.\(layer).attn_q_norm", headWidth)
                norm("blk.\(layer).post_attention_norm", width)
                norm("blk.\(layer).post_ffw_norm", width)
            }
        }
        norm("output_norm", width)
        if !tiesOutput { matrix(.output, width, vocabularySize) }
    }
}
