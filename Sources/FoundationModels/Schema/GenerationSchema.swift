// The shape of generated values. It is made from Swift types, from shapes named at run time, or from JSON Schema text, and
// written as a JSON Schema document.

/// The shape of what a model generates.
///
/// Written as JSON it is a JSON Schema. Objects list their properties in the order of generation under `x-order`; shapes
/// with a name, other than the outermost one, stand under `$defs`. Two schemas are equal where their documents are, whatever
/// the order of keys.
public struct GenerationSchema: Sendable, CustomDebugStringConvertible {
    let node: SchemaNode
    /// The shapes that references of this schema mean, by name.
    let definitions: [String: SchemaNode]
    /// The JSON Schema as it was given, where it was.
    let source: JSONValue?

    init(node: SchemaNode, definitions: [String: SchemaNode] = [:], source: JSONValue? = nil) {
        self.node = node
        self.definitions = definitions
        self.source = source
    }

    /// A schema that is there as JSON.
    package init(document: JSONValue) {
        self.init(node: .document(Self.canonical(document)))
    }

    /// The JSON Schema: keywords in one order; properties in that of generation, or else as they were given.
    package var document: JSONValue {
        if case .document(let document) = node { return document }
        return Self.canonical(SchemaDocument(self).json)
    }

    /// The JSON Schema on one line; one that was given as text, in the order of the text.
    package var jsonSchemaText: String { (source ?? document).text(.compact) }

    /// The title of the schema, empty where it has none.
    public var name: String {
        if case .named(let schema) = node { return schema.name }
        let document = document
        if case .string(let title) = document["title"] { return title }
        // A root that is a mere reference has the name of what it refers to.
        if case .string(let reference) = document["$ref"], reference.hasPrefix("#/$defs/"),
            case .string(let title) = document["$defs"]?[String(reference.dropFirst(8))]?["title"]
        {
            return title
        }
        return ""
    }

    /// The JSON Schema on one line.
    public var debugDescription: String { document.text(.spaced) }
}

extension GenerationSchema: Equatable {
    public static func == (left: GenerationSchema, right: GenerationSchema) -> Bool {
        left.document.sorted == right.document.sorted
    }
}

extension GenerationSchema {
    /// A property of an object.
    public struct Property: Sendable {
        let property: SchemaProperty

        private init(
            _ name: String, _ description: String?, _ type: any Generable.Type, isOptional: Bool,
            _ constraints: [SchemaConstraint]
        ) {
            let node = SchemaNode.type(TypeReference(type))
            property = SchemaProperty(
                name: name, description: description,
                node: constraints.isEmpty ? node : .constrained(node, constraints), isOptional: isOptional)
        }

        /// A property that is always there.
        public init<Value>(
            name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
        ) where Value: Generable {
            self.init(name, description, type, isOptional: false, guides.map(\.constraint))
        }

        /// A property that may be left out.
        public init<Value>(
            name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
        ) where Value: Generable {
            self.init(name, description, Value.self, isOptional: true, guides.map(\.constraint))
        }

        /// A text that is always there and that regular expressions match.
        public init<RegexOutput>(
            name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
        ) {
            self.init(name, description, type, isOptional: false, guides.map { SchemaConstraint($0) })
        }

        /// A text that may be left out and that regular expressions match.
        public init<RegexOutput>(
            name: String, description: String? = nil, type: String?.Type, guides: [Regex<RegexOutput>] = []
        ) {
            self.init(name, description, String.self, isOptional: true, guides.map { SchemaConstraint($0) })
        }
    }

    /// The shape of a type with properties. Of several properties with one name the first one counts.
    public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
        self.init(type: type, name: nil, description: description, properties: properties)
    }

    /// The shape of a type with properties.
    /// - Parameter explicitNil: whether values of the type write null for a property that is not there. The shape is the
    ///   same either way: such a property need not be generated, and null is read as nil.
    public init(
        type: any Generable.Type, description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
    ) {
        self.init(type: type, name: nil, description: description, properties: properties)
    }

    /// The shape of a type with properties, under a name of its own.
    /// - Parameter explicitNil: as above.
    public init(
        type: any Generable.Type, name: String?, description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool = false, properties: [Property]
    ) {
        self.init(type, name, description, .object(properties.map(\.property).uniqued))
    }

    /// The shape of a type that is one of several texts.
    public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
        self.init(type: type, name: nil, description: description, anyOf: choices)
    }

    /// The shape of a type that is one of several texts, under a name of its own.
    public init(type: any Generable.Type, name: String?, description: String? = nil, anyOf choices: [String]) {
        self.init(type, name, description, .texts(choices))
    }

    /// The shape of a type that is one of several others.
    public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
        self.init(type: type, name: nil, description: description, anyOf: types)
    }

    /// The shape of a type that is one of several others, under a name of its own.
    public init(
        type: any Generable.Type, name: String?, description: String? = nil, anyOf types: [any Generable.Type]
    ) {
        self.init(type, name, description, .shapes(types.map { .type(TypeReference($0)) }))
    }

    private init(_ type: any Generable.Type, _ name: String?, _ description: String?, _ body: NamedSchema.Body) {
        let type = TypeReference(type)
        self.init(node: .named(NamedSchema(name: name ?? type.name, type: type, description: description, body: body)))
    }
}
