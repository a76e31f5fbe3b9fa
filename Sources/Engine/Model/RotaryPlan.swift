// One table of rotary angles as data, and the ways in which families stretch it to contexts longer than those of their
// training.

/// Rotary angles (Su et al., RoFormer, 2021, arXiv:2104.09864): pair i turns by position * f[i], where
/// f[i] = base^(-2 i / dimensions) * scaling[i] / factor[i].
package struct RotaryPlan: Sendable {
    /// Pairs (x[2i], x[2i+1]); else halves (x[i], x[i + pairs]).
    package var isInterleaved: Bool
    /// Leading values of a head that are rotated, even.
    package var dimensions: Int
    package var base: Double
    package var scaling = RotaryScaling.none
    /// Tensor of one factor a pair (the long contexts of Llama 3 and Phi 3), if there is one.
    package var factors: String?
    /// Factor of every cosine and sine, beside that of the scaling.
    package var magnitude = 1.0
}

/// How frequencies are slowed down.
package enum RotaryScaling: Sendable, Hashable {
    case none
    /// All by the same factor.
    case linear(factor: Double)
    case yarn(YarnScaling)
}

/// YaRN (Peng et al., 2023, arXiv:2309.00071): pairs that turn often within the context of training stay as they are, those
/// that never turn whole are slowed down by `factor`, and between the two a ramp leads from one to the other.
package struct YarnScaling: Sendable, Hashable {
    package var factor: Double
    /// Positions of training.
    package var originalContext: Int
    /// Turns within the context of training above which a pair is left alone.
    package var fastTurns: Double
    /// Turns below which it is slowed down whole.
    package var slowTurns: Double

    /// The factor of the frequency of each pair.
    ///
    /// ```
    /// at(turns) = dimensions log(originalContext / (turns 2 pi)) / (2 log(base))
    /// low = max(0, floor(at(fastTurns)));  high = min(dimensions - 1, ceil(at(slowTurns)))
    /// ramp[i] = clamp((i - low) / max(high - low, 0.001), 0, 1)
    /// result[i] = ramp[i] / factor + (1 - ramp[i])
    /// ```
    func frequencyFactors(dimensions: Int, base: Double) -> [Double] {
        func pair(turning turns: Double) -> Double {
            let share = Double(originalContext) / (turns * 2 * Double.pi)
            return Double(dimensions) * Elementary.log(share) / (2 * Elementary.log(base))
        }
        let low = max(0, pair(turning: fastTurns).rounded(.down))
        let high = min(Double(dimensions - 1), pair(turning: slowTurns).rounded(.up))
        return (0..<dimensions / 2).map { index in
            let ramp = min(max((Double(index) - low) / max(high - low, 0.001), 0), 1)
            return ramp / factor + (1 - ramp)
        }
    }

    /// The factor of cosines and sines that the paper found: 0.1 log(factor) + 1.
    var magnitude: Double { factor <= 1 ? 1 : 0.1 * Elementary.log(factor) + 1 }
}
