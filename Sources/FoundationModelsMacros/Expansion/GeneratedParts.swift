// What every kind of generable type is given: members in the type, conversions in the extension. The expansions are kept
// small, since the compiler checks and compiles each of them.

/// The text of an expansion.
protocol GeneratedParts {
    /// The schema and, where it isn't the type itself, the partial form.
    var members: String { get }
    /// `init(_:)` and `generatedContent`. They stand in the extension, so that a struct keeps its memberwise initializer.
    var conversions: String { get }
}

/// A property of a schema, as the expansion states it.
struct SchemaProperty {
    var key: String
    var description: String?
    var type: TypeText
    var guides: [Argument] = []

    /// Statements that define `name` as the property. What may be wrong with them is counted as standing where the author
    /// wrote the guides or the type, so that what the compiler says of it leads there.
    func statements(_ name: String, in syntax: SourceSyntax) -> String {
        let module = GenerableExpander.module
        let generated = GeneratedType(type.text)
        var out = ""
        if let first = guides.first {
            // One array with its type stated: the compiler then says what is wrong with an element, not with a call.
            let elements = guides.map { $0.isRegex ? ".pattern(\($0.text))" : $0.text }.joined(separator: ", ")
            out += SwiftText.located(
                in: syntax, at: first.range.lowerBound,
                head: "let \(name)guides: [\(module).GenerationGuide<\(generated.base)>] = [", "\(elements)\n]")
        }
        var property = "\(module).GenerationSchema.Property(name: \(key)"
        if let description { property += ", description: \(description)" }
        property += ", type: \(generated.metatype)" + (guides.isEmpty ? ")" : ", guides: \(name)guides)")
        guard !generated.isCertain else { return out + "let \(name) = \(property)\n" }
        return out + SwiftText.located(in: syntax, at: type.range.lowerBound, head: "let \(name) =", property)
    }
}

/// A value of generated content, as the expansion reads and writes it.
struct ContentMember {
    var key: String
    /// The expression of the value.
    var value: String
    var isOptional: Bool

    /// Statements that return the members as content. Nil values are left out unless `representsNil`.
    static func statements(_ members: [ContentMember], representsNil: Bool) -> String {
        let content = "\(GenerableExpander.module).GeneratedContent"
        guard !representsNil, members.contains(where: \.isOptional) else {
            let pairs = members.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            return "return \(content)(properties: [\(pairs.isEmpty ? ":" : pairs)])\n"
        }
        var out =
            "var properties: [(Swift.String, any \(GenerableExpander.module).ConvertibleToGeneratedContent)] = []\n"
        for member in members {
            out +=
                member.isOptional
                ? "if let value = \(member.value) { properties.append((\(member.key), value)) }\n"
                : "properties.append((\(member.key), \(member.value)))\n"
        }
        return out + "return \(content)(properties: properties, uniquingKeysWith: { _, last in last })\n"
    }
}
