// `@Generable`: reads the type, reports what can't be generated, and writes its schema, its conversions and its partial form.
// Structs, plain enums and enums with payloads are written by a file each.

/// The expansion of one use of `@Generable`.
struct GenerableExpander {
    static let module = "FoundationModels"

    let request: AttachedRequest
    private(set) var type = TypeDeclaration()
    /// Problems that leave nothing to expand.
    private(set) var refusals: [Diagnostic] = []
    /// Problems with one guide. The rest of the type is expanded all the same, which keeps the compiler from reporting
    /// every use of the type.
    private(set) var objections: [Diagnostic] = []
    private(set) var options = GenerableOptions()

    init(_ request: AttachedRequest) {
        self.request = request
        // The compiler reports by itself that a local type can't have the macro.
        guard !Self.isLocal(request.context) else { return }
        (type, refusals) = DeclarationReader.type(request.declaration)
        do {
            options = try GenerableOptions(request.attribute)
        } catch {
            refusals.append(error)
        }
        check()
    }

    /// The members, or the extension with the conformance. Only the members' role reports.
    func expansion() -> Expansion {
        let isMember = request.role == "member"
        let reported = isMember ? refusals + objections : []
        guard refusals.isEmpty, type.keyword == "struct" || type.keyword == "enum" else {
            return Expansion(source: "", diagnostics: reported)
        }
        let parts: any GeneratedParts
        if type.keyword == "struct" {
            parts = StructParts(self)
        } else if type.cases.allSatisfy(\.values.isEmpty) {
            parts = ChoiceParts(self)
        } else {
            parts = UnionParts(self)
        }
        if isMember { return Expansion(source: parts.members, diagnostics: reported) }
        let name = request.extendedType ?? type.name
        let source = "extension \(name): nonisolated \(Self.module).Generable {\n\(parts.conversions)}"
        return Expansion(source: source)
    }

    // MARK: What the parts need

    /// `public `, `package ` or nothing: what members that serve the conformance are declared with.
    var access: String {
        if let access = type.access { return SwiftText.access(access) }
        // Members of `public extension` are public without saying so.
        guard let outer = request.context.first,
            let head = try? DeclarationReader.head(SourceSyntax(source: outer)), head.keyword == "extension"
        else { return "" }
        return SwiftText.access(head.access)
    }

    /// Whether the enum, or one of its cases, holds itself.
    var isIndirect: Bool { type.modifiers.contains("indirect") || type.cases.contains { $0.isIndirect } }

    // MARK: Checks

    private static let transparentAttributes: Set<Substring> = ["Guide", "MainActor"]

    private mutating func check() {
        switch type.keyword {
        case "struct": type.properties.forEach { check($0) }
        case "enum": checkCases()
        case "": return
        default:
            // Leading comments and blanks belong to the attribute's text.
            refuse("'@Generable' can only be used on structs and enums.", at: attributeRange, in: request.attribute)
            return
        }
        if let parameters = type.genericParameters {
            refuse(
                "'@Generable' can't be used on a generic type: its schema would need one name for many types",
                at: parameters)
        }
        if type.access == "private", !request.context.isEmpty {
            refuse(
                "a nested '@Generable' type can't be 'private', since its extension couldn't see it; make it 'fileprivate'",
                at: type.nameRange)
        }
    }

    private var attributeRange: Range<Int> {
        let tokens = Scanner.tokens(of: Array(request.attribute.source.utf8))
        guard let first = tokens.first, let last = tokens.last else { return 0..<0 }
        return first.range.lowerBound..<last.range.upperBound
    }

    private mutating func check(_ property: StoredProperty) {
        for attribute in property.attributes
        where attribute.baseName.first?.isUppercase == true && !Self.transparentAttributes.contains(attribute.baseName)
        {
            refuse(
                "a property of a '@Generable' type can't have the property wrapper or macro '@\(attribute.name)'",
                at: attribute.range)
        }
        let generated = GeneratedType(property.type.text)
        if let objection = generated.objection { refuse(objection, at: property.type.range) }
        checkGuides(of: property, generated)
    }

    private mutating func checkGuides(of property: StoredProperty, _ generated: GeneratedType) {
        var hasDescription = false
        let arguments = property.attributes.filter { $0.baseName == "Guide" }.flatMap(\.arguments)
        for argument in arguments {
            if argument.label == "description", argument.text != "nil" {
                if hasDescription { object("'\(property.name)' is described twice", at: argument.range) }
                hasDescription = true
            }
            guard argument.label == nil, let objection = generated.objection(to: argument) else { continue }
            object(objection, at: argument.range)
        }
    }

    private mutating func checkCases() {
        if type.cases.isEmpty { refuse("a '@Generable' enum needs at least one case", at: type.nameRange) }
        var names: Set<String> = []
        for item in type.cases {
            if !names.insert(SwiftText.plain(item.name)).inserted {
                refuse("two cases of a '@Generable' enum can't share the name '\(item.name)'", at: item.nameRange)
            }
            var keys: Set<String> = ["type"]
            for (value, key) in zip(item.values, UnionParts.keys(of: item)) {
                if let objection = GeneratedType(value.type.text).objection { refuse(objection, at: value.type.range) }
                if !keys.insert(key).inserted {
                    let reason = key == "type" ? "which names the case" : "which another value has"
                    refuse(
                        "this value would be generated as '\(key)', \(reason); label it otherwise", at: value.type.range
                    )
                }
            }
        }
    }

    private mutating func refuse(_ message: String, at range: Range<Int>, in syntax: SourceSyntax? = nil) {
        refusals.append(Diagnostic(message, in: syntax ?? request.declaration, at: range))
    }

    private mutating func object(_ message: String, at range: Range<Int>) {
        objections.append(Diagnostic(message, in: request.declaration, at: range))
    }

    private static let types: Set<String> = ["struct", "enum", "class", "actor", "extension", "protocol"]

    /// Whether a function, an accessor or a closure surrounds the declaration.
    private static func isLocal(_ context: [String]) -> Bool {
        context.contains { source in
            guard let head = try? DeclarationReader.head(SourceSyntax(source: source)) else { return true }
            return !types.contains(head.keyword)
        }
    }
}
