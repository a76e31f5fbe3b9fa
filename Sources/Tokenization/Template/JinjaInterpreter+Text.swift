// From values to text: what `{{ }}` and `~` make of a value, Python's notation of it, and `%` formats. Texts keep their
// provenance; all that is made up here (digits, quotes, brackets) is untrusted.

extension JinjaInterpreter {
    /// A value as `{{ }}` writes it.
    mutating func text(of value: JinjaValue) throws(TemplateError) -> TracedText {
        switch value {
        case .undefined: return TracedText()
        case .text(let text): return text
        default: return try notation(of: value)
        }
    }

    /// Python's `repr` of a value.
    mutating func notation(of value: JinjaValue) throws(TemplateError) -> TracedText {
        var text = TracedText()
        try writeNotation(of: value, into: &text)
        return text
    }

    private mutating func writeNotation(of value: JinjaValue, into text: inout TracedText) throws(TemplateError) {
        try reserve(value.size)
        if text.count > limits.textLength { throw failure(.tooLong(limit: limits.textLength)) }
        switch value {
        case .undefined: text.append(made: "Undefined")
        case .none: text.append(made: "None")
        case .bool(let value): text.append(made: value ? "True" : "False")
        case .integer(let value): text.append(made: String(value))
        case .double(let value): text.append(made: Self.notation(of: value))
        case .text(let value): Self.writeQuoted(value, into: &text)
        case .list(let list):
            text.append(made: list.isTuple ? "(" : "[")
            for (index, element) in list.elements.enumerated() {
                if index > 0 { text.append(made: ", ") }
                try writeNotation(of: element, into: &text)
            }
            if list.isTuple, list.elements.count == 1 { text.append(made: ",") }
            text.append(made: list.isTuple ? ")" : "]")
        case .dictionary(let dictionary):
            text.append(made: "{")
            for (index, key) in dictionary.keys.enumerated() {
                if index > 0 { text.append(made: ", ") }
                try writeNotation(of: key.value, into: &text)
                text.append(made: ": ")
                try writeNotation(of: dictionary.values[index], into: &text)
            }
            text.append(made: "}")
        case .namespace, .loop, .macro, .function, .method, .cycler, .joiner:
            text.append(made: "<\(value.typeName)>")
        }
    }

    /// The shortest decimal notation that reads back as the same number.
    static func notation(of value: Double) -> String {
        value.isNaN ? "nan" : value.description
    }

