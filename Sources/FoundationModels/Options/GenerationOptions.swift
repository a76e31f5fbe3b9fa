// How a response is to be generated, as the author of a request states it.

/// Options of one request.
public struct GenerationOptions: Sendable, Equatable {
    /// How the next token is chosen; nil leaves it to the temperature.
    public var samplingMode: SamplingMode?
    /// What logits are divided by before a draw; 0 always takes the likeliest token. Nil: 1 where a mode draws.
    public var temperature: Double?
    /// Tokens after which a response is cut; nil: until the context is full.
    public var maximumResponseTokens: Int?
    /// Whether the model may, must or must not call tools.
    public var toolCallingMode: ToolCallingMode?
    /// Set by an initializer of the early betas alone: counts as `ContextOptions.includeSchemaInPrompt`.
    package var includesSchemaInPrompt: Bool?

    public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        self.samplingMode = samplingMode
        self.temperature = temperature
        self.maximumResponseTokens = maximumResponseTokens
    }

    public init(
        samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
        toolCallingMode: ToolCallingMode?
    ) {
        self.init(
            samplingMode: samplingMode, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
        self.toolCallingMode = toolCallingMode
    }

    /// The older spelling of `init(samplingMode:temperature:maximumResponseTokens:)`.
    public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        self.init(
            samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    }

    /// The older spelling of `samplingMode`.
    public var sampling: SamplingMode? {
        get { samplingMode }
        set { samplingMode = newValue }
    }
}

extension GenerationOptions {
    /// How the next token is chosen.
    public struct SamplingMode: Sendable, Equatable {
        /// The modes there are.
        public enum Kind: Sendable, Equatable {
            case greedy
            case randomTopK(Int, seed: UInt64?)
            case randomProbabilityThreshold(Double, seed: UInt64?)
        }

        public let kind: Kind

        /// Always the likeliest token: the same prompt gets the same response.
        public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

        /// A draw among the `k` likeliest tokens.
        /// - Parameter seed: equal seeds give equal responses; nil draws a new seed for each request.
        public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomTopK(k, seed: seed))
        }

        /// A draw among the likeliest tokens whose probabilities sum up to `probabilityThreshold` (nucleus sampling).
        /// - Parameters:
        ///   - probabilityThreshold: from 0 to 1.
        ///   - seed: equal seeds give equal responses; nil draws a new seed for each request.
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
        }
    }

    /// Whether the model may call tools.
    public struct ToolCallingMode: Sendable, Equatable {
        /// The modes there are.
        public enum Kind: String, Sendable, Equatable {
            case allowed
            case required
            case disallowed
        }

        public var kind: Kind

        /// The model decides.
        public static let allowed = ToolCallingMode(kind: .allowed)
        /// The model calls a tool before it answers.
        public static let required = ToolCallingMode(kind: .required)
        /// The model answers by itself.
        public static let disallowed = ToolCallingMode(kind: .disallowed)
    }
}
