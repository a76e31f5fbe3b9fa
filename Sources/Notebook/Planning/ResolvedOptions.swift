// Options of a cell with nothing left open: what is absent in the file has been decided, the seed included, so that the
// same cell is drawn the same way on every machine.

package import FoundationModels
internal import Platform

/// How one cell is to be answered.
package struct ResolvedOptions: Sendable, Hashable {
    package enum Sampling: Sendable, Hashable {
        case greedy
        /// `temperature` > 0.
        case random(temperature: Double, candidates: Candidates, seed: UInt64)
    }

    /// Among which tokens a draw is made.
    package enum Candidates: Sendable, Hashable {
        case all
        case top(Int)
        case probabilityThreshold(Double)
    }

    package var sampling: Sampling
    /// nil: until the context is full.
    package var maximumResponseTokens: Int?
    /// nil: the model may call tools where there are any.
    package var toolCallingMode: ToolCallingModeDeclaration?
    /// Of cells that set them; nil where nothing is said.
    package var useCase: UseCaseDeclaration?
    package var reasoningLevel: ReasoningLevelDeclaration?
    package var simulation: SimulationDeclaration?

    package init(sampling: Sampling, maximumResponseTokens: Int?) {
        self.sampling = sampling
        self.maximumResponseTokens = maximumResponseTokens
    }

    /// Resolves what a cell declares: greedy where nothing asks for a draw or the temperature is 0, temperature 1 where only
    /// a mode does, and a seed derived from the cell's id.
    init(_ options: OptionsDeclaration, cell id: String) {
        maximumResponseTokens = options.maximumResponseTokens?.value
        toolCallingMode = options.toolCallingMode?.value
        let candidates: Candidates?
        switch options.samplingMode?.value {
        case .greedy: candidates = nil
        case nil: candidates = options.temperature == nil ? nil : .all
        case .top(let count): candidates = .top(count)
        case .probabilityThreshold(let threshold): candidates = .probabilityThreshold(threshold)
        }
        let temperature = options.temperature?.value ?? 1
        if let candidates, temperature > 0 {
            let seed = options.seed?.value ?? Self.seed(of: id)
            sampling = .random(temperature: temperature, candidates: candidates, seed: seed)
        } else {
            sampling = .greedy
        }
    }

    /// The seed of a cell that sets none: 53 bits of a hash of its id, which every reader of JSON and YAML holds exactly.
    private static func seed(of id: String) -> UInt64 {
        SHA256.hash("seed of cell \(id)").bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 11
    }

    /// What a session is asked for. The seed of a draw among all tokens has no place in it and goes beside it.
    package var generationOptions: GenerationOptions {
        var options = samplingOptions
        options.toolCallingMode = toolCallingMode?.mode
        return options
    }

    private var samplingOptions: GenerationOptions {
        switch sampling {
        case .greedy: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: maximumResponseTokens)
        case .random(let temperature, let candidates, let seed):
            GenerationOptions(
                samplingMode: candidates.samplingMode(seed: seed), temperature: temperature,
                maximumResponseTokens: maximumResponseTokens)
        }
    }

    package var seed: UInt64? {
        if case .random(_, _, let seed) = sampling { seed } else { nil }
    }

    /// Name and value of every option, in a fixed order: what is hashed and what is recorded.
    var fields: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        switch sampling {
        case .greedy: fields.append(("sampling", "greedy"))
        case .random(let temperature, let candidates, let seed):
            fields.append(("sampling", "random"))
            fields.append(("temperature", "\(temperature)"))
            switch candidates {
            case .all: break
            case .top(let count): fields.append(("top", "\(count)"))
            case .probabilityThreshold(let threshold): fields.append(("probabilityThreshold", "\(threshold)"))
            }
            fields.append(("seed", "\(seed)"))
        }
        if let maximumResponseTokens { fields.append(("maximumResponseTokens", "\(maximumResponseTokens)")) }
        if let toolCallingMode { fields.append(("toolCallingMode", toolCallingMode.rawValue)) }
        if let useCase { fields.append(("useCase", useCase.rawValue)) }
        if let reasoningLevel { fields.append(("reasoningLevel", reasoningLevel.text)) }
        if let simulation { fields.append(("simulate", simulation.text)) }
        return fields
    }

    /// Reads `fields` back; nil where they are none of ours.
    init?(fields: [String: String]) {
        switch fields["sampling"] {
        case "greedy": sampling = .greedy
        case "random":
            guard let temperature = fields["temperature"].flatMap(Double.init),
                let seed = fields["seed"].flatMap(UInt64.init)
            else { return nil }
            let top = fields["top"].flatMap(Int.init).map(Candidates.top)
            let threshold = fields["probabilityThreshold"].flatMap(Double.init).map(Candidates.probabilityThreshold)
            sampling = .random(temperature: temperature, candidates: top ?? threshold ?? .all, seed: seed)
        default: return nil
        }
        maximumResponseTokens = fields["maximumResponseTokens"].flatMap(Int.init)
        toolCallingMode = fields["toolCallingMode"].flatMap(ToolCallingModeDeclaration.init(rawValue:))
        useCase = fields["useCase"].flatMap(UseCaseDeclaration.init(rawValue:))
        reasoningLevel = fields["reasoningLevel"].flatMap(ReasoningLevelDeclaration.init(text:))
        simulation = fields["simulate"].flatMap(SimulationDeclaration.init(text:))
    }
}

extension ResolvedOptions.Candidates {
    fileprivate func samplingMode(seed: UInt64) -> GenerationOptions.SamplingMode? {
        switch self {
        case .all: nil
        case .top(let count): .random(top: count, seed: seed)
        case .probabilityThreshold(let threshold): .random(probabilityThreshold: threshold, seed: seed)
        }
    }
}

extension ToolCallingModeDeclaration {
    fileprivate var mode: GenerationOptions.ToolCallingMode {
        switch self {
        case .allowed: .allowed
        case .required: .required
        case .disallowed: .disallowed
        }
    }
}
