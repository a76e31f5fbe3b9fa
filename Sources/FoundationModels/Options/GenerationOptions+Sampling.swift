// From options as an author states them to the sampling that the engine does. Every option has one meaning, so that
// "unset" is the same on every machine.

package import Inference

extension GenerationOptions {
    /// The sampling that these options ask for.
    ///
    /// | mode | temperature | sampling |
    /// | --- | --- | --- |
    /// | nil | nil | greedy |
    /// | nil | t > 0 | a draw among all tokens at t |
    /// | greedy | any | greedy |
    /// | random | nil | a draw at 1 |
    /// | any | 0 or less | greedy |
    ///
    /// - Parameter seed: taken where the mode draws and carries no seed of its own; nil draws one.
    package func resolvedSampling(seed: UInt64? = nil) -> Sampling {
        let topK: Int?
        let topP: Float?
        let ownSeed: UInt64?
        switch samplingMode?.kind {
        case .greedy: return .greedy
        case nil:
            guard temperature != nil else { return .greedy }
            (topK, topP, ownSeed) = (nil, nil, nil)
        case .randomTopK(let k, let modeSeed): (topK, topP, ownSeed) = (max(1, k), nil, modeSeed)
        case .randomProbabilityThreshold(let threshold, let modeSeed):
            (topK, topP, ownSeed) = (nil, Float(min(max(threshold, 0), 1)), modeSeed)
        }
        let temperature = Float(temperature ?? 1)
        // Also not a number: nothing can be drawn with it.
        guard temperature > 0 else { return .greedy }
        return .random(
            temperature: temperature, topK: topK, topP: topP,
            seed: ownSeed ?? seed ?? UInt64.random(in: .min ... .max))
    }
}
