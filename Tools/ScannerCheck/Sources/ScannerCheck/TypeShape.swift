// The shape of a type as lines of text, from either reading.

import SwiftSyntax

/// What the macros would learn of a type.
struct TypeShape: Equatable {
    private(set) var lines: [String] = []
    /// `#if` among the members.
    private(set) var hasConditions = false

    init(_ declaration: TypeDeclaration, _ problems: [Diagnostic]) {
        lines.append("\(declaration.keyword) \(declaration.name) generic: \(declaration.genericParameters != nil)")
        lines.append("inherits: \(declaration.inherited.map(Self.normal).joined(separator: ", "))")
        lines += declaration.properties.map { property in
            let attributes = property.attributes.map { Self.normal($0.name) }.joined(separator: " ")
            return "@(\(attributes)) \(property.access ?? "-") \(property.name): \(Self.normal(property.type.text))"
        }
        lines += declaration.cases.map { item in
            let values = item.values.map { "\($0.label ?? "_"): \(Self.normal($0.type.text))" }.joined(separator: ", ")
            return "case \(item.name)(\(values)) = \(item.rawValue ?? "-") indirect: \(item.isIndirect)"
        }
        lines += problems.filter { !$0.message.contains("'#") }.map {
            $0.message.contains("tuple pattern")
                ? "pattern" : $0.message.contains("written out") ? "untyped" : $0.message
        }.sorted()
    }

    init(_ node: any DeclGroupSyntax & NamedDeclSyntax) {
        let isGeneric =
            (node.as(StructDeclSyntax.self)?.genericParameterClause
                ?? node.as(EnumDeclSyntax.self)?.genericParameterClause) != nil
        lines.append("\(node.introducer.text) \(node.name.text) generic: \(isGeneric)")
        let inherited = node.inheritanceClause?.inheritedTypes.map { Self.normal($0.type.trimmedDescription) } ?? []
        lines.append("inherits: \(inherited.joined(separator: ", "))")
        var cases: [String] = []
        var problems: [String] = []
        for member in node.memberBlock.members {
            if member.decl.is(IfConfigDeclSyntax.self) { hasConditions = true }
            if let variable = member.decl.as(VariableDeclSyntax.self) { add(variable, &problems) }
            guard let items = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
            let isIndirect = items.modifiers.contains { $0.name.text == "indirect" }
            for item in items.elements {
                let values =
                    (item.parameterClause?.parameters.map { parameter in
                        let label = parameter.firstName?.text ?? "_"
                        return "\(label): \(Self.normal(parameter.type.trimmedDescription))"
                    } ?? []).joined(separator: ", ")
                let raw = item.rawValue?.value.trimmedDescription ?? "-"
                cases.append("case \(item.name.text)(\(values)) = \(raw) indirect: \(isIndirect)")
            }
        }
        lines += cases + problems.sorted()
    }

    private mutating func add(_ variable: VariableDeclSyntax, _ problems: inout [String]) {
        let modifiers = variable.modifiers.map(\.name.text)
        guard !modifiers.contains(where: { ["static", "class", "lazy"].contains($0) }) else { return }
        let access = variable.modifiers.first {
            ["public", "package", "internal", "fileprivate", "private", "open"].contains($0.name.text)
                && $0.detail == nil
        }?.name.text
        let attributes = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }.map {
            Self.normal(String($0.attributeName.trimmedDescription.prefix { $0 != "<" }))
        }.joined(separator: " ")
        let isConstant = variable.bindingSpecifier.text == "let"
        let bindings = Array(variable.bindings)
        for (index, binding) in bindings.enumerated() {
            guard Self.isStored(binding), !(isConstant && binding.initializer != nil) else { continue }
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                problems.append("pattern")
                continue
            }
            // `a, b: Int` gives both the type.
            var type = binding.typeAnnotation?.type
            if type == nil, binding.initializer == nil {
                for next in bindings[(index + 1)...] {
                    type = next.typeAnnotation?.type
                    if type != nil || next.initializer != nil { break }
                }
            }
            guard let type else {
                problems.append("untyped")
                continue
            }
            lines.append("@(\(attributes)) \(access ?? "-") \(name): \(Self.normal(type.trimmedDescription))")
        }
    }

    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let block = binding.accessorBlock, binding.initializer == nil else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    /// Without blanks and comments, which either reading may count to a type.
    private static func normal(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return Scanner.tokens(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(separator: " ")
    }
}
