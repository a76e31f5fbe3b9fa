// The filters: what follows `|`. This file names them all and does those of single values and texts; those of sequences
// are in JinjaInterpreter+SequenceFilters.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension JinjaInterpreter {
    private static let textFilters: Set<String> = [
        "capitalize", "center", "e", "escape", "format", "forceescape", "indent", "lower", "replace", "safe", "string",
        "title", "tojson", "trim", "upper", "wordcount",
    ]
    private static let valueFilters: Set<String> = [
        "abs", "attr", "count", "d", "default", "float", "int", "length", "pprint", "round",
    ]
    static let filterNames = textFilters.union(valueFilters).union(sequenceFilters)
    /// Filters of Jinja that need chance, a network's notation or a page's markup.
    private static let unsupportedFilters: Set<String> = [
        "filesizeformat", "random", "slice", "striptags", "truncate", "urlencode", "urlize", "wordwrap", "xmlattr",
    ]

    mutating func filter(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        try charge(value.size)
        if Self.sequenceFilters.contains(name) { return try sequenceFilter(name, value, arguments) }
        if Self.textFilters.contains(name) { return try textFilter(name, value, arguments) }
        if Self.valueFilters.contains(name) { return try valueFilter(name, value, arguments) }
        if Self.unsupportedFilters.contains(name) { throw failure(.unsupported("the filter '\(name)'")) }
        throw failure(.unknownFilter(name))
    }

    private mutating func valueFilter(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        switch name {
        case "default", "d":
            let bound = try bind(arguments, to: name, ["default_value", "boolean"])
            let isMissing = value.isUndefined || bound.isTrue("boolean") && !value.isTrue
            return isMissing ? bound["default_value"] ?? .text(TracedText()) : value
        case "length", "count":
            switch value {
            case .text, .dictionary, .undefined: return .integer(value.size)
            case .list(let list) where list.form != .generator: return .integer(value.size)
            case .loop(let loop): return .integer(loop.items.elements.count)
            default: throw failure(.type("\(value.typePhrase) has no length"))
            }
        case "abs":
            switch try defined(value) {
            case .double(let number): return .double(abs(number))
            case let value:
                guard let number = value.integer else { throw failure(.type("\(value.typePhrase) has no magnitude")) }
                return try number < 0 ? checked(0.subtractingReportingOverflow(number)) : .integer(number)
            }
        case "round": return try rounded(value, arguments)
        case "int": return try integer(of: value, arguments)
        case "float": return try number(of: value, arguments)
        case "attr":
            let bound = try bind(arguments, to: name, ["name"], required: 1)
            let name = try text(of: bound["name"] ?? .none).string
            if case .dictionary = value, !Self.hasMethod(name, value) {
                return .undefined("a dict has no attribute '\(name)'")
            }
            return try attribute(name, of: value)
        default: return .text(try notation(of: value))
        }
    }

    private mutating func rounded(
        _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: "round", ["precision", "method"])
        let precision = try integer(bound["precision"], else: 0)
        let method = try textArgument(bound["method"])?.string ?? "common"
        let rules: [String: FloatingPointRoundingRule] = ["common": .toNearestOrEven, "ceil": .up, "floor": .down]
        guard let rule = rules[method] else {
            throw failure(.argument("'round' knows the methods 'common', 'ceil' and 'floor', not '\(method)'"))
        }
        guard let number = try defined(value).double else {
            throw failure(.type("\(value.typePhrase) can't be rounded"))
        }
        if method == "common", let integer = value.integer, precision >= 0 { return .integer(integer) }
        guard (-15...15).contains(precision) else { throw failure(.argument("'round' takes a precision of -15 to 15")) }
        let scale = pow(10, Double(abs(precision)))
        if precision < 0 { return .double((number / scale).rounded(rule) * scale) }
        let whole = method == "common" ? Self.nearestWhole(number, times: scale) : (number * scale).rounded(rule)
        return .double(whole / scale)
    }

    /// The whole number nearest to the exact product, the even one of two: halves that only the multiplication's own
    /// rounding makes are told from real ones by its error.
    static func nearestWhole(_ number: Double, times scale: Double) -> Double {
        let product = number * scale
        let error = (-product).addingProduct(number, scale)
        let isHalf = (product - product.rounded(.down)) == 0.5
        guard isHalf, error != 0 else { return product.rounded(.toNearestOrEven) }
        return product.rounded(error < 0 ? .down : .up)
    }

    /// The `int` filter: the default where the value is no number.
    private mutating func integer(
        of value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: "int", ["default", "base"])
        let defaultValue = bound["default"] ?? .integer(0)
        let base = try integer(bound["base"], else: 10)
        switch try defined(value) {
        case .double(let number):
            return Int(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? defaultValue
        case .text(let text):
            guard (2...36).contains(base) else { throw failure(.argument("'int' takes a base of 2 to 36")) }
            var digits = text.stripped().string.replacing("_", with: "").lowercased()
            if let prefix = [16: "0x", 8: "0o", 2: "0b"][base], digits.hasPrefix(prefix) { digits.removeFirst(2) }
            if let number = Int(digits, radix: base) { return .integer(number) }
            guard let number = Self.parsedNumber(text) else { return defaultValue }
            return Int(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? defaultValue
        case let value:
            return value.integer.map { .integer($0) } ?? defaultValue
        }
    }

    private func number(of value: JinjaValue, _ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: "float", ["default"])
        if case .text(let text) = try defined(value), let number = Self.parsedNumber(text) { return .double(number) }
        return value.double.map { .double($0) } ?? bound["default"] ?? .double(0)
    }

    /// A decimal number with white space around it.
    private static func parsedNumber(_ text: TracedText) -> Double? {
        let digits = text.stripped().string
        guard digits.unicodeScalars.allSatisfy({ "+-.0123456789eE".unicodeScalars.contains($0) }) else {
            return ["inf": Double.infinity, "-inf": -.infinity, "nan": .nan][digits.lowercased()]
        }
        return Double(digits)
    }

    // MARK: Texts

    private mutating func textFilter(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        if name == "tojson" { return try json(of: value, arguments) }
        let text = try text(of: value)
        switch name {
        case "upper": return .text(text.uppercased())
        case "lower": return .text(text.lowercased())
        case "capitalize": return .text(text.capitalized())
        case "title": return .text(text.wordsCapitalized())
        case "trim":
            return .text(text.stripped(of: try textArgument(try bind(arguments, to: name, ["chars"])["chars"])))
        case "replace":
            let bound = try bind(arguments, to: name, ["old", "new", "count"], required: 2)
            let old = JinjaValue.text(try self.text(of: bound["old"] ?? .none))
            let new = JinjaValue.text(try self.text(of: bound["new"] ?? .none))
            let count = bound["count"].flatMap { $0.isNone ? nil : $0 }
            return .text(try replacing(text, old, new, try integer(count, else: -1)))
        case "indent": return .text(try indented(text, arguments))
        case "center":
            return try call(
                "center", of: text,
                arguments.positional.isEmpty && arguments.named.isEmpty
                    ? JinjaCall(positional: [.integer(80)]) : arguments)
        case "e", "escape", "forceescape": return .text(text.escapedForMarkup())
        case "format": return .text(try formatted(text, arguments))
        case "wordcount": return .integer(text.wordCount)
        default: return .text(text)
        }
    }

    /// Every line but the first one (and, without `blank`, but empty ones) after an indentation.
    private mutating func indented(
        _ text: TracedText, _ arguments: JinjaCall
    ) throws(TemplateError) -> TracedText {
        let bound = try bind(arguments, to: "indent", ["width", "first", "blank"])
        let indentation: TracedText
        if case .text(let text)? = bound["width"] {
            indentation = text
        } else {
            let width = min(max(try integer(bound["width"], else: 4), 0), 1_000)
            indentation = .untrusted(String(repeating: " ", count: width))
        }
        let lines = (text + .untrusted("\n")).splitLines()
        try reserve(text.count + lines.count * indentation.count)
        var result = TracedText()
        // Line ends are made anew, and so untrusted.
        for (index, line) in lines.enumerated() {
            if index > 0 { result.append(made: "\n") }
            let isIndented = index == 0 ? bound.isTrue("first") : bound.isTrue("blank") || !line.isEmpty
            if isIndented { result += indentation }
            result += line
        }
        return result
    }
}

extension TracedText {
    /// With the five characters of markup as entities.
    func escapedForMarkup() -> TracedText {
        var result = TracedText()
        for element in scalars {
            switch element.scalar {
            case "&": result += TracedText("&amp;", isTrusted: element.isTrusted)
            case "<": result += TracedText("&lt;", isTrusted: element.isTrusted)
            case ">": result += TracedText("&gt;", isTrusted: element.isTrusted)
            case "'": result += TracedText("&#39;", isTrusted: element.isTrusted)
            case "\"": result += TracedText("&#34;", isTrusted: element.isTrusted)
            default: result.scalars.append(element)
            }
        }
        return result
    }

    /// Runs of letters, digits and underscores.
    var wordCount: Int {
        var count = 0
        var isInWord = false
        for element in scalars {
            if !isInWord, element.scalar.isNamePart { count += 1 }
            isInWord = element.scalar.isNamePart
        }
        return count
    }
}
