// The filters of sequences. Those that are lazy in Jinja return generators, as there; `map` and the selections take any
// false value, None included, for an empty sequence.

extension JinjaInterpreter {
    static let sequenceFilters: Set<String> = [
        "batch", "dictsort", "first", "groupby", "items", "join", "last", "list", "map", "max", "min", "reject",
        "rejectattr", "reverse", "select", "selectattr", "sort", "sum", "unique",
    ]

    mutating func sequenceFilter(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        switch name {
        case "list": return .list(try elements(of: value))
        case "first": return try elements(of: value).first ?? .undefined("the sequence has no first element")
        case "last": return try elements(of: value).last ?? .undefined("the sequence has no last element")
        case "reverse":
            if case .text(let text) = value { return .text(text.reversed()) }
            return .generator(try elements(of: value).reversed())
        case "items":
            if value.isUndefined { return .generator([]) }
            guard case .dictionary(let dictionary) = value else {
                throw failure(.type("'items' wants a dict, found \(value.typePhrase)"))
            }
            return .generator(dictionary.items)
        case "join": return .text(try joined(value, arguments))
        case "map": return try mapped(value, arguments)
        case "select", "reject":
            return try selected(value, arguments, path: nil, keeps: name == "select")
        case "selectattr", "rejectattr":
            guard let path = arguments.positional.first else {
                throw failure(.argument("'\(name)' needs an attribute"))
            }
            var rest = arguments
            rest.positional.removeFirst()
            return try selected(value, rest, path: path, keeps: name == "selectattr")
        case "sum":
            let bound = try bind(arguments, to: name, ["attribute", "start"])
            var sum = bound["start"] ?? .integer(0)
            for element in try elements(of: value) {
                sum = try compute(sum, "+", try part(of: element, at: bound["attribute"]))
            }
            return sum
        case "batch": return try batches(value, arguments)
        case "dictsort": return try dictionarySorted(value, arguments)
        default: return try ordered(name, value, arguments)
        }
    }

    /// What `attribute` names in a value: a path of names and indices with dots between them; without it, the value.
    private mutating func part(of value: JinjaValue, at attribute: JinjaValue?) throws(TemplateError) -> JinjaValue {
        guard let attribute, !attribute.isNone else { return value }
        guard case .text(let path) = attribute else { return try item(attribute, of: value) }
        var value = value
        for name in path.split(by: .trusted(".")) {
            let index = name.consists(of: \.isPythonDigit) ? Int(name.string) : nil
            value = try item(index.map { .integer($0) } ?? .text(name), of: value)
        }
        return value
    }

    private mutating func joined(_ value: JinjaValue, _ arguments: JinjaCall) throws(TemplateError) -> TracedText {
        let bound = try bind(arguments, to: "join", ["d", "attribute"])
        let separator = try bound["d"].map { value throws(TemplateError) in try text(of: value) }
        var texts: [JinjaValue] = []
        for element in try elements(of: value) {
            texts.append(.text(try text(of: try part(of: element, at: bound["attribute"]))))
        }
        return try joined(texts, by: separator ?? TracedText())
    }

    private mutating func mapped(_ value: JinjaValue, _ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        guard value.isTrue else { return .generator([]) }
        var results: [JinjaValue] = []
        if arguments.positional.isEmpty {
            let bound = try bind(arguments, to: "map", ["attribute", "default"])
            guard let attribute = bound["attribute"] else {
                throw failure(.argument("'map' needs a filter or an attribute"))
            }
            for element in try elements(of: value) {
                let part = try part(of: element, at: attribute)
                results.append(part.isUndefined ? bound["default"] ?? part : part)
            }
            return .generator(results)
        }
        guard case .text(let name) = arguments.positional[0] else {
            throw failure(.argument("'map' wants the name of a filter"))
        }
        let rest = JinjaCall(positional: Array(arguments.positional.dropFirst()), named: arguments.named)
        let filterName = name.string
        for element in try elements(of: value) {
            results.append(
                try nested { interpreter throws(TemplateError) in try interpreter.filter(filterName, element, rest) })
        }
        return .generator(results)
    }

    /// The elements for which a test holds (or, without one, which are true), or those for which it doesn't.
    private mutating func selected(
        _ value: JinjaValue, _ arguments: JinjaCall, path: JinjaValue?, keeps: Bool
    ) throws(TemplateError) -> JinjaValue {
        guard value.isTrue else { return .generator([]) }
        var kept: [JinjaValue] = []
        let rest = JinjaCall(positional: Array(arguments.positional.dropFirst()), named: arguments.named)
        let name = try arguments.positional.first.map { value throws(TemplateError) in try text(of: value).string }
        for element in try elements(of: value) {
            let subject = try part(of: element, at: path)
            let holds = try name.map { name throws(TemplateError) in try test(name, subject, rest) } ?? subject.isTrue
            if holds == keeps { kept.append(element) }
        }
        return .generator(kept)
    }

