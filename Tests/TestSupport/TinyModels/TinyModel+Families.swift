// What a file of each family holds: the keys of its hyper-parameters and its tensors, in the order and by the names that
// converters write.

internal import Engine

extension TinyModel {
    func addHyperparameters(to writer: inout GGUFWriter) {
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
        set("attention.layer_norm_rms_epsilon", .float32(family == .gemma3 ? 1e-6 : 1e-5))
        set("rope.freq_base", .float32(ropeBase))
        switch family {
        case .llama:
            set("vocab_size", count(vocabularySize))
            set("rope.dimension_count", count(rotaryDimensions ?? headWidth))
        case .gemma3: set("attention.sliding_window", count(slidingWindow))
        case .gemma2:
            set("attention.sliding_window", count(slidingWindow))
            set("attn_logit_softcapping", .float32(2))
            set("final_logit_softcapping", .float32(6))
        case .phi3:
            set("attention.sliding_window", count(slidingWindow))
            set("rope.dimension_count", count(rotaryDimensions ?? headWidth))
        case .granite:
            set("attention.scale", .float32(0.03125))
            set("embedding_scale", .float32(6))
            set("residual_scale", .float32(0.25))
            set("logit_scale", .float32(4))
        case .qwen2, .qwen3, .smollm3, .olmo2: break
        }
        if family == .gemma3 || family == .gemma2 || headWidth * headCount != width {
            set("attention.key_length", count(headWidth))
            set("attention.value_length", count(headWidth))
        }
        switch ropeScaling {
        case .none, .frequencyFactors, .llama3: break
        case .linear(let factor):
            set("rope.scaling.type", .string("linear"))
            set("rope.scaling.factor", .float32(factor))
        case .yarn(let factor, let originalContext):
            set("rope.scaling.type", .string("yarn"))
            set("rope.scaling.factor", .float32(factor))
            set("rope.scaling.original_context_length", count(originalContext))
        case .longRoPE(let originalContext):
            set("rope.scaling.original_context_length", count(originalContext))
            set("rope.scaling.attn_factor", .float32(Self.longRoPEMagnitude))
        }
    }

    /// Of heads turned by `longRoPE`.
    package static let longRoPEMagnitude: Float = 1.25

    func addTensors(to writer: inout GGUFWriter) {
        let queryWidth = headCount * headWidth
        let keyWidth = keyValueHeadCount * headWidth
        addMatrix(.embedding, width, vocabularySize, to: &writer)
        addRotaryFactors(to: &writer)
        for layer in 0..<layerCount {
            func matrix(_ role: Role, _ columns: Int, _ rows: Int) {
                addMatrix(role, layer: layer, columns, rows, to: &writer)
            }
            func norm(_ name: String, _ width: Int) {
                addVector("blk.\(layer).\(name).weight", width, around: 1, to: &writer)
            }
            if family != .olmo2 { norm("attn_norm", width) }
            matrix(.down, hiddenWidth, width)
            if family == .phi3 {
                matrix(.up, width, 2 * hiddenWidth)
                norm("ffn_norm", width)
                matrix(.attentionOutput, queryWidth, width)
                matrix(.queryKeyValue, width, queryWidth + 2 * keyWidth)
                continue
            }
            matrix(.gate, width, hiddenWidth)
            matrix(.up, width, hiddenWidth)
            if family != .olmo2 { norm("ffn_norm", width) }
            matrix(.key, width, keyWidth)
            matrix(.attentionOutput, queryWidth, width)
            matrix(.query, width, queryWidth)
            matrix(.value, width, keyWidth)
            if family == .qwen2 {
                for (role, width) in [(Role.query, queryWidth), (.key, keyWidth), (.value, keyWidth)] {
                    addVector("blk.\(layer).\(role.rawValue).bias", width, around: 0, to: &writer)
                }
            }
            if [.qwen3, .gemma3, .olmo2].contains(family) {
                norm("attn_k_norm", family == .olmo2 ? keyWidth : headWidth)
                norm("attn_q_norm", family == .olmo2 ? queryWidth : headWidth)
            }
            if [.gemma2, .gemma3, .olmo2].contains(family) {
                norm("post_attention_norm", width)
                norm("post_ffw_norm", width)
            }
        }
        addVector("output_norm.weight", width, around: 1, to: &writer)
        if !tiesOutput { addMatrix(.output, width, vocabularySize, to: &writer) }
    }

    private func addMatrix(_ role: Role, layer: Int? = nil, _ columns: Int, _ rows: Int, to writer: inout GGUFWriter) {
        let name = (layer.map { "blk.\($0)." } ?? "") + role.rawValue
        var random = SplitMix64(seed: seed, name: name)
        let bytes = random.weights(columns * rows, in: format(of: role), deviation: deviation)
        writer.add("\(name).weight", format(of: role), [columns, rows], bytes)
    }

    /// Values within a quarter of `middle`.
    private func addVector(_ name: String, _ width: Int, around middle: Float, to writer: inout GGUFWriter) {
        var random = SplitMix64(seed: seed, name: name.hasSuffix(".weight") ? String(name.dropLast(7)) : name)
        var bytes: [UInt8] = []
        for _ in 0..<width {
            bytes.append(littleEndian: random.float(from: middle - 0.25, to: middle + 0.25).bitPattern)
        }
        writer.add(name, .f32, [width], bytes)
    }

    private func addRotaryFactors(to writer: inout GGUFWriter) {
        let pairs = (rotaryDimensions ?? headWidth) / 2
        func add(_ name: String, _ factor: (_ pair: Int) -> Float) {
            var bytes: [UInt8] = []
            for pair in 0..<pairs { bytes.append(littleEndian: factor(pair).bitPattern) }
            writer.add("\(name).weight", .f32, [pairs], bytes)
        }
        func ramp(_ pair: Int, to largest: Float) -> Float {
            1 + (largest - 1) * (Float(pair) / Float(max(1, pairs - 1)))
        }
        switch ropeScaling {
        case .none, .linear, .yarn: break
        case .frequencyFactors(let largest): add("rope_freqs") { ramp($0, to: largest) }
        case .longRoPE:
            add("rope_factors_long") { ramp($0, to: 24) }
            add("rope_factors_short") { ramp($0, to: 1.5) }
        case .llama3(let factor, let originalContext):
            // Turns within the context of training: more than 4 are left alone, less than 1 slowed down whole.
            add("rope_freqs") { pair in
                let frequency = power(Double(ropeBase), -2 * Double(pair) / Double(2 * pairs))
                let turns = Double(originalContext) * frequency / (2 * .pi)
                if turns > 4 { return 1 }
                if turns < 1 { return factor }
                let share = (turns - 1) / 3
                return Float(1 / ((1 - share) / Double(factor) + share))
            }
        }
    }

    private func power(_ base: Double, _ exponent: Double) -> Double {
        Elementary.exp(exponent * Elementary.log(base))
    }
}
