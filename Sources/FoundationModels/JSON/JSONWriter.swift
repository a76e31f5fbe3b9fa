// JSON text from values: one spelling for every value, with no dependence on locale, hashing or platform.

/// How a value is laid out.
package enum JSONLayout: Sendable {
    /// `{"a":1,"b":[2,3]}`
    case compact
    /// `{"a": 1, "b": [2, 3]}`, on one line.
    case spaced
    /// Two spaces a level, a line an element.
    case indented
}

extension JSONValue {
    /// The text of this value, without a line end behind it. Text outside ASCII stays as it is.
    package func text(_ layout: JSONLayout) -> String {
        var output = ""
        write(layout, depth: 0, to: &output)
        return output
    }

    private func write(_ layout: JSONLayout, depth: Int, to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let number): output += number.literal
        case .string(let value): Self.write(quoted: value, to: &output)
        case .array(let elements):
            Self.write(elements, between: ("[", "]"), layout, depth: depth, to: &output) { element, output in
                element.write(layout, depth: depth + 1, to: &output)
            }
        case .object(let members):
            Self.write(members, between: ("{", "}"), layout, depth: depth, to: &output) { member, output in
                Self.write(quoted: member.key, to: &output)
                output += layout == .compact ? ":" : ": "
                member.value.write(layout, depth: depth + 1, to: &output)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between brackets: (open: String, close: String), _ layout: JSONLayout, depth: Int,
        to output: inout String, element write: (Element, inout String) -> Void
    ) {
        output += brackets.open
        for (index, element) in elements.enumerated() {
            if index > 0 { output += layout == .spaced ? ", " : "," }
            if layout == .indented { output += "\n" + String(repeating: "  ", count: depth + 1) }
            write(element, &output)
        }
        if layout == .indented, !elements.isEmpty { output += "\n" + String(repeating: "  ", count: depth) }
        output += brackets.close
    }

    private static func write(quoted text: String, to output: inout String) {
        output += "\""
        // Runs of bytes that stand for themselves are taken whole.
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        {
            output += Substring(rest[..<index])
            output += escape(of: rest[index])
            rest = rest[rest.index(after: index)...]
        }
        output += Substring(rest)
        output += "\""
    }

    private static func escape(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        case 0x8: "\\b"
        case 0xc: "\\f"
        default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
