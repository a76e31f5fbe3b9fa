// A whole model of a few hundred thousand random weights, with a tokenizer and a chat template, so that the engine and all
// above it can be tested without anybody's weights. The same description gives the same bytes everywhere.

package import Engine

/// A description of a tiny model. Change what a test is about, then `write`.
package struct TinyModel: Sendable {
    package enum Family: String, CaseIterable, Sendable {
        case llama
        case qwen2
        case qwen3
        case gemma2
        case gemma3
        case phi3
        case smollm3
        case granite
        case olmo2
    }

    /// What a matrix is for.
    package enum Role: String, CaseIterable, Sendable {
        case embedding = "token_embd"
        case output
        case query = "attn_q"
        case queryKeyValue = "attn_qkv"
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
        /// The factors of Llama 3.1 in `rope_freqs.weight`: fast pairs stay, slow ones are divided by `factor`.
        case llama3(factor: Float, originalContext: Int)
        case yarn(factor: Float, originalContext: Int)
        /// Two tensors of factors, for short and for long contexts, and a factor of the result.
        case longRoPE(originalContext: Int)
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
    /// Values of a head that are rotated; nil for all.
    package var rotaryDimensions: Int?
    /// Positions that a local layer of Gemma, or any layer of Phi 3, sees.
    package var slidingWindow = 32
    package var ropeBase: Float
    package var ropeScaling = RopeScaling.none
    /// Without an `output.weight`, the embedding is used again.
    package var tiesOutput = true
    package var hasChatTemplate = true
    package var deviation: Float = 0.08
    /// Further metadata, written last.
    package var extraMetadata: [(key: String, value: GGUFWriter.Value)] = []

    /// A model of 2 layers, or of as many as show all kinds of layers that its family has.
    package init(_ family: Family, format: TensorFormat = .q8_0, seed: UInt64 = 1) {
        self.family = family
        self.format = format
        self.seed = seed
        layerCount =
            switch family {
            case .gemma3: 6
            case .smollm3: 4
            default: 2
            }
        ropeBase = family == .gemma3 ? 1_000_000 : 10_000
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
        vocabulary.add(to: &writer, hasTemplate: hasChatTemplate)
        for (key, value) in extraMetadata { writer.set(key, value) }
        addTensors(to: &writer)
        return writer
    }

    private var vocabulary: TinyVocabulary {
        switch family {
        case .gemma2, .gemma3, .phi3: .sentencePiece(size: vocabularySize)
        default: .byteLevel(size: vocabularySize)
        }
    }
}
