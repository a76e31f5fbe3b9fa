// Counter-based noise: what a draw sees depends on the seed, the position and the token alone, never on an earlier draw.
// So a skipped draw shifts nothing, and a drafted token can be judged without replaying the tokens before it.

internal import Engine

/// Gumbel noise for one position of one seed. With it, argmax(logit / T + noise) is a draw from softmax(logit / T)
/// (Maddison, Tarlow, Minka, A* Sampling, 2014, arXiv:1411.0030).
package struct Noise: Sendable {
    private let state: UInt64
    private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// `position`: the absolute position of the token to be chosen.
    package init(seed: UInt64, position: Int) {
        state = Self.mix(Self.mix(seed &+ Self.golden) ^ UInt64(position))
    }

    /// Uniform in (0, 1): 53 bits, never an end point.
    package func uniform(_ token: Int32) -> Double {
        let bits = Self.mix(state ^ (UInt64(UInt32(bitPattern: token)) &* Self.golden)) >> 11
        return (Double(bits) + 0.5) * 0x1p-53
    }

    package func gumbel(_ token: Int32) -> Double {
        -Elementary.log(-Elementary.log(uniform(token)))
    }

    /// The finalizer of SplitMix64 (Steele, Lea, Flood, 2014, doi:10.1145/2714064.2660195).
    private static func mix(_ value: UInt64) -> UInt64 {
        var x = value
        x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
        return x ^ x >> 31
    }
}
