// Granite 3 without experts (IBM, 2024): as Llama, with factors of the embedding, of attention scores, of what each part adds, and
// of the logits.

package enum Granite: ModelFamily {
    package static let architecture = "granite"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        try parameters.refuse(
            "expert_count", unless: { $0 == 0 }, feature: "number of experts", supported: "dense models")
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        plan.attentionScale = try parameters.optionalNumber("attention.scale").map(Float.init) ?? plan.attentionScale
        plan.embeddingScale = Float(try parameters.optionalNumber("embedding_scale") ?? 1)
        plan.residualScale = Float(try parameters.optionalNumber("residual_scale") ?? 1)
        // The file has the divisor.
        plan.logitScale = Float(1 / (try parameters.optionalNumber("logit_scale") ?? 1))
        try parameters.setRotary(of: &plan, isInterleaved: true)
        parameters.takeBiases(of: &plan)
        // The switch by which converters say that a model knows no positions but their order.
        if try file.metadata.bool("granite.rope.scaling.finetuned") == false {
            for layer in plan.layers.indices { plan.layers[layer].rotary = nil }
        }
        return plan
    }
}
