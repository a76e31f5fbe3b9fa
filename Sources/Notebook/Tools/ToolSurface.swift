// What a tool is, as one hash: its definition and the bytes of the project's files that it stands on. Answers are replayed
// for equal surfaces alone, and the user's trust is in the surfaces of a playground.

internal import FoundationModels
internal import Platform

enum ToolSurface {
    /// SHA-256 over everything that makes up one tool.
    ///
    /// - Parameter facts: of its kind, in a fixed order.
    static func hash(of tool: ToolDeclaration, facts: [String]) -> String {
        var hash = FieldHash()
        hash.update("tool surface 1")
        hash.update(tool.name.value)
        for field in facts { hash.update(field) }
        for function in tool.functions {
            for field in [function.name, function.description, function.parameters.jsonSchemaText] {
                hash.update(field)
            }
        }
        hash.update("\(tool.volatile.count)")
        for pointer in tool.volatile { hash.update(pointer) }
        for file in tool.files {
            hash.update(file.path)
            hash.update(file.sha256)
        }
        return hash.finish().prefix(64)
    }
}

extension PlaygroundDocument {
    /// SHA-256 over the tools that need trust, and the names of the secrets that they may use; nil where there are none.
    package var trustSurface: String? {
        let external = tools.filter(\.isExternal)
        guard !external.isEmpty else { return nil }
        var hash = FieldHash()
        hash.update("trust surface 1")
        for tool in external { hash.update(tool.surface) }
        for secret in secrets { hash.update(secret.value) }
        return hash.finish().prefix(64)
    }
}
