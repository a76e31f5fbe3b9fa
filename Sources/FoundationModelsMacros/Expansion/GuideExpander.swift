// `@Guide`: a mark that `@Generable` reads. It expands to nothing and says where it has no place.

enum GuideExpander {
    static func expand(_ request: AttachedRequest) throws(Diagnostic) -> Expansion {
        var reader = DeclarationReader(request.attribute)
        let range = try reader.attributes().first?.range ?? 0..<request.attribute.source.utf8.count
        if let objection = try objection(request) {
            throw Diagnostic(objection, in: request.attribute, at: range)
        }
        guard !isGenerable(request.context) else { return Expansion(source: "") }
        let warning = Diagnostic(
            "'@Guide' has no effect outside of a '@Generable' type", severity: .warning, in: request.attribute,
            at: range)
        return Expansion(source: "", diagnostics: [warning])
    }

    private static func objection(_ request: AttachedRequest) throws(Diagnostic) -> String? {
        let head = try DeclarationReader.head(request.declaration)
        switch head.keyword {
        case "var", "let": break
        case "case": return "'@Guide' can only be used on properties; describe a case by its name"
        default: return "'@Guide' can only be used on properties"
        }
        for modifier in ["static", "class", "lazy"] where head.modifiers.contains(modifier) {
            return
                "'@Guide' can only be used on stored properties, and a '\(modifier)' property takes no part in generation"
        }
        let variable = try DeclarationReader.variable(request.declaration)
        if variable.isComputed {
            return "'@Guide' can only be used on stored properties, and '\(head.name)' is computed"
        }
        if head.keyword == "let", variable.initialValue != nil {
            return "'@Guide' has no effect on a constant with a value, which takes no part in generation"
        }
        return nil
    }

    private static func isGenerable(_ context: [String]) -> Bool {
        guard let outer = context.first else { return false }
        let head = try? DeclarationReader.head(SourceSyntax(source: outer))
        return head?.attributes.contains { $0.baseName == "Generable" } ?? false
    }
}
