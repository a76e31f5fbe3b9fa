// OLMo 2 (OLMo Team, 2025, arXiv:2501.00656): norms after attention and feed-forward only, norms of q and k over all heads together,
// rotary embedding of halves.

package enum OLMo2: ModelFamily {
    package static let architecture = "olmo2"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        // OLMo 3 goes by the same name.
        try parameters.refuse(
            "attention.sliding_window", unless: { $0 == 0 }, feature: "sliding window of", supported: "OLMo 2, without")
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: false)
        for layer in plan.layers.indices {
            plan.layers[layer].attentionNorm = nil
            plan.layers[layer].feedForwardNorm = nil
            plan.layers[layer].normQueriesAndKeys(layer: layer)
            plan.layers[layer].normsHeadsTogether = true
            plan.layers[layer].normResults(layer: layer)
        }
        return plan
    }
}
