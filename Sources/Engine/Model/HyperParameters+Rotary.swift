// The rotary keys that families share: how many values of a head turn, how fast, and how the file stretches it to a longer
// context. One reading for all of them, so that a scaling that one family can do, all can.

extension HyperParameters {
    /// Factors of the frequencies of Llama 3.1 and later, one a pair.
    private static let commonFactors = "rope_freqs.weight"
    /// Factors of LongRoPE (Ding et al., 2024, arXiv:2402.13753): for contexts beyond that of training, and within it.
    static let longFactors = "rope_factors_long.weight"
    static let shortFactors = "rope_factors_short.weight"

    /// Sets the plan's one table of angles as the file has it.
    ///
    /// With LongRoPE, the factors for long contexts count wherever the model's context is longer than that of training:
    /// a choice by the length of a text would give the same token other keys in a short text than in a long one.
    func setRotary(of plan: inout ModelPlan, isInterleaved: Bool, defaultBase: Double = 10_000) throws {
        let dimensions = try count("rope.dimension_count", default: plan.headWidth, limit: plan.headWidth)
        guard dimensions.isMultiple(of: 2) else {
            throw invalid("rope.dimension_count", "\(dimensions)", wanted: "an even number")
        }
        var rotary = RotaryPlan(
            isInterleaved: isInterleaved, dimensions: dimensions,
            base: try number("rope.freq_base", default: defaultBase))
        rotary.scaling = try rotaryScaling(of: plan)
        rotary.magnitude = try optionalNumber("rope.scaling.attn_factor") ?? 1
        if file.tensor(named: Self.commonFactors) != nil {
            rotary.factors = Self.commonFactors
        } else if file.tensor(named: Self.longFactors) != nil || file.tensor(named: Self.shortFactors) != nil {
            let isLong = try plan.contextLength > originalContext(of: plan)
            rotary.factors = isLong ? Self.longFactors : Self.shortFactors
            plan.unread.append(isLong ? Self.shortFactors : Self.longFactors)
        }
        plan.rotaries = [rotary]
    }

    /// Positions of training, before any stretching.
    private func originalContext(of plan: ModelPlan) throws -> Int {
        try count("rope.scaling.original_context_length", default: plan.contextLength, limit: 1 << 26)
    }

    /// The scaling by name; those that this engine has not got are refused.
    func rotaryScaling(of plan: ModelPlan) throws -> RotaryScaling {
        let name = "\(architecture).rope.scaling.type"
        let type = try file.metadata.string(name) ?? "none"
        switch type {
        // LongRoPE is all in its factors.
        case "none", "longrope": return .none
        case "linear": return .linear(factor: try number("rope.scaling.factor", default: 1))
        case "yarn":
            guard try optionalNumber("rope.scaling.yarn_ext_factor") ?? 1 == 1 else {
                throw invalid("rope.scaling.yarn_ext_factor", "another", wanted: "1")
            }
            let slow = try number("rope.scaling.yarn_beta_slow", default: 1)
            let fast = try number("rope.scaling.yarn_beta_fast", default: 32)
            guard fast > slow else {
                throw invalid("rope.scaling.yarn_beta_fast", "\(fast)", wanted: "more than the slow one, \(slow)")
            }
            return .yarn(
                YarnScaling(
                    factor: try number("rope.scaling.factor", default: 1),
                    originalContext: try originalContext(of: plan),
                    fastTurns: fast, slowTurns: slow))
        default:
            throw error(
                .unsupported(feature: "rotary scaling", value: type, supported: "none, linear, yarn, longrope"),
                at: name)
        }
    }
}
