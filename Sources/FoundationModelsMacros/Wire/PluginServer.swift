// From a message of the compiler to the reply: finds the macro, has it expanded, and puts the result into the protocol's form.

/// A use of a macro that is attached to a declaration.
struct AttachedRequest: Sendable {
    /// `member`, `extension`, `peer` or `accessor`.
    var role: String
    var attribute: SourceSyntax
    var declaration: SourceSyntax
    /// The type that an extension is wanted for, with the types around it.
    var extendedType: String?
    /// What surrounds the declaration, innermost first, members left out.
    var context: [String] = []
}

/// A use of a macro that stands by itself.
struct FreestandingRequest: Sendable {
    var syntax: SourceSyntax
    var discriminator: String

    /// A name that occurs nowhere else. The compiler knows this form, so that it may stand at the top of a file.
    func uniqueName(_ name: String) -> String { "\(discriminator)\(name.utf8.count)\(name)fMu_" }
}

/// The source that takes a macro's place, and what to tell its author.
struct Expansion: Equatable, Sendable {
    var source: String
    var diagnostics: [Diagnostic] = []
}

/// What the plug-in expands, by the names in `#externalMacro`.
struct MacroTable: Sendable {
    var attached: [String: @Sendable (AttachedRequest) throws(Diagnostic) -> Expansion]
    var freestanding: [String: @Sendable (FreestandingRequest) throws(Diagnostic) -> Expansion]
}

/// Answers the compiler's messages.
struct PluginServer: Sendable {
    let macros: MacroTable

    /// The reply to `message`. A message that isn't known is answered by no expansion.
    func answer(_ message: JSON) -> JSON {
        if message["getCapability"] != nil {
            let capability: JSON = .object(["protocolVersion": .int(7), "features": .array([])])
            return .object(["getCapabilityResult": .object(["capability": capability])])
        }
        if let body = message["expandAttachedMacro"] {
            guard let macro = body["macro"]?["typeName"]?.string.flatMap({ macros.attached[$0] }),
                let role = body["macroRole"]?.string, let attribute = SourceSyntax(body["attributeSyntax"]),
                let declaration = SourceSyntax(body["declSyntax"])
            else { return unknown(at: body["attributeSyntax"]) }
            let request = AttachedRequest(
                role: role, attribute: attribute, declaration: declaration,
                extendedType: body["extendedTypeSyntax"]?["source"]?.string,
                context: body["lexicalContext"]?.array?.compactMap { $0["source"]?.string } ?? [])
            return reply { () throws(Diagnostic) in try macro(request) }
        }
        if let body = message["expandFreestandingMacro"] {
            guard let macro = body["macro"]?["typeName"]?.string.flatMap({ macros.freestanding[$0] }),
                let syntax = SourceSyntax(body["syntax"]), let discriminator = body["discriminator"]?.string
            else { return unknown(at: body["syntax"]) }
            let request = FreestandingRequest(syntax: syntax, discriminator: discriminator)
            return reply { () throws(Diagnostic) in try macro(request) }
        }
        return .object(["expandMacroResult": .object(["expandedSource": .null, "diagnostics": .array([])])])
    }

    private func unknown(at syntax: JSON?) -> JSON {
        let syntax = SourceSyntax(syntax) ?? SourceSyntax(source: "")
        return reply { () throws(Diagnostic) in
            throw Diagnostic(
                "this version of the macro plug-in doesn't know the macro; build the package again", in: syntax,
                at: 0..<syntax.source.utf8.count)
        }
    }

    private func reply(_ expand: () throws(Diagnostic) -> Expansion) -> JSON {
        let expansion: Expansion
        do {
            expansion = try expand()
        } catch {
            // Empty rather than null: the compiler then shows this message alone.
            expansion = Expansion(source: "", diagnostics: [error])
        }
        let result: JSON = .object([
            "expandedSource": .string(expansion.source), "diagnostics": .array(expansion.diagnostics.map(\.json)),
        ])
        return .object(["expandMacroResult": result])
    }
}
