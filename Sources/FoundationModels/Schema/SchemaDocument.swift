// The JSON Schema document of a schema: visits every shape once, gives those with a name a key of their own under `$defs`,
// and writes them. Shapes are told apart by identity (the Swift type, or the name within one schema made at run time), never
// by their printed name.

/// Makes one document.
struct SchemaDocument {
    /// What tells shapes apart.
    enum Key: Hashable {
        case type(ObjectIdentifier)
        /// A name among the definitions of one schema: the root, or the one of a type.
        case name(String, scope: ObjectIdentifier?)
    }

    /// A shape that stands under `$defs`.
    struct Definition {
        var name: String
        /// The Swift type; nil for a shape that is made at run time.
        var type: TypeReference?
        /// Where names in `node` are looked up.
        var scope: ObjectIdentifier?
        var node: SchemaNode
    }

    /// Types that contain ever new types, such as `Box<T>` with a `Box<Box<T>>` inside, have no end.
    private static let maximumTypeCount = 256

    private let root: GenerationSchema
    private let rootScope: ObjectIdentifier?
    private let rootKey: Key?
    private var schemas: [ObjectIdentifier: GenerationSchema] = [:]
    /// Types without a name that are being looked into.
    private var open: Set<ObjectIdentifier> = []
    private var definitions: [Key: Definition] = [:]
    private var order: [Key] = []
    private var names: [Key: String] = [:]

    init(_ schema: GenerationSchema) {
        // A root that is only a type is the schema of the type.
        var schema = schema
        var scope: ObjectIdentifier?
        var seen: Set<ObjectIdentifier> = []
        while case .type(let type) = schema.node, seen.insert(type.id).inserted {
            schema = type.type.generationSchema
            scope = type.id
        }
        root = schema
        rootScope = scope
        rootKey =
            switch schema.node {
            case .named(let named):
                if let type = named.type {
                    // A schema made up for a type is not the type's own.
                    type.type.generationSchema.node == schema.node ? .type(type.id) : nil
                } else {
                    .name(named.name, scope: scope)
                }
            default: nil
            }
    }

    /// The document, in no particular order of keywords.
    var json: JSONValue {
        var document = self
        return document.make()
    }

    private mutating func make() -> JSONValue {
        if let rootScope { schemas[rootScope] = root }
        switch root.node {
        case .named(let named): visitParts(of: named, scope: rootScope)
        default: visit(root.node, scope: rootScope)
        }
        names = DefinitionNames(order.compactMap { key in definitions[key].map { (key, $0) } }).names
        var json =
            if case .named(let named) = root.node { write(named, scope: rootScope) } else {
                write(root.node, scope: rootScope)
            }
        if !order.isEmpty {
            json["$defs"] = .object(
                order.compactMap { key in
                    guard let definition = definitions[key], let name = names[key] else { return nil }
                    return JSONMember(key: name, value: write(definition, at: name))
                })
        }
        return json
    }
}

// Finding the shapes.
extension SchemaDocument {
    private func schema(in scope: ObjectIdentifier?) -> GenerationSchema? {
        scope == rootScope ? root : scope.flatMap { schemas[$0] }
    }

    private mutating func define(_ key: Key, _ definition: Definition) {
        guard definitions.updateValue(definition, forKey: key) == nil else { return }
        order.append(key)
    }

    private mutating func visit(_ node: SchemaNode, scope: ObjectIdentifier?) {
        switch node {
        case .any, .scalar, .document: break
        case .array(let element): visit(element, scope: scope)
        case .constrained(let node, _): visit(node, scope: scope)
        case .type(let type): visit(type)
        case .named(let named):
            let key = Key.name(named.name, scope: scope)
            guard key != rootKey, definitions[key] == nil else { return }
            define(key, Definition(name: named.name, type: nil, scope: scope, node: node))
            visitParts(of: named, scope: scope)
        case .reference(let name):
            if let target = schema(in: scope)?.definitions[name] { visit(target, scope: scope) }
        }
    }

    /// A type whose schema is made at run time has that schema's name in that schema.
    private func key(of type: TypeReference) -> Key {
        if case .named(let named) = schemas[type.id]?.node, named.type == nil {
            return .name(named.name, scope: type.id)
        }
        return .type(type.id)
    }

