// Generation options as written, each with its place. The names are those of Apple's `GenerationOptions`; what is absent
// stays absent here and is resolved by the runner.

/// What an `options:` mapping sets.
package struct OptionsDeclaration: Sendable, Equatable {
    /// Finite and not negative. At 0 the likeliest token is always taken: greedy, whatever `samplingMode` says.
    package var temperature: Located<Double>?
    package var samplingMode: Located<SamplingModeDeclaration>?
    /// For random sampling; where it is absent, the runner derives one from the cell.
    package var seed: Located<UInt64>?
    /// At least 1.
    package var maximumResponseTokens: Located<Int>?
    /// Only where the cell has tools.
    package var toolCallingMode: Located<ToolCallingModeDeclaration>?

    package init(
        temperature: Located<Double>? = nil, samplingMode: Located<SamplingModeDeclaration>? = nil,
        seed: Located<UInt64>? = nil, maximumResponseTokens: Located<Int>? = nil
    ) {
        self.temperature = temperature
        self.samplingMode = samplingMode
        self.seed = seed
        self.maximumResponseTokens = maximumResponseTokens
    }

    /// These options over others, key by key.
    package func merged(over base: OptionsDeclaration) -> OptionsDeclaration {
        var merged = OptionsDeclaration(
            temperature: temperature ?? base.temperature, samplingMode: samplingMode ?? base.samplingMode,
            seed: seed ?? base.seed, maximumResponseTokens: maximumResponseTokens ?? base.maximumResponseTokens)
        merged.toolCallingMode = toolCallingMode ?? base.toolCallingMode
        return merged
    }
}

extension OptionsDeclaration {
    /// Whether the likeliest token is always taken, so that nothing is drawn.
    var isGreedy: Bool {
        if temperature?.value == 0 || samplingMode?.value == .greedy { return true }
        return temperature == nil && samplingMode == nil
    }
}

/// `samplingMode: greedy`, `{top: 40}` or `{probabilityThreshold: 0.9}`.
package enum SamplingModeDeclaration: Sendable, Hashable {
    case greedy
    /// Among the `count` likeliest tokens; at least 1.
    case top(count: Int)
    /// Among the likeliest tokens that together reach a probability above 0 and at most 1.
    case probabilityThreshold(Double)
}

/// Whether a model may, must or must not call tools.
package enum ToolCallingModeDeclaration: String, Sendable, Hashable, CaseIterable {
    case allowed
    /// At least one call before the model answers.
    case required
    case disallowed
}
