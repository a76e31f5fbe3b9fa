// What a model generated, before it becomes a Swift value: a JSON value whose keys have an order, with an identity that
// lasts over the snapshots of a stream.

/// A generated value of any shape.
public struct GeneratedContent: Sendable, Equatable, ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent,
    CustomDebugStringConvertible
{
    /// The shape of a generated value.
    public enum Kind: Equatable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([GeneratedContent])
        /// `orderedKeys` is the order in which the keys were generated.
        case structure(properties: [String: GeneratedContent], orderedKeys: [String])
    }

    public let kind: Kind

    /// The same for all snapshots of one generated value; nil for values made by hand.
    public var id: GenerationID?

    public init(kind: Kind, id: GenerationID? = nil) {
        self.kind = kind
        self.id = id
    }

    public init(_ value: some ConvertibleToGeneratedContent) {
        self = value.generatedContent
    }

    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self.init(kind: value.generatedContent.kind, id: id)
    }

    public init(_ content: GeneratedContent) throws {
        self = content
    }

    public var generatedContent: GeneratedContent { self }

    /// This value as JSON on one line, keys in the order of generation.
    public var jsonString: String { json.text(.spaced) }

    public var debugDescription: String { jsonString }
}

extension GeneratedContent {
    /// Numbers become doubles.
    package init(json: JSONValue) {
        switch json {
        case .null: self.init(kind: .null)
        case .bool(let value): self.init(kind: .bool(value))
        case .number(let number): self.init(kind: .number(number.double))
        case .string(let text): self.init(kind: .string(text))
        case .array(let elements): self.init(kind: .array(elements.map { GeneratedContent(json: $0) }))
        case .object(let members):
            self.init(
                kind: .structure(
                    properties: Dictionary(
                        members.map { ($0.key, GeneratedContent(json: $0.value)) }, uniquingKeysWith: { $1 }),
                    orderedKeys: members.map(\.key)))
        }
    }

    /// A number that JSON can't express becomes null.
    package var json: JSONValue {
        switch kind {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): JSONNumber(value).map(JSONValue.number) ?? .null
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .structure(let properties, let orderedKeys):
            .object(orderedKeys.compactMap { key in properties[key].map { JSONMember(key: key, value: $0.json) } })
        }
    }
}
