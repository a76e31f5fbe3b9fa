// The table of families, and which of them a model's chat template writes.

package import Tokenization

extension ToolCallFormat {
    /// The markup of a family as its models write it, with markers as text.
    package init(_ family: Family) {
        self.init(
            family: family, opening: nil, otherOpening: nil, closing: nil, isList: false, nameKey: "name",
            argumentsKeys: ["arguments", "parameters"], separator: nil, endsTurn: false, beforeName: #"{"name": ""#,
            beforeArguments: #"", "arguments": "#, afterArguments: "}")
        switch family {
        case .hermes:
            (opening, closing) = (Marker("<tool_call>"), Marker("</tool_call>"))
            (beforeName, afterArguments) = ("\n" + beforeName, "}\n")
        case .hermesList:
            (opening, closing, isList) = (Marker("<tool_call>"), Marker("</tool_call>"), true)
            (beforeName, afterArguments) = ("[" + beforeName, "}]")
        case .mistral:
            (opening, isList) = (Marker("[TOOL_CALLS]"), true)
            (beforeName, afterArguments) = ("[" + beforeName, "}]")
        case .granite:
            (opening, isList) = (Marker("<|tool_call|>"), true)
            (beforeName, afterArguments) = ("[" + beforeName, "}]")
        case .llama:
            (otherOpening, separator) = (Marker("<|python_tag|>"), ";")
            (argumentsKeys, beforeArguments) = (["parameters", "arguments"], #"", "parameters": "#)
        case .toolCode:
            (opening, closing, endsTurn) = (Marker("```tool_code"), Marker("```"), true)
            (beforeName, afterArguments) = ("\n" + beforeName, "}\n")
        case .plain:
            (opening, closing, endsTurn) = (Marker("```tool_call"), Marker("```"), true)
            otherOpening = Marker("```tool_code")
            (beforeName, afterArguments) = ("\n" + beforeName, "}\n")
        }
    }

    /// What tells a family, without white space, in a call as a template writes it. The first that is there counts.
    private static let signatures: [(text: String, family: Family)] = [
        ("[TOOL_CALLS][{\"name\":", .mistral), ("<|tool_call|>[{\"name\":", .granite),
        ("<tool_call>[{\"name\":", .hermesList),
        ("<tool_call>{\"name\":", .hermes), ("```tool_code{\"name\":", .toolCode), ("```tool_call{\"name\":", .plain),
        ("{\"name\":\"\(TemplateAbilities.probeName)\",\"parameters\":", .llama),
    ]

    /// The format in which a template writes the probe of its abilities, with that template's white space; nil where it is
    /// in none of the table.
    package init?(written: String) {
        guard let arguments = Self.rangeOfArguments(in: written) else { return nil }
        let before = String(written[..<arguments.lowerBound])
        let packed = before.filter { !$0.isWhitespace }
        guard let found = Self.signatures.first(where: { Self.isSignature($0.text, near: packed) }) else { return nil }
        self.init(found.family)
        adoptSpace(before: before, after: String(written[arguments.upperBound...]))
    }

    /// What a template says of calls that it does not show, without white space.
    private static let descriptions: [(text: String, family: Family)] =
        signatures.filter { $0.family != .llama } + [("<|tool_call|>followedbyaJSONlist", .granite)]

    /// The format that a template asks for where it shows tools, for one that writes no calls itself; nil where it asks for
    /// none of the table.
    package init?(described: String) {
        let packed = described.filter { !$0.isWhitespace }
        guard let found = Self.descriptions.first(where: { packed.contains($0.text) }) else { return nil }
        self.init(found.family)
    }

    /// Where the arguments of the probe stand: the object around its key.
    private static func rangeOfArguments(in written: String) -> Range<String.Index>? {
        guard let key = written.firstRange(of: "\"call_key\""),
            let start = written[..<key.lowerBound].lastIndex(of: "{"),
            let value = written[key.upperBound...].firstRange(of: "\"call_value\""),
            let end = written[value.upperBound...].firstIndex(of: "}")
        else { return nil }
        return start..<written.index(after: end)
    }

    /// Whether the call that ends `packed` begins with the signature: nothing but one name stands between.
    private static func isSignature(_ text: String, near packed: String) -> Bool {
        guard let range = packed.ranges(of: text).last else { return false }
        let rest = packed[range.upperBound...]
        return rest.isEmpty
            || rest.hasPrefix("\"\(TemplateAbilities.probeName)\",\"") && rest.hasSuffix("\":")
                && rest.count < 64
    }

    /// Takes over the white space around the probe's call where it is all that differs.
    private mutating func adoptSpace(before: String, after: String) {
        let quotedName = "\"\(TemplateAbilities.probeName)\""
        guard let name = before.ranges(of: quotedName).last else { return }
        let start: String.Index
        if let opening {
            guard let range = before[..<name.lowerBound].ranges(of: opening.text).last else { return }
            start = range.upperBound
        } else {
            guard let brace = before[..<name.lowerBound].lastIndex(of: "{") else { return }
            start = brace
        }
        func isSame(_ one: String, _ other: String) -> Bool {
            one.filter { !$0.isWhitespace } == other.filter { !$0.isWhitespace }
        }
        let foundBeforeName = String(before[start..<name.lowerBound]) + "\""
        let foundBeforeArguments = "\"" + String(before[name.upperBound...])
        if isSame(foundBeforeName, beforeName) { beforeName = foundBeforeName }
        if isSame(foundBeforeArguments, beforeArguments) { beforeArguments = foundBeforeArguments }
        if let closing, let end = after.firstRange(of: closing.text) {
            let found = String(after[..<end.lowerBound])
            if isSame(found, afterArguments) { afterArguments = found }
        }
    }

    /// The same format with those markers as tokens that `tokenizer` has as tokens. A fence is always text.
    package func resolved(for tokenizer: Tokenizer) -> ToolCallFormat {
        func resolved(_ marker: Marker?) -> Marker? {
            marker.map { Marker($0.text, token: tokenizer.tokenID(named: $0.text)) }
        }
        var format = self
        guard family != .plain, family != .toolCode else { return format }
        (format.opening, format.otherOpening) = (resolved(opening), resolved(otherOpening))
        format.closing = resolved(closing)
        return format
    }
}
