// The shape of generated values as a JSON Schema document. Here it is carried in transcripts, in one order of keys however
// it was decoded; it is not yet built from Swift types or enforced.

/// The shape of what a model generates.
public struct GenerationSchema: Sendable, Codable, CustomDebugStringConvertible {
    /// The JSON Schema, in canonical order.
    package let document: JSONValue

    package init(document: JSONValue) {
        self.document = Self.canonical(document)
    }

    /// The title of the schema, empty where it has none.
    public var name: String {
        guard case .string(let title) = document["title"] else { return "" }
        return title
    }

    public init(from decoder: any Decoder) throws {
        self.init(document: try JSONValue(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
    }

    /// The JSON Schema on one line.
    public var debugDescription: String { document.text(.spaced) }

    private static let leadingKeys = [
        "$ref", "type", "title", "description", "properties", "required", "additionalProperties", "x-order",
    ]

    /// Keys in one order; properties by `x-order`, which decoders of unordered objects lose otherwise.
    private static func canonical(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .array(let elements): return .array(elements.map(canonical))
        case .object(let members):
            let ordered = ordered(members, by: leadingKeys)
            return .object(
                ordered.map { member in
                    switch (member.key, member.value) {
                    case ("properties", .object(let properties)):
                        JSONMember(key: member.key, value: .object(named(properties, by: order(of: schema))))
                    case ("$defs", .object(let definitions)):
                        JSONMember(key: member.key, value: .object(named(definitions, by: [])))
                    case ("const", _), ("enum", _), ("default", _), ("examples", _): member
                    default: JSONMember(key: member.key, value: canonical(member.value))
                    }
                })
        default: return schema
        }
    }

    private static func named(_ members: [JSONMember], by order: [String]) -> [JSONMember] {
        ordered(members, by: order).map { JSONMember(key: $0.key, value: canonical($0.value)) }
    }

    private static func order(of schema: JSONValue) -> [String] {
        guard case .array(let keys) = schema["x-order"] else { return [] }
        return keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    /// Members named in `order` first, in that order, then the others by code points; definitions stand last.
    private static func ordered(_ members: [JSONMember], by order: [String]) -> [JSONMember] {
        var ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        ranks["$defs"] = ranks["$defs"] ?? .max
        return members.sorted { left, right in
            let (leftRank, rightRank) = (ranks[left.key] ?? order.count, ranks[right.key] ?? order.count)
            return leftRank == rightRank ? left.key.unicodeScalarsPrecede(right.key) : leftRank < rightRank
        }
    }
}

extension GenerationSchema: Equatable {
    public static func == (left: GenerationSchema, right: GenerationSchema) -> Bool {
        left.document == right.document
    }
}
