// The methods of strings, with Python's names, arguments and results.

extension JinjaInterpreter {
    mutating func call(
        _ name: String, of text: TracedText, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        switch name {
        case "upper": return .text(text.uppercased())
        case "lower": return .text(text.lowercased())
        case "title": return .text(text.titlecased())
        case "capitalize": return .text(text.capitalized())
        case "swapcase": return .text(text.caseSwapped())
        case "isalpha": return .bool(text.consists(of: \.isPythonAlpha))
        case "isalnum": return .bool(text.consists(of: \.isPythonAlphanumeric))
        case "isdigit": return .bool(text.consists(of: \.isPythonDigit))
        case "isdecimal": return .bool(text.consists(of: \.isPythonDecimal))
        case "isnumeric": return .bool(text.consists(of: \.isPythonNumeric))
        case "isspace": return .bool(text.consists(of: \.isPythonSpace))
        case "isascii": return .bool(text.isEmpty || text.consists(of: \.isASCII))
        case "isupper": return .bool(text.isUppercase)
        case "islower": return .bool(text.isLowercase)
        case "strip", "lstrip", "rstrip":
            let characters = try textArgument(try bind(arguments, to: name, ["chars"])["chars"])
            try charge(characters?.count ?? 0)
            return .text(
                text.stripped(
                    name == "strip" ? [.leading, .trailing] : name == "lstrip" ? .leading : .trailing, of: characters))
        case "split", "rsplit": return try split(text, fromEnd: name == "rsplit", arguments)
        case "splitlines":
            let bound = try bind(arguments, to: name, ["keepends"])
            return .texts(text.splitLines(keepingEnds: bound.isTrue("keepends")))
        case "partition", "rpartition": return try partition(text, fromEnd: name == "rpartition", arguments)
        case "startswith", "endswith": return try hasAffix(name, text, arguments)
        case "removeprefix", "removesuffix":
            let affix = try requiredText("affix", of: name, arguments)
            if name == "removeprefix" {
                return .text(text.hasPrefix(affix) ? TracedText(text.scalars.dropFirst(affix.count)) : text)
            }
            return .text(text.hasSuffix(affix) ? TracedText(text.scalars.dropLast(affix.count)) : text)
        case "find", "rfind", "index", "rindex", "count": return try search(name, text, arguments)
        case "replace":
            let bound = try bind(arguments, to: name, ["old", "new", "count"], required: 2)
            return .text(
                try replacing(text, bound["old"] ?? .none, bound["new"] ?? .none, try integer(bound["count"], else: -1))
            )
        case "join": return .text(try joined(try elements(of: try required("iterable", of: name, arguments)), by: text))
        case "center", "ljust", "rjust", "zfill": return try padded(name, text, arguments)
        case "format": return .text(try bracesFilled(text, arguments))
        default: throw failure(.undefined("a str has no method '\(name)'"))
        }
    }

    private func required(_ parameter: String, of name: String, _ call: JinjaCall) throws(TemplateError) -> JinjaValue {
        try bind(call, to: name, [parameter], required: 1)[parameter] ?? .none
    }

    private func requiredText(
        _ parameter: String, of name: String, _ call: JinjaCall
    ) throws(TemplateError) -> TracedText {
        let value = try defined(try required(parameter, of: name, call))
        guard let text = try textArgument(value) else {
            throw failure(.argument("'\(name)' wants a string, found \(value.typePhrase)"))
        }
        return text
    }

