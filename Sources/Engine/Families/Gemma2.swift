// Gemma 2 (Gemma Team, 2024, arXiv:2408.00118): norms before and after each part, GELU gates, scaled embeddings, capped scores and
// logits, and every other layer, the first of them included, with a sliding window.

package enum Gemma2: ModelFamily {
    package static let architecture = "gemma2"
    /// Layers of the 27B model, which alone scales scores by width over heads and not by the width of a head.
    private static let layersOf27B = 46

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        if plan.layers.count == layersOf27B {
            plan.attentionScale = Float(1 / (Double(plan.width) / Double(plan.heads)).squareRoot())
        }
        plan.embeddingScale = Float(plan.width).squareRoot()
        plan.attentionSoftcap = Float(try parameters.number("attn_logit_softcapping", default: 50))
        plan.logitSoftcap = Float(try parameters.number("final_logit_softcapping", default: 30))
        try parameters.setRotary(of: &plan, isInterleaved: false)
        let window = try parameters.count("attention.sliding_window", default: 4096)
        for layer in plan.layers.indices {
            plan.layers[layer].activation = .gelu
            plan.layers[layer].normResults(layer: layer)
            if layer.isMultiple(of: 2) { plan.layers[layer].window = window }
        }
        return plan
    }
}
