// The values in a GGUF file's metadata, as found while reading: small ones decoded, strings and arrays as a place in the
// file, so that a vocabulary of a quarter of a million tokens costs nothing until it is asked for.

/// The type of a metadata value. The raw value is the file's number for it.
package enum GGUFValueType: UInt32, Hashable, Sendable {
    case uint8 = 0
    case int8 = 1
    case uint16 = 2
    case int16 = 3
    case uint32 = 4
    case int32 = 5
    case float32 = 6
    case bool = 7
    case string = 8
    case array = 9
    case uint64 = 10
    case int64 = 11
    case float64 = 12

    /// The name in general use, as in `uint32`.
    package var name: String { String(describing: self) }

    /// Bytes of one value; nil for strings and arrays, whose length varies.
    var byteCount: Int? {
        switch self {
        case .uint8, .int8, .bool: 1
        case .uint16, .int16: 2
        case .uint32, .int32, .float32: 4
        case .uint64, .int64, .float64: 8
        case .string, .array: nil
        }
    }

    /// The least number of bytes that one value takes: a string has its length, an array its element type and count.
    var leastByteCount: Int { byteCount ?? (self == .string ? 8 : 12) }
}

/// A metadata value and its place.
package struct GGUFValue: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case unsigned(UInt64)
        case signed(Int64)
        case float(Double)
        case bool(Bool)
        /// The bytes of the text, without their length.
        case string(Range<Int>)
        /// `count` elements of one type in `bytes`.
        case array(element: GGUFValueType, count: Int, bytes: Range<Int>)
    }

    package let type: GGUFValueType
    package let content: Content
    /// Where the value's type stands in the file: the place to show in an error about this value.
    package let offset: Int

    /// `uint32`, `array of string`: for messages.
    package var typeName: String {
        if case .array(let element, _, _) = content { "array of \(element.name)" } else { type.name }
    }
}
