// What a model generated, before it becomes a Swift value: a JSON value whose keys have an order, whose numbers have all
// their digits, which may still be growing, and which has an identity that lasts over the snapshots of a stream.

/// A generated value of any shape.
///
/// Two contents are equal where they have the same values, the same keys in the same order, and are both complete or both
/// not. Numbers are compared digit by digit, however they are spelled. The `id` does not count: it tells which generation a
/// value belongs to, not what it is, so that a transcript equals what is read back from its JSON.
public struct GeneratedContent: Sendable, CustomDebugStringConvertible {
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

    /// The shape of this value. A number is the nearest double; `value(_:)` gives it with all its digits.
    public let kind: Kind

    /// The number with all its digits; nil where this is none, or one that JSON does not have.
    package let number: JSONNumber?

    /// False where the text that this was read from ended inside the value. Values made by hand are complete.
    public let isComplete: Bool

    /// The same for all snapshots of one generated value; nil for values made by hand.
    public var id: GenerationID?

    init(kind: Kind, number: JSONNumber?, isComplete: Bool, id: GenerationID?) {
        self.kind = kind
        self.number = number
        self.isComplete = isComplete
        self.id = id
    }

    /// A value of a given shape. Keys of a structure that have no property are left out, and properties that have no key
    /// follow the others in the order of their code points.
    public init(kind: Kind, id: GenerationID? = nil) {
        var kind = kind
        var number: JSONNumber?
        switch kind {
        case .number(let value): number = JSONNumber(value)
        case .structure(let properties, let orderedKeys):
            var seen: Set<String> = []
            var keys = orderedKeys.filter { properties[$0] != nil && seen.insert($0).inserted }
            if keys.count < properties.count {
                keys += properties.keys.filter { !seen.contains($0) }.sorted { $0.unicodeScalarsPrecede($1) }
            }
            kind = .structure(properties: properties, orderedKeys: keys)
        default: break
        }
        self.init(kind: kind, number: number, isComplete: true, id: id)
    }

    /// A number with all its digits.
    package init(number: JSONNumber) {
        self.init(kind: .number(number.double), number: number, isComplete: true, id: nil)
    }

    /// This value as JSON on one line, keys in the order of generation. Of a value that is not complete, what there is.
    public var jsonString: String { json.text(.spaced) }

    public var debugDescription: String { jsonString }
}

extension GeneratedContent: Equatable {
    public static func == (a: GeneratedContent, b: GeneratedContent) -> Bool {
        guard a.isComplete == b.isComplete else { return false }
        if let left = a.number, let right = b.number { return left == right }
        return a.kind == b.kind
    }
}

extension GeneratedContent {
    /// Null: no value.
    public static let null = GeneratedContent(kind: .null)

    /// A structure with the given properties, in the order given. Of several equal keys the first one counts.
    public init(
        properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil
    ) {
        self.init(
            properties: properties.map { ($0.key, $0.value) }, id: id,
            uniquingKeysWith: { (first: GeneratedContent, _: GeneratedContent) in first })
    }

    /// A structure with the given properties, in the order given.
    /// - Parameter combine: makes one value of two with equal keys; it stands where the first one stood.
    public init<S, Combined>(
        properties: S, id: GenerationID? = nil,
        uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> Combined
    ) rethrows
    where
        S: Sequence, S.Element == (String, any ConvertibleToGeneratedContent), Combined: ConvertibleToGeneratedContent
    {
        var contents: [String: GeneratedContent] = [:]
        var keys: [String] = []
        for (key, value) in properties {
            if let earlier = contents[key] {
                contents[key] = try combine(earlier, value.generatedContent).generatedContent
            } else {
                contents[key] = value.generatedContent
                keys.append(key)
            }
        }
        self.init(kind: .structure(properties: contents, orderedKeys: keys), id: id)
    }

    /// An array of the given elements.
    public init<S>(elements: S, id: GenerationID? = nil)
    where S: Sequence, S.Element == any ConvertibleToGeneratedContent {
        self.init(kind: .array(elements.map(\.generatedContent)), id: id)
    }

    /// A Swift value as content.
    public init(_ value: some ConvertibleToGeneratedContent) {
        self = value.generatedContent
    }

    /// A Swift value as content, with an identity.
    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self = value.generatedContent
        self.id = id
    }
}

extension GeneratedContent: Generable {
    /// Any JSON value: `{}`.
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .any) }

    public init(_ content: GeneratedContent) throws {
        self = content
    }

    public var generatedContent: GeneratedContent { self }
}