    private static func writeQuoted(_ value: TracedText, into text: inout TracedText) {
        let scalars = value.scalars.lazy.map(\.scalar)
        let quote: Unicode.Scalar = scalars.contains("'") && !scalars.contains("\"") ? "\"" : "'"
        text.append(made: String(quote))
        for element in value.scalars {
            let escaped: String?
            switch element.scalar {
            case "\n": escaped = "\\n"
            case "\r": escaped = "\\r"
            case "\t": escaped = "\\t"
            case "\\": escaped = "\\\\"
            case quote: escaped = "\\" + String(quote)
            default: escaped = element.scalar.isPythonPrintable ? nil : escape(element.scalar)
            }
            if let escaped {
                text += TracedText(escaped, isTrusted: element.isTrusted)
            } else {
                text.scalars.append(element)
            }
        }
        text.append(made: String(quote))
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        let digits = String(scalar.value, radix: 16)
        return "\\" + letter + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // MARK: Formats

    /// `format % values`: the conversions `s`, `r`, `d`, `i`, `f`, `x` and `%`, with width, precision, `-` and `0`.
    mutating func formatted(_ format: TracedText, _ call: JinjaCall) throws(TemplateError) -> TracedText {
        var result = TracedText()
        var values = call.positional[...]
        var index = 0
        while index < format.count {
            guard format.scalars[index].scalar == "%" else {
                result.scalars.append(format.scalars[index])
                index += 1
                continue
            }
            index += 1
            var specification = FormatSpecification()
            if index < format.count, format.scalars[index].scalar == "(" {
                guard let end = format.scalars[index...].firstIndex(where: { $0.scalar == ")" }) else {
                    throw failure(.argument("a name in the format has no ')'"))
                }
                let name = TracedText(format.scalars[(index + 1)..<end]).string
                index = end + 1
                let named = call.named.first { $0.name == name }?.value ?? dictionaryItem(call.positional.first, name)
                guard let value = named else {
                    throw failure(.argument("the format names '\(name)', which is not given"))
                }
                values = [value]
            }
            specification.read(format.scalars, from: &index)
            guard index < format.count else { throw failure(.argument("the format ends within a conversion")) }
            let conversion = format.scalars[index]
            index += 1
            if conversion.scalar == "%" {
                result.scalars.append(conversion)
                continue
            }
            guard let value = values.popFirst() else { throw failure(.argument("the format wants more values")) }
            result += try converted(value, by: conversion.scalar, specification)
            try reserve(result.count)
        }
        if !values.isEmpty, case .dictionary = values.first {
        } else if !values.isEmpty {
            throw failure(.argument("the format takes fewer values"))
        }
        return result
    }

    private func dictionaryItem(_ value: JinjaValue?, _ name: String) -> JinjaValue? {
        if case .dictionary(let dictionary)? = value { dictionary[name] } else { nil }
    }

    private mutating func converted(
        _ value: JinjaValue, by conversion: Unicode.Scalar, _ specification: FormatSpecification
    ) throws(TemplateError) -> TracedText {
        var text: TracedText
        switch conversion {
        case "s", "r":
            text = try conversion == "s" ? self.text(of: value) : notation(of: value)
            if let precision = specification.precision { text = TracedText(text.scalars.prefix(precision)) }
            return specification.padded(text, isNumber: false)
        case "d", "i":
            guard let number = value.double else { break }
            guard let integer = value.integer ?? Int(exactly: number.rounded(.towardZero)) else {
                throw failure(.overflow)
            }
            return specification.padded(.untrusted(String(integer)), isNumber: true)
        case "x":
            guard let integer = value.integer else { break }
            return specification.padded(.untrusted(String(integer, radix: 16)), isNumber: true)
        case "f", "F":
            guard let number = value.double else { break }
            guard let digits = Self.fixed(number, precision: specification.precision ?? 6) else {
                throw failure(.overflow)
            }
            return specification.padded(.untrusted(digits), isNumber: true)
        default:
            throw failure(.unsupported("the format '%\(conversion)'"))
        }
        throw failure(.type("the format '%\(conversion)' wants a number, found \(value.typePhrase)"))
    }

    /// A number with `precision` digits after its point; nil where that needs more than 64 bits.
    static func fixed(_ value: Double, precision: Int) -> String? {
        guard value.isFinite, precision <= 15 else { return value.isFinite ? nil : notation(of: value) }
        let scaled = nearestWhole(value.magnitude, times: (0..<precision).reduce(1) { scale, _ in scale * 10 })
        guard let scaled = Int(exactly: scaled) else { return nil }
        var digits = String(scaled)
        digits = String(repeating: "0", count: max(0, precision + 1 - digits.count)) + digits
        let sign = value.sign == .minus ? "-" : ""
        return precision == 0 ? sign + digits : sign + digits.dropLast(precision) + "." + digits.suffix(precision)
    }
}

/// Flags, width and precision of one conversion in a format.
struct FormatSpecification {
    private var isLeftAligned = false
    private var isZeroPadded = false
    private var width = 0
    private(set) var precision: Int?

    mutating func read(_ scalars: [TracedScalar], from index: inout Int) {
        while index < scalars.count, let flag = "-0+ #".unicodeScalars.first(where: { $0 == scalars[index].scalar }) {
            if flag == "-" { isLeftAligned = true }
            if flag == "0" { isZeroPadded = true }
            index += 1
        }
        width = Self.number(scalars, from: &index)
        if index < scalars.count, scalars[index].scalar == "." {
            index += 1
            precision = Self.number(scalars, from: &index)
        }
    }

    /// A decimal number, cut at 1000.
    private static func number(_ scalars: [TracedScalar], from index: inout Int) -> Int {
        var number = 0
        while index < scalars.count, let digit = Int(String(scalars[index].scalar)) {
            number = min(number * 10 + digit, 1_000)
            index += 1
        }
        return number
    }

    func padded(_ text: TracedText, isNumber: Bool) -> TracedText {
        let missing = max(0, width - text.count)
        if isLeftAligned { return text + .untrusted(String(repeating: " ", count: missing)) }
        if isNumber, isZeroPadded {
            let signLength = text.scalars.first?.scalar == "-" ? 1 : 0
            return TracedText(text.scalars.prefix(signLength)) + .untrusted(String(repeating: "0", count: missing))
                + TracedText(text.scalars.dropFirst(signLength))
        }
        return .untrusted(String(repeating: " ", count: missing)) + text
    }
}

extension Unicode.Scalar {
    /// Whether Python's `repr` writes the scalar as it is.
    var isPythonPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: self == " "
        default: true
        }
    }
}
