// A JSON document whose objects keep the order of their keys. Transcripts, schemas and contents pass through it on their
// way to and from text, so that one mapping serves `Codable` and our own byte-stable files alike.

/// One JSON value.
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// An object of the members whose value is not nil, in the order given.
    package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } })
    }

    package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// The value under `key`; nil where this is no object or has no such key.
    /// Setting it replaces or removes the value in place, or appends the key; it does nothing where this is no object.
    package subscript(key: String) -> JSONValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.key == key }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(JSONMember(key: key, value: value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// What to call this value in a message.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// One key of an object, with its value.
package struct JSONMember: Sendable, Hashable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}
