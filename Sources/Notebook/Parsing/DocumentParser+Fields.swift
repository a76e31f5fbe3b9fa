// Reading by declared type: a mapping against its table of keys, and scalars as what their field says they are.

internal import YAML

extension DocumentParser {
    func location(_ node: Node) -> SourceLocation {
        SourceLocation(file: source.path, range: node.range)
    }

    /// Reports an error, up to the limit: the message is made only where it will be shown.
    mutating func error(
        _ code: String, _ message: @autoclosure () -> String, at location: SourceLocation,
        note: Diagnostic.Note? = nil
    ) {
        guard errorCount < Self.diagnosticLimit else { return }
        errorCount += 1
        diagnostics.append(Diagnostic(.error, "notebook.\(code)", message(), at: location, note: note))
    }

    mutating func error(_ code: String, _ message: @autoclosure () -> String, at node: Node) {
        error(code, message(), at: location(node))
    }

    /// Reports a warning, up to the limit.
    mutating func warn(_ code: String, _ message: String, _ range: SourceRange) {
        guard warningCount < Self.diagnosticLimit else { return }
        warningCount += 1
        let place = SourceLocation(file: source.path, range: range)
        diagnostics.append(Diagnostic(.warning, "notebook.\(code)", message, at: place))
    }

    /// The values of a mapping by key; nil, and an error, where it is none. Says which keys are unknown, planned, empty or
    /// missing, and leaves those out.
    mutating func mapping(_ node: Node, _ table: FieldTable) -> [String: Node]? {
        guard case .mapping(let entries) = node.content else {
            error("type", "\(table.name) must be a mapping, found \(Self.kind(of: node))", at: firstLine(of: node))
            return nil
        }
        var values: [String: Node] = [:]
        for entry in entries {
            let place = SourceLocation(file: source.path, range: entry.key.range)
            guard let field = table.field(entry.key.text) else {
                error("unknown-key", Self.unknownKey(entry.key.text, table), at: place)
                continue
            }
            if field.isPlanned {
                error("unsupported", "'\(field.name)' is not supported yet in this version; remove it", at: place)
            } else if entry.value.isAbsent {
                error("missing-value", "'\(field.name)' has no value", at: place)
            } else {
                values[field.name] = entry.value
            }
        }
        if table.holdsOneKey, entries.count != 1 {
            let keys = table.fields.filter { !$0.isPlanned }.map { "'\($0.name)'" }
            let wanted = Self.alternatives(keys)
            error(
                "value",
                entries.isEmpty
                    ? "\(table.name) needs \(wanted)"
                    : "\(table.name) holds one key, found \(entries.count); keep \(wanted)", at: node)
        }
        let keys = entries.map(\.key.text)
        // A required key that is misspelt has been told as an unknown one.
        let meant = keys.filter { table.field($0) == nil }.compactMap { Self.meant($0, table) }
        for field in table.fields where field.isRequired && !keys.contains(field.name) && !meant.contains(field.name) {
            error("missing-key", "\(table.name) needs '\(field.name)'", at: firstLine(of: node))
        }
        return values
    }

    /// The key that an unknown one is likely to mean.
    private static func meant(_ key: String, _ table: FieldTable) -> String? {
        table.fields.lazy.compactMap { $0.otherNames[key] }.first
            ?? Suggestion.nearest(to: key, among: table.fields.map(\.name))
    }

    private static func unknownKey(_ key: String, _ table: FieldTable) -> String {
        let known = table.fields.filter { !$0.isPlanned }
        let head = "unknown key '\(key)' in \(table.name)"
        if let other = known.lazy.compactMap({ $0.otherNames[key] }).first { return "\(head); write '\(other)'" }
        let suggestion = Suggestion.phrase(for: key, among: table.fields.map(\.name))
        return head + (suggestion.isEmpty ? "; its keys are \(known.map(\.name).joined(separator: ", "))" : suggestion)
    }

    /// The place of a node, cut to its first line: to point at a whole entry.
    func firstLine(of node: Node) -> SourceLocation {
        var location = location(node)
        if location.range.end.line > location.range.start.line {
            location.range.end = source.lines.end(ofLine: location.range.start.line)
        }
        return location
    }

    /// The items of a list; nil, and an error, for anything else.
    mutating func list(_ node: Node, of what: String) -> [Node]? {
        guard case .sequence(let items) = node.content else {
            let remedy = if case .scalar = node.content { "; put it in [ ]" } else { "" }
            error("type", "must be a list of \(what), found \(Self.kind(of: node))\(remedy)", at: firstLine(of: node))
            return nil
        }
        return items
    }

    /// Any scalar, as the text that it was written as.
    mutating func text(_ node: Node) -> Located<String>? {
        guard case .scalar(let scalar) = node.content else {
            error("type", "must be text, found \(Self.kind(of: node)); put text in quotes", at: node)
            return nil
        }
        return Located(scalar.text, at: location(node))
    }

    mutating func boolean(_ node: Node) -> Located<Bool>? {
        switch plain(node) {
        case "true": return Located(true, at: location(node))
        case "false": return Located(false, at: location(node))
        default:
            error("type", "must be true or false, found \(Self.found(node))", at: node)
            return nil
        }
    }

    mutating func integer<Value: FixedWidthInteger & Sendable>(
        _ node: Node, _ range: PartialRangeFrom<Value>
    ) -> Located<Value>? {
        guard let text = plain(node), NumberSyntax.isInteger(text) else {
            error("type", "must be an integer, found \(Self.found(node))", at: node)
            return nil
        }
        guard let value = Value(text) else {
            error("value", text.hasPrefix("-") ? "\(text) is below 0" : "\(text) is too large", at: node)
            return nil
        }
        guard range.contains(value) else {
            error("value", "\(text) is out of range; it must be at least \(range.lowerBound)", at: node)
            return nil
        }
        return Located(value, at: location(node))
    }

    mutating func number(_ node: Node, _ range: PartialRangeFrom<Double>) -> Located<Double>? {
        guard let text = plain(node), NumberSyntax.isNumber(text), let value = Double(text), value.isFinite else {
            error("type", "must be a number, found \(Self.found(node))", at: node)
            return nil
        }
        guard range.contains(value) else {
            error("value", "\(text) is out of range; it must be at least \(Int(range.lowerBound))", at: node)
            return nil
        }
        return Located(value, at: location(node))
    }

    /// One of the words of an enumeration.
    mutating func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ node: Node, _ type: Word.Type
    ) -> Located<Word>? {
        guard let text = text(node) else { return nil }
        if let word = Word(rawValue: text.value) { return Located(word, at: text.location) }
        let words = Word.allCases.map(\.rawValue)
        let suggestion = Suggestion.phrase(for: text.value, among: words)
        let rest = suggestion.isEmpty ? "; it must be \(Self.alternatives(words))" : suggestion
        error("value", "unknown value '\(text.value)'\(rest)", at: node)
        return nil
    }

    /// The text of a plain scalar: the only style that may be a number or a truth value.
    private func plain(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node.content, scalar.style == .plain else { return nil }
        return scalar.text
    }

    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    static func kind(of node: Node) -> String {
        switch node.content {
        case .scalar: node.isAbsent ? "nothing" : "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    static func found(_ node: Node) -> String {
        guard case .scalar(let scalar) = node.content else { return kind(of: node) }
        return (scalar.style == .plain ? "" : "the quoted text ") + "'\(scalar.text.prefix(40))'"
    }
}
