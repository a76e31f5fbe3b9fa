// Shapes that are only known when the program runs, put together from parts that know each other by name.

/// A part of a schema that is made at run time. `GenerationSchema(root:dependencies:)` makes a schema of the parts.
public struct DynamicGenerationSchema: Sendable {
    let node: SchemaNode

    private init(node: SchemaNode) {
        self.node = node
    }

    private init(_ name: String, _ description: String?, _ body: NamedSchema.Body) {
        self.init(node: .named(NamedSchema(name: name, type: nil, description: description, body: body)))
    }

    /// Null, and nothing else.
    public static var null: DynamicGenerationSchema { DynamicGenerationSchema(node: .scalar(.null)) }

    /// An object.
    public init(name: String, description: String? = nil, properties: [Property]) {
        self.init(name, description, .object(properties.map(\.property)))
    }

    /// An object.
    /// - Parameter explicitNil: whether null is written for a property that is not there. The shape is the same either way:
    ///   such a property need not be generated, and null is read as nil.
    public init(
        name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
        properties: [Property]
    ) {
        self.init(name: name, description: description, properties: properties)
    }

    /// One of several shapes.
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
        self.init(name, description, .shapes(choices.map(\.node)))
    }

    /// One of several texts.
    public init(name: String, description: String? = nil, anyOf choices: [String]) {
        self.init(name, description, .texts(choices))
    }

    /// An array.
    public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
        let constraints =
            [minimumElements.map(SchemaConstraint.minimumCount), maximumElements.map(SchemaConstraint.maximumCount)]
            .compactMap(\.self)
        let array = SchemaNode.array(itemSchema.node)
        self.init(node: constraints.isEmpty ? array : .constrained(array, constraints))
    }

    /// What a Swift type looks like.
    public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = []) where Value: Generable {
        let node = SchemaNode.type(TypeReference(type))
        self.init(node: guides.isEmpty ? node : .constrained(node, guides.map(\.constraint)))
    }

    /// The part with a given name.
    public init(referenceTo name: String) {
        self.init(node: .reference(name))
    }

    /// A property of an object.
    public struct Property: Sendable {
        let property: SchemaProperty

        /// - Parameter isOptional: whether it may be left out.
        public init(
            name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false
        ) {
            property = SchemaProperty(
                name: name, description: description, node: schema.node, isOptional: isOptional)
        }
    }
}
