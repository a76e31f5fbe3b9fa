// JSON values through Swift's coders. A keyed decoder does not tell the order of keys, so that decoding sorts them; where
// the order matters, a schema restores it by `x-order`, and our own parser keeps it.

internal import FoundationEssentials

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        // A refused guess costs more than all else, and texts are the most frequent.
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .string(text)
        } else if let container = try? decoder.container(keyedBy: JSONKey.self) {
            let keys = container.allKeys.sorted { $0.stringValue.unicodeScalarsPrecede($1.stringValue) }
            self = .object(
                try keys.map {
                    JSONMember(key: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self(scalarFrom: try decoder.singleValueContainer())
        }
    }

    private init(scalarFrom container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .integer(value)
        } else if let number = JSONNumber(try container.decode(Double.self)) {
            // A decimal has more digits than a double, but a smaller range.
            let exact = (try? container.decode(Decimal.self)).flatMap { JSONNumber(parsing: $0.description) }
            self = .number(exact?.double == number.double ? exact ?? number : number)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a number must be finite")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in members { try container.encode(member.value, forKey: JSONKey(stringValue: member.key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if let value = Int64(number.literal) {
                try container.encode(value)
            } else if let value = number.unsigned {
                try container.encode(value)
            } else if JSONNumber(number.double) != number, let decimal = Decimal(string: number.literal),
                JSONNumber(parsing: decimal.description) == number
            {
                try container.encode(decimal)
            } else {
                try container.encode(number.double)
            }
        }
    }
}

/// Any key of an object, or a place in an array.
struct JSONKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(intValue: Int) {
        return nil
    }
}

extension String {
    /// Order by code points: the same on every platform, with no collation.
    package func unicodeScalarsPrecede(_ other: String) -> Bool {
        unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
    }
}
