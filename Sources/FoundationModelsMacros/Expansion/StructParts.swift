// The expansion for a struct: an object with a member for each stored property.

struct StructParts: GeneratedParts {
    private let expander: GenerableExpander
    private var module: String { GenerableExpander.module }
    private var properties: [StoredProperty] { expander.type.properties }

    init(_ expander: GenerableExpander) { self.expander = expander }

    var members: String { schema + partial }

    private var schema: String {
        var out = "nonisolated \(expander.access)static var generationSchema: \(module).GenerationSchema {\n"
        for (index, property) in properties.enumerated() {
            out += schemaProperty(property).statements("__\(index)", in: expander.request.declaration)
        }
        let names = properties.indices.map { "__\($0)" }.joined(separator: ", ")
        let explicitNil =
            expander.options.statesNil
            ? ", representNilExplicitlyInGeneratedContent: \(expander.options.representsNil)" : ""
        return out
            + "return \(module).GenerationSchema(type: Self.self\(expander.options.schemaArguments)\(explicitNil), properties: [\(names)])\n}\n"
    }

    private func schemaProperty(_ property: StoredProperty) -> SchemaProperty {
        let arguments = property.attributes.filter { $0.baseName == "Guide" }.flatMap(\.arguments)
        let generated = GeneratedType(property.type.text)
        return SchemaProperty(
            key: SwiftText.key(property.name),
            description: arguments.first { $0.label == "description" && $0.text != "nil" }?.text,
            type: property.type,
            guides: arguments.filter { $0.label == nil && generated.objection(to: $0) == nil })
    }

    private var partial: String {
        let access = expander.access
        // A property of its own called `id` serves as the identity.
        let hasID = properties.contains { SwiftText.plain($0.name) == "id" }
        var out =
            "nonisolated \(access)struct PartiallyGenerated: Swift.Identifiable, \(module).ConvertibleFromGeneratedContent {\n"
        if !hasID { out += "\(access)var id: \(module).GenerationID\n" }
        for property in properties {
            let isID = hasID && SwiftText.plain(property.name) == "id"
            let own = property.access.map { ($0 == "private" ? "fileprivate" : $0) + " " } ?? ""
            let generated = GeneratedType(property.type.text)
            let field = "\(isID ? access : own)var \(property.name): \(generated.partial)"
            guard !generated.isCertain else {
                out += "\(field)\n"
                continue
            }
            let syntax = expander.request.declaration
            let line = syntax.position(of: property.type.range.lowerBound).line
            out += SwiftText.located(in: syntax, line: line, field)
        }
        out += "\(access)init(_ content: \(module).GeneratedContent) throws {\n"
        if !hasID { out += "self.id = content.id ?? \(module).GenerationID()\n" }
        return out + reads + "}\n}\n"
    }

    private var reads: String {
        properties.map {
            "self.\($0.name) = try content.value(forProperty: \(SwiftText.key($0.name)))\n"
        }.joined()
    }

    var conversions: String {
        let members = properties.map {
            ContentMember(
                key: SwiftText.key($0.name), value: "self.\($0.name)",
                isOptional: GeneratedType($0.type.text).isOptional)
        }
        return """
            nonisolated \(expander.access)init(_ content: \(module).GeneratedContent) throws {
            \(reads)}
            nonisolated \(expander.access)var generatedContent: \(module).GeneratedContent {
            \(ContentMember.statements(members, representsNil: expander.options.representsNil))}

            """
    }
}
