// What a schema describes, before it is written as JSON. Swift types stand here as their metatypes, and what they look like
// is asked when the document is made: a type that contains itself is no endless schema.

/// One place of a schema.
indirect enum SchemaNode: Sendable, Equatable {
    /// Any JSON value.
    case any
    case scalar(SchemaScalar)
    case array(SchemaNode)
    /// What the type says of itself.
    case type(TypeReference)
    /// A shape with a name, in place.
    case named(NamedSchema)
    /// A shape with a name, elsewhere.
    case reference(String)
    case constrained(SchemaNode, [SchemaConstraint])
    /// JSON Schema from outside.
    case document(JSONValue)
}

/// The types of JSON that have no parts.
enum SchemaScalar: String, Sendable {
    case string, integer, number, boolean, null
}

/// A shape with a name.
struct NamedSchema: Sendable, Equatable {
    enum Body: Sendable, Equatable {
        case object([SchemaProperty])
        /// One of several texts.
        case texts([String])
        /// One of several shapes.
        case shapes([SchemaNode])
    }

    var name: String
    /// The Swift type that it belongs to; nil for one that is made at run time.
    var type: TypeReference?
    var description: String?
    var body: Body
}

/// A property of an object.
struct SchemaProperty: Sendable, Equatable {
    var name: String
    var description: String?
    var node: SchemaNode
    var isOptional: Bool
}

extension [SchemaProperty] {
    /// The first property of each name.
    var uniqued: [SchemaProperty] {
        var names: Set<String> = []
        return filter { names.insert($0.name).inserted }
    }
}

/// A Swift type, compared by identity.
struct TypeReference: Sendable, Hashable {
    let type: any Generable.Type

    init(_ type: any Generable.Type) {
        self.type = type
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// The name without what encloses it.
    var name: String { String(describing: type) }

    /// The enclosing types, from the outside; nothing of the module, functions and files, whose part of a private type's name
    /// changes from run to run.
    var enclosing: [String] {
        var parts: [[UInt8]] = [[]]
        var depth = 0
        for byte in String(reflecting: type).utf8 {
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if byte == UInt8(ascii: "."), depth == 0 {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte)
            }
        }
        return parts.dropFirst().dropLast().filter { $0.first != UInt8(ascii: "(") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    static func == (left: TypeReference, right: TypeReference) -> Bool { left.id == right.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
