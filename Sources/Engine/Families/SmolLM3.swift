// SmolLM3 (Hugging Face, 2025): as Llama, but every fourth layer does not rotate q and k (Yang et al., 2025, arXiv:2501.18795).

package enum SmolLM3: ModelFamily {
    package static let architecture = "smollm3"
    /// Every fourth layer knows positions only by what the others made of them.
    private static let unrotatedPeriod = 4

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: true)
        parameters.takeBiases(of: &plan)
        for layer in plan.layers.indices where (layer + 1).isMultiple(of: unrotatedPeriod) {
            plan.layers[layer].rotary = nil
        }
        return plan
    }
}
