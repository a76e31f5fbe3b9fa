// `expect:`. An entry makes one check; what can never hold, such as a path into text, is told when the file is read.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    /// - Parameter isStructured: whether the cell's content has parts.
    mutating func expectations(_ node: Node, isStructured: Bool) -> [Expectation] {
        guard let items = list(node, of: "expectations") else { return [] }
        return items.compactMap { item in
            let errors = errorCount
            guard let fields = mapping(item, .expectation), errorCount == errors else { return nil }
            guard let inner = fields["not"] else { return expectation(fields, item, isStructured: isStructured) }
            guard let negated = mapping(inner, .negatedExpectation), errorCount == errors else { return nil }
            let outer = fields.filter { $0.key != "not" && $0.key != "at" }
            if let other = outer.keys.sorted().first {
                error("value", "'\(other)' stands beside 'not'; write an entry of its own", at: firstLine(of: item))
                return nil
            }
            if fields["at"] != nil, negated["at"] != nil {
                error("value", "'at' stands inside 'not' and beside it", at: firstLine(of: item))
                return nil
            }
            return expectation(
                negated.merging(fields.filter { $0.key == "at" }) { $1 }, item, isStructured: isStructured
            ).map { expectation in
                var expectation = expectation
                expectation.isNegated = true
                return expectation
            }
        }
    }

    private mutating func expectation(
        _ fields: [String: Node], _ item: Node, isStructured: Bool
    ) -> Expectation? {
        let checks = fields.filter { $0.key != "at" }
        guard checks.count == 1, let (key, node) = checks.first else {
            let known = FieldTable.negatedExpectation.fields.map(\.name).filter { $0 != "at" }
            let found = known.filter { checks[$0] != nil }
            error(
                "value",
                found.isEmpty
                    ? "an expectation makes one check: \(Self.alternatives(known))"
                    : "an expectation makes one check, found \(found.joined(separator: ", ")); write an entry each",
                at: firstLine(of: item))
            return nil
        }
        let errors = errorCount
        let pointer = fields["at"].flatMap { expectedPlace($0, key, isStructured: isStructured) }
        guard let check = check(key, node), errorCount == errors else { return nil }
        return Expectation(check: check, pointer: pointer, location: firstLine(of: item))
    }

    /// `at:`, which is about contents, and only about those that have parts.
    private mutating func expectedPlace(_ node: Node, _ key: String, isStructured: Bool) -> [String]? {
        guard let text = text(node) else { return nil }
        if ["calls", "finish", "error", "maxTokens"].contains(key) {
            error("value", "'\(key)' is about the whole answer; remove 'at'", at: node)
            return nil
        }
        guard text.value.isEmpty || text.value.hasPrefix("/") else {
            error("value", "'\(text.value)' is no JSON Pointer; write '/\(text.value)'", at: node)
            return nil
        }
        guard isStructured else {
            error("value", "the content of this cell is text, and has no parts; 'at' needs 'generating'", at: node)
            return nil
        }
        return text.value.jsonPointerParts
    }

    private mutating func check(_ key: String, _ node: Node) -> Expectation.Check? {
        switch key {
        case "equals": return .equals(expectedValue(node))
        case "contains": return expectedText(node).map { .contains($0) }
        case "startsWith": return expectedText(node).map { .startsWith($0) }
        case "matches": return pattern(node).map { .matches($0) }
        case "oneOf":
            guard let items = list(node, of: "values") else { return nil }
            if items.isEmpty { error("missing-value", "'oneOf' has no values", at: node) }
            return .oneOf(items.map { expectedValue($0) })
        case "count": return expectedCount(node).map { .count($0) }
        case "calls":
            return list(node, of: "calls").map { items in .calls(items.compactMap { expectedCall($0) }) }
        case "finish": return word(node, ExpectedFinish.self).map { .finish($0.value.rawValue) }
        case "error": return text(node).map { .error($0.value) }
        case "schema": return generating(node).map { .schema($0.value) }
        default: return integer(node, 0...).map { (tokens: Located<Int>) in .maxTokens(tokens.value) }
        }
    }

    private mutating func pattern(_ node: Node) -> String? {
        guard let text = text(node) else { return nil }
        do {
            _ = try ContentValidator(pattern: text.value)
            return text.value
        } catch {
            let problem = (error as? GenerationSchema.StrictError)?.problems.first
            self.error("value", problem?.message ?? "the pattern can't be judged by: \(error)", at: node)
            return nil
        }
    }

    private mutating func expectedCount(_ node: Node) -> ClosedRange<Int>? {
        guard case .mapping = node.content else {
            return integer(node, 0...).map { (count: Located<Int>) in count.value...count.value }
        }
        guard let fields = mapping(node, .expectedCount) else { return nil }
        let minimum: Located<Int>? = fields["minimum"].flatMap { integer($0, 0...) }
        let maximum: Located<Int>? = fields["maximum"].flatMap { integer($0, 0...) }
        let (low, high) = (minimum?.value ?? 0, maximum?.value ?? .max)
        guard low <= high else {
            error("value", "the minimum \(low) is above the maximum \(high)", at: firstLine(of: node))
            return nil
        }
        return low...high
    }

    private mutating func expectedCall(_ node: Node) -> ExpectedCall? {
        guard let fields = mapping(node, .expectedCall), let tool = fields["tool"].flatMap({ text($0) }) else {
            return nil
        }
        return ExpectedCall(tool: tool.value, arguments: fields["arguments"].map { expectedValue($0) })
    }

    private mutating func expectedValue(_ node: Node) -> ExpectedValue {
        switch node.content {
        case .scalar(let scalar):
            let json = SchemaReader.json(scalar)
            if case .string = json {
                return expectedText(node).map { .text($0) } ?? .scalar(json, written: scalar.text)
            }
            return .scalar(json, written: scalar.text)
        case .sequence(let items): return .list(items.map { expectedValue($0) })
        case .mapping(let entries):
            return .object(entries.map { ExpectedValue.Member(key: $0.key.text, value: expectedValue($0.value)) })
        }
    }

    /// A text that may be empty, with its templates.
    private mutating func expectedText(_ node: Node) -> PromptTemplate? {
        guard let text = text(node), case .scalar(let scalar) = node.content else { return nil }
        if text.value.isEmpty { return PromptTemplate(pieces: [], location: text.location) }
        var cursor = ScalarCursor(scalar, range: node.range, in: source.lines)
        return resolve(text.value, usesTemplates: true, allowsCells: true, at: text.location) {
            cursor.position(ofScalar: $0)
        }
    }
}

extension String {
    /// The parts of a JSON Pointer (RFC 6901), unescaped.
    var jsonPointerParts: [String] {
        isEmpty
            ? []
            : dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
    }
}

extension [String] {
    /// As a JSON Pointer.
    var jsonPointer: String {
        map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
