// Qwen 3 without experts (Yang et al., 2025, arXiv:2505.09388): as Qwen 2, with norms over each head of q and k in place of biases.

package enum Qwen3: ModelFamily {
    package static let architecture = "qwen3"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: false)
        parameters.takeBiases(of: &plan)
        for layer in plan.layers.indices { plan.layers[layer].normQueriesAndKeys(layer: layer) }
        return plan
    }
}
