// The expansion for an enum without payloads: a string out of a list. String-backed enums use their raw values; others,
// also those backed by numbers, the names of their cases.

struct ChoiceParts: GeneratedParts {
    private let expander: GenerableExpander
    private var module: String { GenerableExpander.module }

    init(_ expander: GenerableExpander) { self.expander = expander }

    /// Each case with the literal that stands for it.
    private var choices: [(name: String, literal: String)] {
        let type = expander.type
        let isBacked =
            type.inherited.contains { $0 == "String" || $0 == "Swift.String" }
            // A type alias can't be told from a protocol; a string as raw value tells.
            || type.cases.contains { $0.rawValue?.last == "\"" || $0.rawValue?.last == "#" }
                && !type.inherited.contains { $0 == "Character" || $0 == "Swift.Character" }
        return type.cases.map { item in
            (item.name, (isBacked ? item.rawValue : nil) ?? SwiftText.key(item.name))
        }
    }

    var members: String {
        let literals = choices.map(\.literal).joined(separator: ", ")
        return """
            nonisolated \(expander.access)static var generationSchema: \(module).GenerationSchema {
            return \(module).GenerationSchema(type: Self.self\(expander.options.schemaArguments), anyOf: [\(literals)])
            }

            """
    }

    var conversions: String {
        let reads = choices.map { "case \($0.literal): self = .\($0.name)\n" }.joined()
        let writes = choices.map { "case .\($0.name): return \(module).GeneratedContent(\($0.literal))\n" }.joined()
        return """
            nonisolated \(expander.access)init(_ content: \(module).GeneratedContent) throws {
            switch try content.__caseName(of: Self.self) {
            \(reads)case let other: throw \(module).GeneratedContent.__unknownCase(other, of: Self.self)
            }
            }
            nonisolated \(expander.access)var generatedContent: \(module).GeneratedContent {
            switch self {
            \(writes)}
            }

            """
    }
}
