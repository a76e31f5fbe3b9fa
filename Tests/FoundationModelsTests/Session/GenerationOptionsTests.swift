// What each combination of sampling mode and temperature means to the sampler.

import FoundationModels
import Inference
import Testing

@Suite struct GenerationOptionsTests {
    typealias Mode = GenerationOptions.SamplingMode

    @Test(
        arguments: [
            (nil, nil, Sampling.greedy),
            (nil, 0, .greedy),
            (nil, 0.5, .random(temperature: 0.5, topK: nil, topP: nil, seed: 7)),
            (.greedy, nil, .greedy),
            (.greedy, 0.9, .greedy),
            (.random(top: 40), nil, .random(temperature: 1, topK: 40, topP: nil, seed: 7)),
            (.random(top: 40, seed: 3), 0.5, .random(temperature: 0.5, topK: 40, topP: nil, seed: 3)),
            (.random(top: 0, seed: 3), 2, .random(temperature: 2, topK: 1, topP: nil, seed: 3)),
            (.random(top: 40), 0, .greedy),
            (.random(top: 40), -1, .greedy),
            (.random(top: 40), .nan, .greedy),
            (.random(probabilityThreshold: 0.9), nil, .random(temperature: 1, topK: nil, topP: 0.9, seed: 7)),
            (
                .random(probabilityThreshold: 0.9, seed: .max), 0.25,
                .random(temperature: 0.25, topK: nil, topP: 0.9, seed: .max)
            ),
            (.random(probabilityThreshold: 3), 1, .random(temperature: 1, topK: nil, topP: 1, seed: 7)),
            (.random(probabilityThreshold: -3), 1, .random(temperature: 1, topK: nil, topP: 0, seed: 7)),
        ] as [(Mode?, Double?, Sampling)])
    func optionsHaveOneMeaning(_ mode: Mode?, temperature: Double?, sampling: Sampling) {
        let options = GenerationOptions(samplingMode: mode, temperature: temperature)
        #expect(options.resolvedSampling(seed: 7) == sampling)
    }

    @Test func theOlderSpellingIsTheSameOption() {
        var options = GenerationOptions(sampling: .greedy, temperature: 0.5, maximumResponseTokens: 3)
        #expect(
            options == GenerationOptions(samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 3))
        options.sampling = .random(top: 2)
        #expect(options.samplingMode?.kind == .randomTopK(2, seed: nil))
        #expect(GenerationOptions() == GenerationOptions(sampling: nil))
        #expect(GenerationOptions(toolCallingMode: .required).toolCallingMode?.kind == .required)
    }
}
