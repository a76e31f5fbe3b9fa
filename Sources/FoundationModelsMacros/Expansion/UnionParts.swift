// The expansion for an enum with payloads: a union of objects, told apart by `type`, which holds the case's name. Labelled
// values are members under their labels; a single value without a label is `value`; of several, those without a label are
// `value0`, `value1` and so on, by their places.

struct UnionParts: GeneratedParts {
    private let expander: GenerableExpander
    private var module: String { GenerableExpander.module }
    private var cases: [EnumCase] { expander.type.cases }

    init(_ expander: GenerableExpander) { self.expander = expander }

    /// The keys of a case's values, as plain text.
    static func keys(of item: EnumCase) -> [String] {
        item.values.enumerated().map { index, value in
            value.label.map(SwiftText.plain) ?? (item.values.count == 1 ? "value" : "value\(index)")
        }
    }

    private static func literals(of item: EnumCase) -> [String] { keys(of: item).map(SwiftText.literal) }

    // MARK: Members

    var members: String {
        let names = discriminatedNames
        let choices = names.map { "\($0).self" }.joined(separator: ", ")
        var out = """
            nonisolated \(expander.access)static var generationSchema: \(module).GenerationSchema {
            return \(module).GenerationSchema(type: Self.self\(expander.options.schemaArguments), anyOf: [\(choices)])
            }

            """
        for (item, name) in zip(cases, names) { out += discriminated(item, name) }
        return out + partial
    }

    /// `Discriminated` and the case's name with a capital, which two names may come to share.
    private var discriminatedNames: [String] {
        var taken: Set<String> = []
        return cases.map { item in
            let name = SwiftText.plain(item.name)
            var capital = name.prefix(1).uppercased() + name.dropFirst()
            while !taken.insert(capital).inserted { capital += "_" }
            return SwiftText.joined("Discriminated", capital)
        }
    }

    /// The shape of one case. It only lends its schema; its values are those of the enum.
    private func discriminated(_ item: EnumCase, _ name: String) -> String {
        var out = """
            nonisolated private struct \(name): \(module).Generable {
            static var generationSchema: \(module).GenerationSchema {
            let name: [\(module).GenerationGuide<Swift.String>] = [.constant(\(SwiftText.key(item.name)))]
            let __type = \(module).GenerationSchema.Property(name: "type", type: Swift.String.self, guides: name)

            """
        for (index, (key, value)) in zip(Self.literals(of: item), item.values).enumerated() {
            out += SchemaProperty(key: key, type: value.type)
                .statements("__\(index)", in: expander.request.declaration)
        }
        let names = (["__type"] + item.values.indices.map { "__\($0)" }).joined(separator: ", ")
        return out + """
            return \(module).GenerationSchema(type: Self.self, properties: [\(names)])
            }
            let generatedContent: \(module).GeneratedContent
            init(_ content: \(module).GeneratedContent) { generatedContent = content }
            }

            """
    }

    private var partial: String {
        let indirect = expander.isIndirect ? "indirect " : ""
        var out =
            "nonisolated \(expander.access)\(indirect)enum PartiallyGenerated: \(module).ConvertibleFromGeneratedContent {\n"
        for item in cases {
            let values = item.values.map { value in
                (value.label.map { "\($0): " } ?? "") + GeneratedType(value.type.text).partial
            }
            let text = "case \(item.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")"
            if item.values.allSatisfy({ GeneratedType($0.type.text).isCertain }) {
                out += "\(text)\n"
            } else {
                let syntax = expander.request.declaration
                let line = syntax.position(of: item.nameRange.lowerBound).line
                out += SwiftText.located(in: syntax, line: line, text)
            }
        }
        return out + "\(expander.access)init(_ content: \(module).GeneratedContent) throws {\n\(reads)}\n}\n"
    }

    // MARK: Conversions

    /// The same text makes the whole value and the partial one.
    private var reads: String {
        var out = "switch try content.__caseName(of: Self.self, forProperty: \"type\") {\n"
        for item in cases {
            let values = zip(Self.literals(of: item), item.values).map { key, value in
                (value.label.map { "\($0): " } ?? "") + "try content.value(forProperty: \(key))"
            }
            let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            out += "case \(SwiftText.key(item.name)): self = .\(item.name)\(payload)\n"
        }
        return out + "case let other: throw \(module).GeneratedContent.__unknownCase(other, of: Self.self)\n}\n"
    }

    var conversions: String {
        var writes = ""
        for item in cases {
            let values = item.values.indices.map { "let __\($0)" }
            let pattern = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            var members = [ContentMember(key: "\"type\"", value: SwiftText.key(item.name), isOptional: false)]
            for (index, (key, value)) in zip(Self.literals(of: item), item.values).enumerated() {
                members.append(
                    ContentMember(
                        key: key, value: "__\(index)", isOptional: GeneratedType(value.type.text).isOptional))
            }
            writes += "case .\(item.name)\(pattern):\n"
            writes += ContentMember.statements(members, representsNil: expander.options.representsNil)
        }
        return """
            nonisolated \(expander.access)init(_ content: \(module).GeneratedContent) throws {
            \(reads)}
            nonisolated \(expander.access)var generatedContent: \(module).GeneratedContent {
            switch self {
            \(writes)}
            }

            """
    }
}
