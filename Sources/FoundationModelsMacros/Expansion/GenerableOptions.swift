// The arguments of `@Generable`.

/// What `@Generable(…)` was told. Texts are expressions as the author wrote them.
struct GenerableOptions: Equatable, Sendable {
    var name: String?
    var description: String?
    var representsNil = false
    /// Whether the author said anything of nil.
    var statesNil = false

    init() {}

    /// - Throws: where nil's representation isn't written as `true` or `false`, since the expansion depends on it.
    init(_ attribute: SourceSyntax) throws(Diagnostic) {
        var reader = DeclarationReader(attribute)
        for argument in try reader.attributes().first?.arguments ?? [] {
            switch argument.label {
            case "name": name = argument.text
            case "description": description = argument.text == "nil" ? nil : argument.text
            case "representNilExplicitlyInGeneratedContent":
                guard let value = Bool(argument.text) else {
                    throw Diagnostic(
                        "'representNilExplicitlyInGeneratedContent' must be 'true' or 'false'", in: attribute,
                        at: argument.range)
                }
                representsNil = value
                statesNil = true
            default: break
            }
        }
    }

    /// `, name: …, description: …` as arguments of a schema.
    var schemaArguments: String {
        (name.map { ", name: \($0)" } ?? "") + (description.map { ", description: \($0)" } ?? "")
    }
}
