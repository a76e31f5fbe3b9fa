// Hyper-parameters of a model file, by the keys that families share, each checked for sense before anything is sized by it.

/// Reads `ARCHITECTURE.…` keys.
struct HyperParameters {
    let file: GGUFFile
    let architecture: String

    /// Rows of the embedding at most: tokens are 32-bit numbers, and no vocabulary is near this.
    static let largestVocabulary = 1 << 24

    /// An error about the value of `name`, at its place.
    func error(_ kind: EngineError.Kind, at name: String) -> EngineError {
        EngineError(kind: kind, path: file.path, offset: file.metadata[name]?.offset)
    }

    /// An error about `key` in the family's own name space.
    func invalid(_ key: String, _ value: String, wanted: String) -> EngineError {
        let name = "\(architecture).\(key)"
        return error(.invalidHyperParameter(name: name, value: value, wanted: wanted), at: name)
    }

    /// `key` in the family's own name space; 1...`limit`.
    func count(_ key: String, limit: Int = 1 << 24) throws -> Int {
        try checked(file.metadata.requiredInteger("\(architecture).\(key)"), key: key, limit: limit)
    }

    func count(_ key: String, default fallback: Int, limit: Int = 1 << 24) throws -> Int {
        guard let value = try file.metadata.integer("\(architecture).\(key)") else { return fallback }
        return try checked(value, key: key, limit: limit)
    }

    private func checked(_ value: Int, key: String, limit: Int) throws -> Int {
        guard value > 0, value <= limit else { throw invalid(key, "\(value)", wanted: "1 to \(limit)") }
        return value
    }

    func optionalCount(_ key: String, limit: Int = 1 << 24) throws -> Int? {
        guard let value = try file.metadata.integer("\(architecture).\(key)"), value != 0 else { return nil }
        return try checked(value, key: key, limit: limit)
    }

    /// A finite positive number.
    func number(_ key: String, default fallback: Double? = nil) throws -> Double {
        let name = "\(architecture).\(key)"
        let value =
            try file.metadata.float(name).map(Double.init) ?? fallback ?? Double(file.metadata.requiredFloat(name))
        guard value.isFinite, value > 0 else {
            throw invalid(key, "\(value)", wanted: "a finite number above zero")
        }
        return value
    }

    func optionalNumber(_ key: String) throws -> Double? {
        guard let value = try file.metadata.float("\(architecture).\(key)"), value != 0 else { return nil }
        return try number(key, default: Double(value))
    }

    /// Refuses what the family can't do.
    func refuse(_ key: String, unless isFine: (Int) -> Bool, feature: String, supported: String) throws {
        let name = "\(architecture).\(key)"
        guard let value = try file.metadata.integer(name), !isFine(value) else { return }
        throw error(.unsupported(feature: feature, value: "\(value)", supported: supported), at: name)
    }

    /// Dimensions and tensors common to all families; the caller completes it.
    func plan(attentionScale: (_ headWidth: Int) -> Double) throws -> ModelPlan {
        let width = try count("embedding_length", limit: 1 << 17)
        let heads = try count("attention.head_count", limit: 1 << 12)
        let kvHeads = try count("attention.head_count_kv", default: heads, limit: 1 << 12)
        let layers = try count("block_count", limit: 1 << 10)
        let headWidth = try count("attention.key_length", default: width / heads, limit: 1 << 10)
        let valueWidth = try count("attention.value_length", default: headWidth, limit: 1 << 10)
        func require(_ condition: Bool, _ key: String, _ value: Int, _ wanted: String) throws {
            guard condition else { throw invalid(key, "\(value)", wanted: wanted) }
        }
        try require(
            heads.isMultiple(of: kvHeads), "attention.head_count_kv", kvHeads, "a divisor of the \(heads) query heads")
        try require(
            headWidth.isMultiple(of: 16), "attention.key_length", headWidth, "a multiple of 16 values in a head")
        try require(
            valueWidth == headWidth, "attention.value_length", valueWidth, "the width of a key, \(headWidth)")
        // Beyond these no model lies, but a damaged number would ask for gigabytes of working memory.
        let widest = max(8 * width, 1 << 12)
        try require(
            heads * headWidth <= widest, "attention.head_count", heads,
            "at most \(widest / headWidth) heads of \(headWidth) at a width of \(width)")
        let hiddenLimit = min(max(64 * width, 1 << 12), 1 << 20)
        let vocabulary = file.tensor(named: "token_embd.weight")?.rows ?? 0
        let embedding = try file.require(tensor: "token_embd.weight", shape: [width, vocabulary])
        guard vocabulary <= Self.largestVocabulary else {
            throw EngineError(
                kind: .matrixTooLarge(
                    tensor: embedding.name, rows: vocabulary, columns: width, limit: Self.largestVocabulary),
                path: file.path, offset: embedding.offset)
        }
        let isTied = file.tensor(named: "output.weight") == nil
        return ModelPlan(
            width: width, hiddenWidth: try count("feed_forward_length", limit: hiddenLimit), heads: heads,
            kvHeads: kvHeads,
            headWidth: headWidth, vocabulary: vocabulary,
            contextLength: try count("context_length", limit: 1 << 26),
            normEpsilon: Float(try number("attention.layer_norm_rms_epsilon")),
            attentionScale: Float(attentionScale(headWidth)),
            output: isTied ? "token_embd.weight" : "output.weight", rotaries: [],
            layers: (0..<layers).map { LayerPlan.common(layer: $0, activation: .silu) })
    }

    /// Takes those biases of the layers' matrices that the file has.
    func takeBiases(of plan: inout ModelPlan) {
        for layer in plan.layers.indices {
            let bias = { (part: String) -> String? in
                let name = "blk.\(layer).\(part).bias"
                return file.tensor(named: name) == nil ? nil : name
            }
            plan.layers[layer].queryBias = bias("attn_q")
            plan.layers[layer].keyBias = bias("attn_k")
            plan.layers[layer].valueBias = bias("attn_v")
            plan.layers[layer].attentionOutputBias = bias("attn_output")
            plan.layers[layer].gateBias = bias("ffn_gate")
            plan.layers[layer].upBias = bias("ffn_up")
            plan.layers[layer].downBias = bias("ffn_down")
        }
    }
}
