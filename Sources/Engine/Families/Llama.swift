// Llama 2 and 3 and the models built like them, Mistral, SmolLM2 and some distillates of DeepSeek R1 among them (Touvron et al., 2023,
// arXiv:2302.13971; Jiang et al., 2023, arXiv:2310.06825): RMS norms before attention and feed-forward, rotary embedding of
// neighbouring pairs, grouped-query attention, SiLU gates. Llama 3.1 and later slow some pairs down by factors in the file.

package enum Llama: ModelFamily {
    package static let architecture = "llama"

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let parameters = HyperParameters(file: file, architecture: architecture)
        try parameters.refuse(
            "expert_count", unless: { $0 == 0 }, feature: "number of experts", supported: "dense models")
        var plan = try parameters.plan(attentionScale: { 1 / Double($0).squareRoot() })
        try parameters.setRotary(of: &plan, isInterleaved: true)
        parameters.takeBiases(of: &plan)
        return plan
    }
}
