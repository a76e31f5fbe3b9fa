// `@SessionPropertyEntry`: a variable in an extension of `SessionPropertyValues` becomes a computed one, and a key beside it
// holds the default. A default without a type is left to the compiler: a second macro turns it into a computed property.

enum EntryExpander {
    static func expand(_ request: AttachedRequest) throws(Diagnostic) -> Expansion {
        let head = try DeclarationReader.head(request.declaration)
        guard head.keyword == "var", !head.modifiers.contains("static") else {
            guard request.role == "peer" else { return Expansion(source: "") }
            throw Diagnostic(
                "'@SessionPropertyEntry' can only be used on variables of an extension of 'SessionPropertyValues'",
                in: request.declaration, at: head.nameRange)
        }
        let variable = try DeclarationReader.variable(request.declaration)
        if variable.isComputed {
            guard request.role == "peer" else { return Expansion(source: "") }
            throw Diagnostic(
                "'@SessionPropertyEntry' makes '\(variable.name)' computed by itself; give it a default instead",
                in: request.declaration, at: variable.nameRange)
        }
        let key = SwiftText.joined("__Key_", variable.name)
        guard request.role == "peer" else {
            return Expansion(source: "get { self[\(key).self] }\nset { self[\(key).self] = newValue }\n")
        }
        return Expansion(
            source: """
                nonisolated private struct \(key): \(GenerableExpander.module).SessionPropertyKey {
                \(try defaultValue(variable, request))
                }

                """)
    }

    private static func defaultValue(
        _ variable: VariableDeclaration, _ request: AttachedRequest
    ) throws(Diagnostic) -> String {
        switch (variable.type, variable.initialValue) {
        case (let type?, let value?): return "static var defaultValue: \(type) {\n\(value)\n}"
        case (let type?, nil):
            guard GeneratedType(type).isOptional else { break }
            return "static var defaultValue: \(type) {\nnil\n}"
        case (nil, let value?):
            return "@\(GenerableExpander.module).__SessionPropertyEntryDefaultValue static var defaultValue = \(value)"
        case (nil, nil): break
        }
        throw Diagnostic(
            "'\(variable.name)' needs a default: 'var \(variable.name): \(variable.type ?? "<#type#>") = <#value#>'",
            in: request.declaration, at: variable.nameRange)
    }

    /// Turns the initial value into a getter.
    static func expandDefaultValue(_ request: AttachedRequest) throws(Diagnostic) -> Expansion {
        let variable = try DeclarationReader.variable(request.declaration)
        return Expansion(source: "get {\n\(variable.initialValue ?? "")\n}\n")
    }
}
