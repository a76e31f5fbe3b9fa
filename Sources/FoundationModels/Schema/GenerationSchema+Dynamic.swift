// A schema out of parts that are made at run time, with all that can be wrong with them told at once by name.

extension GenerationSchema {
    /// A schema of parts that are made at run time. A part with a name is known by it to all others, whether it is listed
    /// as a dependency or stands inside another part; one that stands in several places must be the same in all. A
    /// dependency that is a Swift type has the name of its schema.
    /// - Throws: `SchemaError`: `duplicateProperty`, `emptyTypeChoices`, `duplicateType` or `undefinedReferences`.
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
        var collector = DynamicSchemaCollector(root: root.node.definedName)
        try collector.add(listed: root.node)
        for dependency in dependencies { try collector.add(listed: dependency.node) }
        try collector.visit(root.node)
        for dependency in dependencies { try collector.visit(dependency.node) }
        try collector.resolveReferences()
        self.init(node: root.node, definitions: collector.definitions)
    }
}

extension SchemaNode {
    /// The name that references to this part use; nil where it has none.
    fileprivate var definedName: String? {
        switch self {
        case .named(let named): named.name
        case .type(let type):
            if case .named(let named) = type.type.generationSchema.node { named.name } else { nil }
        case .constrained(let node, _): node.definedName
        default: nil
        }
    }
}

/// Finds the parts of a schema by name.
private struct DynamicSchemaCollector {
    /// The name of the root, for messages.
    let root: String?
    private(set) var definitions: [String: SchemaNode] = [:]
    private var references: [String] = []

    init(root: String?) {
        self.root = root
    }

    private var place: String { root.map { "the schema '\($0)'" } ?? "the schema" }

    private func duplicate(_ name: String) -> GenerationSchema.SchemaError {
        .duplicateType(
            schema: root, type: name,
            context: .init(debugDescription: "\(place) has two parts named '\(name)' [schema.duplicate-type]"))
    }

    /// Adds the root or a dependency.
    mutating func add(listed node: SchemaNode) throws(GenerationSchema.SchemaError) {
        guard let name = node.definedName else { return }
        guard definitions.updateValue(node, forKey: name) == nil else { throw duplicate(name) }
    }

    /// Adds what stands inside a part.
    mutating func visit(_ node: SchemaNode) throws(GenerationSchema.SchemaError) {
        switch node {
        case .any, .scalar, .type, .document: break
        case .array(let element): try visit(element)
        case .constrained(let node, _): try visit(node)
        case .reference(let name):
            if !references.contains(name) { references.append(name) }
        case .named(let named):
            if let other = definitions[named.name], other != node { throw duplicate(named.name) }
            definitions[named.name] = node
            try visitParts(of: named)
        }
    }

    private mutating func visitParts(of named: NamedSchema) throws(GenerationSchema.SchemaError) {
        switch named.body {
        case .object(let properties):
            var names: Set<String> = []
            for property in properties {
                guard names.insert(property.name).inserted else {
                    throw .duplicateProperty(
                        schema: named.name, property: property.name,
                        context: .init(
                            debugDescription: "the schema '\(named.name)' has two properties named "
                                + "'\(property.name)' [schema.duplicate-property]"))
                }
                try visit(property.node)
            }
        case .texts(let texts): if texts.isEmpty { throw empty(named.name) }
        case .shapes(let shapes):
            if shapes.isEmpty { throw empty(named.name) }
            for shape in shapes { try visit(shape) }
        }
    }

    private func empty(_ name: String) -> GenerationSchema.SchemaError {
        .emptyTypeChoices(
            schema: name,
            context: .init(debugDescription: "the schema '\(name)' has no choices [schema.empty-choices]"))
    }

    func resolveReferences() throws(GenerationSchema.SchemaError) {
        let undefined = references.filter { definitions[$0] == nil }
        guard undefined.isEmpty else {
            let names = undefined.map { "'\($0)'" }.joined(separator: ", ")
            throw .undefinedReferences(
                schema: root, references: undefined,
                context: .init(
                    debugDescription: "\(place) refers to \(names), which no part defines [schema.undefined-reference]")
            )
        }
    }
}
