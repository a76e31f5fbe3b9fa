// `options:` of the file and of cells.

internal import YAML

extension DocumentParser {
    mutating func options(_ node: Node) -> OptionsDeclaration {
        guard let fields = mapping(node, .options) else { return OptionsDeclaration() }
        var options = OptionsDeclaration(
            temperature: fields["temperature"].flatMap { number($0, 0...) },
            samplingMode: fields["samplingMode"].flatMap { samplingMode($0) },
            seed: fields["seed"].flatMap { integer($0, UInt64.min...) },
            maximumResponseTokens: fields["maximumResponseTokens"].flatMap { integer($0, 1...) })
        options.toolCallingMode = fields["toolCallingMode"].flatMap { word($0, ToolCallingModeDeclaration.self) }
        return options
    }

    /// Warns of options that change nothing for any cell that they are set for.
    mutating func warnOfIdleOptions(
        _ options: OptionsDeclaration, of cells: [CellDeclaration], in profiles: EffectiveProfiles
    ) {
        func merged(_ cell: CellDeclaration) -> [OptionsDeclaration] {
            cell.optionVariants.map { profiles.options(of: $0).merged(over: options) }
        }
        for cell in cells { warnOfIdleOptions(cell.options, mergedAs: merged(cell)) }
        warnOfIdleOptions(options, mergedAs: cells.flatMap(merged))
    }

    private mutating func warnOfIdleOptions(_ options: OptionsDeclaration, mergedAs merged: [OptionsDeclaration]) {
        guard !merged.isEmpty else { return }
        if let seed = options.seed, merged.allSatisfy(\.isGreedy) {
            warn(
                "no-effect",
                "'seed' has no effect where the likeliest token is always taken; set a 'temperature' above 0 or a "
                    + "'samplingMode', or remove it", seed.location.range)
        }
        if let temperature = options.temperature, temperature.value > 0,
            merged.allSatisfy({ $0.samplingMode?.value == .greedy })
        {
            warn(
                "no-effect", "'temperature' has no effect with 'samplingMode: greedy'; remove one of them",
                temperature.location.range)
        }
        if let mode = options.samplingMode, mode.value != .greedy, merged.allSatisfy({ $0.temperature?.value == 0 }) {
            warn(
                "no-effect", "'samplingMode' has no effect with 'temperature: 0'; remove one of them",
                mode.location.range)
        }
    }

    private mutating func samplingMode(_ node: Node) -> Located<SamplingModeDeclaration>? {
        if case .scalar(let scalar) = node.content {
            if scalar.text == "greedy" { return Located(.greedy, at: location(node)) }
            error(
                "value", "unknown value '\(scalar.text)'; it must be greedy, {top: 40} or {probabilityThreshold: 0.9}",
                at: node)
            return nil
        }
        guard let fields = mapping(node, .samplingMode) else { return nil }
        let top = fields["top"].flatMap { integer($0, 1...) }
        let threshold = fields["probabilityThreshold"].flatMap { probability($0) }
        switch (fields["top"], fields["probabilityThreshold"]) {
        case (.some, .none): return top.map { Located(.top(count: $0.value), at: location(node)) }
        case (.none, .some): return threshold.map { Located(.probabilityThreshold($0.value), at: location(node)) }
        default: return nil
        }
    }

    private mutating func probability(_ node: Node) -> Located<Double>? {
        guard let value = number(node, 0...) else { return nil }
        guard value.value > 0, value.value <= 1 else {
            error("value", "\(Self.found(node)) is no probability; it must be above 0 and at most 1", at: node)
            return nil
        }
        return value
    }
}
