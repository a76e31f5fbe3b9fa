// The `tojson` filter as Hugging Face defines it: Python's `json.dumps` that leaves non-ASCII characters alone, unless
// told otherwise. Strings keep their provenance; punctuation, numbers and indentation are untrusted.

extension JinjaInterpreter {
    struct JSONFormat {
        var escapesNonASCII = false
        /// Nil: on one line.
        var indent: TracedText?
        var itemSeparator = TracedText.untrusted(", ")
        var keySeparator = TracedText.untrusted(": ")
        var sortsKeys = false
    }

    mutating func json(of value: JinjaValue, _ call: JinjaCall) throws(TemplateError) -> JinjaValue {
        let arguments = try bind(
            call, to: "tojson", ["ensure_ascii", "indent", "separators", "sort_keys"])
        var format = JSONFormat()
        format.escapesNonASCII = arguments.isTrue("ensure_ascii")
        format.sortsKeys = arguments.isTrue("sort_keys")
        switch arguments["indent"] {
        case nil, .some(.none): break
        case .text(let indent)?: format.indent = indent
        case .some(let width):
            let width = try integer(width, else: 0)
            format.indent = .untrusted(String(repeating: " ", count: min(max(width, 0), 100)))
        }
        if format.indent != nil { format.itemSeparator = .untrusted(",") }
        if let separators = arguments["separators"], !separators.isNone {
            let parts = try elements(of: separators)
            guard parts.count == 2, case .text(let item) = parts[0], case .text(let key) = parts[1] else {
                throw failure(.argument("'separators' wants two strings"))
            }
            format.itemSeparator = item
            format.keySeparator = key
        }
        var text = TracedText()
        try writeJSON(of: value, format, level: 0, into: &text)
        return .text(text)
    }

    private mutating func writeJSON(
        of value: JinjaValue, _ format: JSONFormat, level: Int, into text: inout TracedText
    ) throws(TemplateError) {
        try reserve(value.size)
        if text.count > limits.textLength { throw failure(.tooLong(limit: limits.textLength)) }
        switch value {
        case .none: text.append(made: "null")
        case .bool(let value): text.append(made: value ? "true" : "false")
        case .integer(let value): text.append(made: String(value))
        case .double(let value): text.append(made: Self.jsonNumber(value))
        case .text(let value): Self.writeJSONString(value, format, into: &text)
        case .list(let list) where list.form != .generator:
            try writeJSON(brackets: ("[", "]"), count: list.elements.count, format, level, into: &text) {
                interpreter, index, text throws(TemplateError) in
                try interpreter.writeJSON(of: list.elements[index], format, level: level + 1, into: &text)
            }
        case .dictionary(let dictionary):
            var order = Array(dictionary.keys.indices)
            if format.sortsKeys {
                let keys = dictionary.keys.map(\.value)
                order = try sorted(order) { interpreter, left, right throws(TemplateError) in
                    try interpreter.isLess(keys[left], keys[right])
                }
            }
            try writeJSON(brackets: ("{", "}"), count: order.count, format, level, into: &text) {
                interpreter, index, text throws(TemplateError) in
                Self.writeJSONString(Self.jsonKey(dictionary.keys[order[index]]), format, into: &text)
                text += format.keySeparator
                try interpreter.writeJSON(of: dictionary.values[order[index]], format, level: level + 1, into: &text)
            }
        default:
            throw failure(.type("'tojson' doesn't take a value of type \(value.typeName)"))
        }
    }

    private mutating func writeJSON(
        brackets: (open: String, close: String), count: Int, _ format: JSONFormat, _ level: Int,
        into text: inout TracedText,
        element: (inout JinjaInterpreter, Int, inout TracedText) throws(TemplateError) -> Void
    ) throws(TemplateError) {
        func breakLine(_ level: Int, _ text: inout TracedText) {
            guard let indent = format.indent else { return }
            text.append(made: "\n")
            for _ in 0..<level { text += indent }
        }
        text.append(made: brackets.open)
        for index in 0..<count {
            if index > 0 { text += format.itemSeparator }
            breakLine(level + 1, &text)
            try element(&self, index, &text)
        }
        if count > 0 { breakLine(level, &text) }
        text.append(made: brackets.close)
    }

    private static func jsonKey(_ key: JinjaKey) -> TracedText {
        switch key {
        case .none: .untrusted("null")
        case .bool(let value): .untrusted(value ? "true" : "false")
        case .integer(let value): .untrusted(String(value))
        case .double(let value): .untrusted(jsonNumber(value))
        case .text(let text): text
        }
    }

    private static func jsonNumber(_ value: Double) -> String {
        value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : notation(of: value)
    }

    private static func writeJSONString(_ value: TracedText, _ format: JSONFormat, into text: inout TracedText) {
        text.append(made: "\"")
        for element in value.scalars {
            if let escaped = jsonEscape(element.scalar, escapesNonASCII: format.escapesNonASCII) {
                text += TracedText(escaped, isTrusted: element.isTrusted)
            } else {
                text.scalars.append(element)
            }
        }
        text.append(made: "\"")
    }

    private static func jsonEscape(_ scalar: Unicode.Scalar, escapesNonASCII: Bool) -> String? {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\u{08}": return "\\b"
        case "\u{0C}": return "\\f"
        default:
            guard scalar.value < 0x20 || escapesNonASCII && scalar.value > 0x7E else { return nil }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            }.joined()
        }
    }
}