    private mutating func batches(_ value: JinjaValue, _ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: "batch", ["linecount", "fill_with"], required: 1)
        let size = try integer(bound["linecount"], else: 1)
        guard (1...limits.rangeLength).contains(size) else {
            throw failure(.argument("'batch' wants a size of at least 1 and at most \(limits.rangeLength)"))
        }
        var batches: [JinjaValue] = []
        var rest = try elements(of: value)[...]
        while !rest.isEmpty {
            var batch = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            if batch.count < size, let filling = bound["fill_with"], !filling.isNone {
                try reserve(size)
                batch += Array(repeating: filling, count: size - batch.count)
            }
            batches.append(.list(batch))
        }
        return .generator(batches)
    }

    // MARK: Order

    /// Stable merge sort, whose comparisons may fail and are counted.
    mutating func sorted<Element>(
        _ elements: [Element],
        by isLess: (inout JinjaInterpreter, Element, Element) throws(TemplateError) -> Bool
    ) throws(TemplateError) -> [Element] {
        var source = elements
        var width = 1
        while width < source.count {
            var merged: [Element] = []
            merged.reserveCapacity(source.count)
            for start in stride(from: 0, to: source.count, by: 2 * width) {
                let middle = min(start + width, source.count)
                let end = min(start + 2 * width, source.count)
                var left = start
                var right = middle
                while left < middle, right < end {
                    if try isLess(&self, source[right], source[left]) {
                        merged.append(source[right])
                        right += 1
                    } else {
                        merged.append(source[left])
                        left += 1
                    }
                }
                merged.append(contentsOf: source[left..<middle])
                merged.append(contentsOf: source[right..<end])
            }
            source = merged
            width *= 2
        }
        return source
    }

    /// What elements are ordered and told apart by: a part of theirs, in lower case unless case counts.
    private mutating func sortKey(
        _ value: JinjaValue, _ attribute: JinjaValue?, _ isCaseSensitive: Bool
    ) throws(TemplateError) -> JinjaValue {
        let part = try part(of: value, at: attribute)
        guard !isCaseSensitive, case .text(let text) = part else { return part }
        return .text(text.lowercased())
    }

    /// `sort`, `min`, `max`, `unique` and `groupby`.
    private mutating func ordered(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let parameters =
            switch name {
            case "sort": ["reverse", "case_sensitive", "attribute"]
            case "groupby": ["attribute", "default", "case_sensitive"]
            default: ["case_sensitive", "attribute"]
            }
        let bound = try bind(arguments, to: name, parameters, required: name == "groupby" ? 1 : 0)
        var pairs: [(key: JinjaValue, element: JinjaValue)] = []
        var attributes = [bound["attribute"]]
        if name == "sort", case .text(let paths)? = bound["attribute"] {
            attributes = paths.split(by: .trusted(",")).map { .text($0) }
        }
        for element in try elements(of: value) {
            var keys: [JinjaValue] = []
            for attribute in attributes {
                let key = try sortKey(element, attribute, bound.isTrue("case_sensitive"))
                keys.append(key.isUndefined ? bound["default"] ?? key : key)
            }
            pairs.append((keys.count == 1 ? keys[0] : .tuple(keys), element))
        }
        if name == "unique" { return try unique(pairs) }
        if name == "min" || name == "max" { return try extreme(pairs, isGreatest: name == "max") }
        let isReversed = name == "sort" && bound.isTrue("reverse")
        let sortedPairs = try sorted(pairs) { interpreter, left, right throws(TemplateError) in
            try isReversed ? interpreter.isLess(right.key, left.key) : interpreter.isLess(left.key, right.key)
        }
        if name == "sort" { return .list(sortedPairs.map(\.element)) }
        return try groups(sortedPairs, attribute: bound["attribute"], default: bound["default"])
    }

    private mutating func unique(_ pairs: [(key: JinjaValue, element: JinjaValue)]) throws(TemplateError) -> JinjaValue
    {
        var seen: Set<JinjaKey> = []
        var kept: [JinjaValue] = []
        for pair in pairs where seen.insert(try key(of: pair.key)).inserted { kept.append(pair.element) }
        return .generator(kept)
    }

    private mutating func extreme(
        _ pairs: [(key: JinjaValue, element: JinjaValue)], isGreatest: Bool
    ) throws(TemplateError) -> JinjaValue {
        guard var best = pairs.first else { return .undefined("the sequence is empty") }
        for pair in pairs.dropFirst() {
            let isBetter = try isGreatest ? isLess(best.key, pair.key) : isLess(pair.key, best.key)
            if isBetter { best = pair }
        }
        return best.element
    }

    /// Groups of equal keys, as pairs of the key and the list.
    private mutating func groups(
        _ pairs: [(key: JinjaValue, element: JinjaValue)], attribute: JinjaValue?, default defaultValue: JinjaValue?
    ) throws(TemplateError) -> JinjaValue {
        var groups: [JinjaValue] = []
        var index = 0
        while index < pairs.count {
            var members: [JinjaValue] = []
            let first = pairs[index]
            while index < pairs.count, try areEqual(pairs[index].key, first.key) {
                members.append(pairs[index].element)
                index += 1
            }
            // The grouper is written as the first member of its group writes it.
            let part = try part(of: first.element, at: attribute)
            let grouper = part.isUndefined ? defaultValue ?? part : part
            groups.append(.list(JinjaList([grouper, .list(members)], form: .group)))
        }
        return .list(groups)
    }

    private mutating func dictionarySorted(
        _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        let bound = try bind(arguments, to: "dictsort", ["case_sensitive", "by", "reverse"])
        guard case .dictionary(let dictionary) = value else {
            throw failure(.type("'dictsort' wants a dict, found \(value.typePhrase)"))
        }
        let by = try textArgument(bound["by"])?.string ?? "key"
        guard by == "key" || by == "value" else {
            throw failure(.argument("'dictsort' sorts by 'key' or 'value', not by '\(by)'"))
        }
        var pairs: [(key: JinjaValue, element: JinjaValue)] = []
        for item in dictionary.items {
            let key = try sortKey(item, .integer(by == "key" ? 0 : 1), bound.isTrue("case_sensitive"))
            pairs.append((key, item))
        }
        let isReversed = bound.isTrue("reverse")
        let sortedPairs = try sorted(pairs) { interpreter, left, right throws(TemplateError) in
            try isReversed ? interpreter.isLess(right.key, left.key) : interpreter.isLess(left.key, right.key)
        }
        return .list(sortedPairs.map(\.element))
    }
}
