// Phi 3, 3.5 and Phi 4 mini (Abdin et al., 2024, arXiv:2404.14219): as Llama, with q, k and v as one matrix, gate and up as another,
// rotary embedding of halves, of a part of each head in Phi 4 mini, stretched by LongRoPE, and a sliding window where the
// file has one.

package enum Phi3: ModelFamily {
    package static let architecture = "phi3"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: false)
        parameters.takeBiases(of: &plan)
        let window = try parameters.optionalCount("attention.sliding_window")
        let (queries, keys) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        for layer in plan.layers.indices {
            let attention = MatrixPlan.parts(of: "blk.\(layer).attn_qkv.weight", rows: [queries, keys, keys])
            (plan.layers[layer].query, plan.layers[layer].key) = (attention[0], attention[1])
            plan.layers[layer].value = attention[2]
            let gates = MatrixPlan.parts(
                of: "blk.\(layer).ffn_up.weight", rows: [plan.hiddenWidth, plan.hiddenWidth])
            (plan.layers[layer].gate, plan.layers[layer].up) = (gates[0], gates[1])
            plan.layers[layer].window = window
        }
        return plan
    }
}
