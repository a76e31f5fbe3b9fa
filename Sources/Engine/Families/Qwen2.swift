// Qwen 2 and 2.5, and distillates of DeepSeek R1 (Yang et al., 2024, arXiv:2407.10671): as Llama, with biases of q, k and v, and
// rotary embedding of halves.

package enum Qwen2: ModelFamily {
    package static let architecture = "qwen2"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: false)
        parameters.takeBiases(of: &plan)
        for layer in plan.layers.indices {
            // Wanted of every file: without them it would be another model.
            plan.layers[layer].queryBias = "blk.\(layer).attn_q.bias"
            plan.layers[layer].keyBias = "blk.\(layer).attn_k.bias"
            plan.layers[layer].valueBias = "blk.\(layer).attn_v.bias"
        }
        return plan
    }
}