    private mutating func visit(_ type: TypeReference) {
        guard key(of: type) != rootKey else { return }
        guard schemas[type.id] == nil else {
            // A shape without a name that contains itself needs one.
            if open.contains(type.id), definitions[.type(type.id)] == nil, let schema = schemas[type.id] {
                define(.type(type.id), Definition(name: type.name, type: type, scope: type.id, node: schema.node))
            }
            return
        }
        guard schemas.count < Self.maximumTypeCount else { return }
        let schema = type.type.generationSchema
        schemas[type.id] = schema
        switch schema.node {
        case .named(let named):
            define(key(of: type), Definition(name: named.name, type: type, scope: type.id, node: schema.node))
            visitParts(of: named, scope: type.id)
        case .document(let json) where json["$ref"] != nil || json["$defs"] != nil || json["properties"] != nil:
            define(.type(type.id), Definition(name: type.name, type: type, scope: type.id, node: schema.node))
        default:
            open.insert(type.id)
            visit(schema.node, scope: type.id)
            open.remove(type.id)
        }
    }

    private mutating func visitParts(of named: NamedSchema, scope: ObjectIdentifier?) {
        switch named.body {
        case .object(let properties): for property in properties { visit(property.node, scope: scope) }
        case .texts: break
        case .shapes(let shapes): for shape in shapes { visit(shape, scope: scope) }
        }
    }
}

// Writing them.
extension SchemaDocument {
    private func reference(to key: Key) -> JSONValue? {
        if key == rootKey { return .members(["$ref": .string("#")]) }
        return names[key].map { .members(["$ref": .string("#/$defs/\($0)")]) }
    }

    private func write(_ node: SchemaNode, scope: ObjectIdentifier?) -> JSONValue {
        switch node {
        case .any: .object([])
        case .scalar(let scalar): .members(["type": .string(scalar.rawValue)])
        case .array(let element):
            .members(["type": .string("array"), "items": write(element, scope: scope)])
        case .constrained(let node, let constraints): write(node, scope: scope).constrained(by: constraints)
        case .document(let json): json
        case .type(let type):
            reference(to: key(of: type))
                ?? schemas[type.id].map { write($0.node, scope: type.id) }
                // Beyond the limit no value will do, so that using the schema fails.
                ?? .object([]).constrained(by: [.impossible])
        case .named(let named): reference(to: .name(named.name, scope: scope)) ?? write(named, scope: scope)
        case .reference(let name):
            schema(in: scope)?.definitions[name].map { write($0, scope: scope) }
                ?? .members(["$ref": .string("#/$defs/\(name)")])
        }
    }

    private func write(_ definition: Definition, at name: String) -> JSONValue {
        switch definition.node {
        case .named(let named): write(named, scope: definition.scope)
        case .document(let json): json.relocated(to: "#/$defs/\(name)")
        default: write(definition.node, scope: definition.scope)
        }
    }

    private func write(_ named: NamedSchema, scope: ObjectIdentifier?) -> JSONValue {
        let title = JSONValue.string(named.name)
        let description = named.description.map(JSONValue.string)
        switch named.body {
        case .texts(let texts):
            return .members([
                "type": .string("string"), "title": title, "description": description,
                "enum": .array(texts.map(JSONValue.string)),
            ])
        case .shapes(let shapes):
            return .members([
                "title": title, "description": description,
                "anyOf": .array(shapes.map { write($0, scope: scope) }),
            ])
        case .object(let properties):
            let names = properties.map { JSONValue.string($0.name) }
            return .members([
                "type": .string("object"), "title": title, "description": description,
                "properties": .object(properties.map { JSONMember(key: $0.name, value: write($0, scope: scope)) }),
                "required": .array(zip(names, properties).filter { !$1.isOptional }.map(\.0)),
                "additionalProperties": .bool(false), "x-order": .array(names),
            ])
        }
    }

    private func write(_ property: SchemaProperty, scope: ObjectIdentifier?) -> JSONValue {
        var json = write(property.node, scope: scope)
        if let description = property.description { json["description"] = .string(description) }
        return json
    }
}
