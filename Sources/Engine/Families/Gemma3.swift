// Gemma 3 (Gemma Team, 2025, arXiv:2503.19786): norms before and after each part, norms of q and k, GELU gates, scaled
// embeddings, and five layers with a sliding window to one that sees everything, each kind with its own rotary base.

package enum Gemma3: ModelFamily {
    package static let architecture = "gemma3"
    /// Every sixth layer sees everything.
    private static let windowPeriod = 6
    private static let windowedRotaryBase = 10_000.0
    /// Layers of the 27B model, which alone scales scores by width over heads and not by the width of a head.
    private static let layersOf27B = 62

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        if plan.layers.count == layersOf27B {
            plan.attentionScale = Float(1 / (Double(plan.width) / Double(plan.heads)).squareRoot())
        }
        plan.embeddingScale = Float(plan.width).squareRoot()
        plan.logitSoftcap = Float(try parameters.optionalNumber("final_logit_softcapping") ?? 0)
        plan.rotaries = [
            RotaryPlan(
                isInterleaved: false, dimensions: plan.headWidth,
                base: try parameters.number("rope.freq_base", default: 1_000_000),
                scaling: try parameters.rotaryScaling(of: plan)),
            RotaryPlan(
                isInterleaved: false, dimensions: plan.headWidth,
                base: try parameters.number("rope.freq_base_swa", default: windowedRotaryBase)),
        ]
        let window = try parameters.optionalCount("attention.sliding_window")
        for layer in plan.layers.indices {
            plan.layers[layer].activation = .gelu
            plan.layers[layer].normQueriesAndKeys(layer: layer)
            plan.layers[layer].normResults(layer: layer)
            if let window, (layer + 1) % windowPeriod != 0 {
                plan.layers[layer].window = window
                plan.layers[layer].rotary = 1
            }
        }
        return plan
    }
}
