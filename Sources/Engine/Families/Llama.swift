// Llama and the models built like it, SmolLM2 among them (Touvron et al., 2023, arXiv:2302.13971): RMS norms before
// attention and feed-forward, rotary embedding of neighbouring pairs, grouped-query attention, SiLU gates.

package enum Llama: ModelFamily {
    package static let architecture = "llama"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        try parameters.refuse(
            "expert_count", unless: { $0 == 0 }, feature: "number of experts", supported: "dense models")
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        let dimensions = try parameters.count("rope.dimension_count", default: plan.headWidth, limit: plan.headWidth)
        guard dimensions.isMultiple(of: 2) else {
            throw parameters.invalid("rope.dimension_count", "\(dimensions)", wanted: "an even number")
        }
        plan.rotaries = [
            RotaryPlan(
                isInterleaved: true, dimensions: dimensions,
                base: try parameters.number("rope.freq_base", default: 10_000),
                positionScale: try parameters.positionScale(),
                factors: file.tensor(named: "rope_freqs.weight") == nil ? nil : "rope_freqs.weight")
        ]
        for layer in plan.layers.indices {
            let bias = { (part: String) -> String? in
                let name = "blk.\(layer).\(part).bias"
                return file.tensor(named: name) == nil ? nil : name
            }
            plan.layers[layer].queryBias = bias("attn_q")
            plan.layers[layer].keyBias = bias("attn_k")
            plan.layers[layer].valueBias = bias("attn_v")
            plan.layers[layer].attentionOutputBias = bias("attn_output")
        }
        return plan
    }
}