    private mutating func split(
        _ text: TracedText, fromEnd: Bool, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: fromEnd ? "rsplit" : "split", ["sep", "maxsplit"])
        let maximum = try integer(bound["maxsplit"], else: -1)
        let limit = maximum < 0 ? Int.max : maximum
        let separator = try textArgument(bound["sep"])
        if separator?.isEmpty == true { throw failure(.argument("the separator is empty")) }
        // From the end: the same on the reversed text.
        let subject = fromEnd ? text.reversed() : text
        let parts =
            if let separator {
                subject.split(by: fromEnd ? separator.reversed() : separator, limit: limit)
            } else {
                subject.splitWords(limit: limit)
            }
        return .texts(fromEnd ? parts.reversed().map { $0.reversed() } : parts)
    }

    private mutating func partition(
        _ text: TracedText, fromEnd: Bool, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let separator = try requiredText("sep", of: "partition", arguments)
        if separator.isEmpty { throw failure(.argument("the separator is empty")) }
        guard let place = fromEnd ? text.lastIndex(of: separator) : text.firstIndex(of: separator) else {
            let parts = fromEnd ? [TracedText(), TracedText(), text] : [text, TracedText(), TracedText()]
            return .tuple(parts.map { .text($0) })
        }
        let parts = [
            text.scalars[..<place], text.scalars[place...].prefix(separator.count),
            text.scalars[(place + separator.count)...],
        ]
        return .tuple(parts.map { .text(TracedText($0)) })
    }

    private mutating func hasAffix(
        _ name: String, _ text: TracedText, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: name, ["affix", "start", "end"], required: 1)
        let part = try part(of: text, from: bound["start"], to: bound["end"])
        var affixes = [try defined(bound["affix"] ?? .none)]
        if case .list(let list) = affixes[0], list.isTuple { affixes = list.elements }
        for affix in affixes {
            guard case .text(let affix) = affix else {
                throw failure(.argument("'\(name)' wants a string or a tuple of strings, found \(affix.typePhrase)"))
            }
            if name == "startswith" ? part.hasPrefix(affix) : part.hasSuffix(affix) { return .bool(true) }
        }
        return .bool(false)
    }

    private mutating func part(
        of text: TracedText, from start: JinjaValue?, to end: JinjaValue?
    ) throws(TemplateError) -> TracedText {
        guard start != nil || end != nil else { return text }
        guard case .text(let part) = try slice(.text(text), from: start, to: end, by: nil) else { return text }
        return part
    }

    private mutating func search(
        _ name: String, _ text: TracedText, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: name, ["sub", "start", "end"], required: 1)
        guard case .text(let pattern)? = bound["sub"] else {
            throw failure(.argument("'\(name)' wants a string, found \(bound["sub"]?.typePhrase ?? "None")"))
        }
        let part = try part(of: text, from: bound["start"], to: bound["end"])
        try charge(pattern.count)
        if name == "count" {
            return .integer(pattern.isEmpty ? part.count + 1 : part.occurrences(of: pattern).count)
        }
        let isFromEnd = name.hasPrefix("r")
        if let place = isFromEnd ? part.lastIndex(of: pattern) : part.firstIndex(of: pattern) {
            let start = try integer(bound["start"], else: 0)
            return .integer(place + (start < 0 ? max(0, start + text.count) : start))
        }
        if name.hasSuffix("index") { throw failure(.argument("'\(name)' finds no such text")) }
        return .integer(-1)
    }

    /// `text.replace(old, new, count)`; a negative count replaces all.
    mutating func replacing(
        _ text: TracedText, _ old: JinjaValue, _ new: JinjaValue, _ count: Int
    ) throws(TemplateError) -> TracedText {
        guard case .text(let old) = try defined(old), case .text(let new) = try defined(new) else {
            throw failure(.argument("'replace' wants two strings, found \(old.typePhrase) and \(new.typePhrase)"))
        }
        let limit = count < 0 ? Int.max : count
        try charge(text.count + old.count)
        let found = old.isEmpty ? min(limit, text.count + 1) : text.occurrences(of: old, limit: limit).count
        let (growth, overflow) = found.multipliedReportingOverflow(by: new.count)
        try reserve(overflow ? Int.max : text.count + growth)
        return text.replacing(old, with: new, limit: limit)
    }

    mutating func joined(_ values: [JinjaValue], by separator: TracedText) throws(TemplateError) -> TracedText {
        var result = TracedText()
        for (index, value) in values.enumerated() {
            if index > 0 { result += separator }
            guard case .text(let text) = value else {
                throw failure(.type("'join' wants strings, found \(value.typePhrase)"))
            }
            result += text
            try charge(text.count + separator.count)
            if result.count > limits.textLength { throw failure(.tooLong(limit: limits.textLength)) }
        }
        return result
    }

    private mutating func padded(
        _ name: String, _ text: TracedText, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: name, name == "zfill" ? ["width"] : ["width", "fill"], required: 1)
        let missing = max(0, try integer(bound["width"], else: 0).subtractingReportingOverflow(text.count).partialValue)
        try reserve(missing)
        let fill = try textArgument(bound["fill"]) ?? .untrusted(name == "zfill" ? "0" : " ")
        guard let pad = fill.scalars.first, fill.count == 1 else {
            throw failure(.argument("'\(name)' wants one character to fill with"))
        }
        func padding(_ count: Int) -> TracedText { TracedText(scalars: Array(repeating: pad, count: count)) }
        switch name {
        case "ljust": return .text(text + padding(missing))
        case "rjust": return .text(padding(missing) + text)
        case "zfill":
            let isSigned = text.scalars.first.map { $0.scalar == "-" || $0.scalar == "+" } ?? false
            let sign = TracedText(text.scalars.prefix(isSigned ? 1 : 0))
            return .text(sign + padding(missing) + TracedText(text.scalars.dropFirst(sign.count)))
        default:
            // Python puts the odd one to the left if the width is odd, else to the right.
            let left = missing / 2 + (missing & (text.count + missing) & 1)
            return .text(padding(left) + text + padding(missing - left))
        }
    }

    /// `text.format(…)` with the fields `{}`, `{0}` and `{name}`.
    private mutating func bracesFilled(_ text: TracedText, _ arguments: JinjaCall) throws(TemplateError) -> TracedText {
        var result = TracedText()
        var automatic = 0
        var index = 0
        while index < text.count {
            let element = text.scalars[index]
            let next = index + 1 < text.count ? text.scalars[index + 1].scalar : nil
            index += 1
            guard element.scalar == "{" || element.scalar == "}" else {
                result.scalars.append(element)
                continue
            }
            if next == element.scalar {
                result.scalars.append(element)
                index += 1
                continue
            }
            guard element.scalar == "{", let end = text.scalars[index...].firstIndex(where: { $0.scalar == "}" }) else {
                throw failure(.argument("a single '\(element.scalar)' in the format"))
            }
            let field = TracedText(text.scalars[index..<end]).string
            index = end + 1
            var value = arguments.named.first { $0.name == field }?.value
            if field.isEmpty || Int(field) != nil {
                let place = Int(field) ?? automatic
                automatic += field.isEmpty ? 1 : 0
                value = arguments.positional.indices.contains(place) ? arguments.positional[place] : nil
            }
            guard let value else {
                throw failure(.argument("the field '{\(field)}' has no value; fields are '{}', '{0}' and '{name}'"))
            }
            result += try self.text(of: value)
            try reserve(result.count)
        }
        return result
    }
}
