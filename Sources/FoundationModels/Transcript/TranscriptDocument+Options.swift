// Options of a request in Apple's JSON form. The keys for greedy sampling and for a probability threshold have not been
// seen in any transcript of Apple's, and so those two modes leave no key.

extension TranscriptDocument {
    static func encode(_ options: GenerationOptions, as format: Transcript.Format) -> JSONValue {
        var topK: JSONValue?
        var seed: JSONValue?
        if case .randomTopK(let k, let modeSeed) = options.samplingMode?.kind {
            topK = .integer(k)
            seed = modeSeed.map { .integer($0) }
        }
        return .members([
            "temperature": options.temperature.flatMap { JSONNumber($0) }.map(JSONValue.number),
            "maximumResponseTokens": options.maximumResponseTokens.map { .integer($0) },
            "topK": topK,
            "randomSeed": seed,
            "toolCallingMode": format == .version1 ? nil : options.toolCallingMode.map { .string($0.kind.rawValue) },
        ])
    }

    static func decodeOptions(_ options: JSONCursor?) throws(JSONFormError) -> GenerationOptions {
        var decoded = GenerationOptions()
        guard let options else { return decoded }
        if let topK = try options.optional("topK")?.int() {
            decoded.samplingMode = .random(top: topK, seed: try options.optional("randomSeed")?.unsigned())
        }
        decoded.temperature = try options.optional("temperature")?.double()
        decoded.maximumResponseTokens = try options.optional("maximumResponseTokens")?.int()
        if let mode = try options.optional("toolCallingMode") {
            guard let kind = GenerationOptions.ToolCallingMode.Kind(rawValue: try mode.string()) else {
                throw mode.error(
                    "unknown mode \(mode.value.text(.compact)); allowed, required and disallowed can be read",
                    code: "tool-calling-mode")
            }
            decoded.toolCallingMode = GenerationOptions.ToolCallingMode(kind: kind)
        }
        return decoded
    }

    static func encode(_ options: ContextOptions) -> JSONValue {
        .members([
            "includeSchemaInPrompt": options.includeSchemaInPrompt.map { .bool($0) },
            "reasoningLevel": options.reasoningLevel.map { .string(name(of: $0)) },
        ])
    }

    static func decodeContextOptions(_ options: JSONCursor?) throws(JSONFormError) -> ContextOptions {
        guard let options else { return ContextOptions() }
        return ContextOptions(
            includeSchemaInPrompt: try options.optional("includeSchemaInPrompt")?.bool(),
            reasoningLevel: try options.optional("reasoningLevel").map { (level) throws(JSONFormError) in
                reasoningLevel(named: try level.string())
            })
    }

    private static func name(of level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .custom(let name): name
        }
    }

    private static func reasoningLevel(named name: String) -> ContextOptions.ReasoningLevel {
        switch name {
        case "light": .light
        case "moderate": .moderate
        case "deep": .deep
        default: .custom(name)
        }
    }
}
