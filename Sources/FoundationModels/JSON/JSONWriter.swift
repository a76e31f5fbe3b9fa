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
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{8}": output += "\\b"
            case "\u{c}": output += "\\f"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
