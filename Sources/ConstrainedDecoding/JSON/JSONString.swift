// A string of JSON as the bytes of its UTF-8 text. Two are equal when their scalars are: Swift's `String` would hold
// "é" and "e" + accent for the same name.

/// A decoded JSON string.
package struct JSONString: Sendable, Hashable, CustomStringConvertible {
    package let utf8: [UInt8]

    package init(utf8: [UInt8]) { self.utf8 = utf8 }

    package init(_ text: String) { utf8 = Array(text.utf8) }

    package var description: String { String(decoding: utf8, as: UTF8.self) }

    /// How many code points it has.
    package var scalarCount: Int { utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }

    /// Its one spelling in a generated document, without the quotes: only `"`, `\` and control characters are escaped.
    package var spelledContent: [UInt8] {
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return utf8 }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 8)
        for byte in utf8 { result += JSONString.spelling(ofByte: byte) }
        return result
    }

    /// Its one spelling, quotes included.
    package var spelled: [UInt8] { [0x22] + spelledContent + [0x22] }

    /// The spelling of one byte of text inside a string: two characters for `"`, `\`, backspace, tab, line feed, form feed and
    /// return, `\u00xx` in lower case for the other control characters, else itself.
    package static func spelling(ofByte byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x22, 0x5C: [0x5C, byte]
        case 0x08: Array(#"\b"#.utf8)
        case 0x09: Array(#"\t"#.utf8)
        case 0x0A: Array(#"\n"#.utf8)
        case 0x0C: Array(#"\f"#.utf8)
        case 0x0D: Array(#"\r"#.utf8)
        case 0..<0x20:
            Array(#"\u00"#.utf8) + [0x30 + byte >> 4, Array("0123456789abcdef".utf8)[Int(byte & 15)]]
        default: [byte]
        }
    }
}
