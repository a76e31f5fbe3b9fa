// Hints at schemas and prompts that are right and will disappoint.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    /// `hints:`: which are silenced.
    mutating func silencedHints(_ node: Node) -> Set<HintCode> {
        guard let fields = mapping(node, .hints) else { return [] }
        return Set(HintCode.allCases.filter { fields[$0.rawValue].flatMap { boolean($0) }?.value == false })
    }

    mutating func hint(_ code: HintCode, _ message: String, at location: SourceLocation) {
        let warning = Diagnostic(.warning, "notebook.\(code.rawValue)", message, at: location)
        guard warningCount < Self.diagnosticLimit, !diagnostics.contains(warning) else { return }
        warningCount += 1
        diagnostics.append(warning)
    }

    /// Objects within objects that a hint is given for.
    private static var nestingLimit: Int { 4 }

    /// Hints at the order and the depth of a schema.
    mutating func hintAtStructure(of schema: WrittenSchema) {
        var depths: [String: Int] = [:]
        var isDeep = false
        for place in schema.json.schemaPlaces {
            let isObject = place.schema["properties"] != nil
            let depth = (place.parent.flatMap { depths[$0] } ?? 0) + (isObject ? 1 : 0)
            depths[place.pointer] = depth
            if isObject, depth > Self.nestingLimit, !isDeep {
                isDeep = true
                hint(
                    .deepNesting,
                    "objects stand within objects \(depth) deep, and small models lose track; ask for the parts in cells of "
                        + "their own, or flatten the schema",
                    at: schema.location(of: place.pointer, isAboutKeyword: true))
            }
            hintAtOrder(of: place, in: schema)
        }
    }

    private mutating func hintAtOrder(of place: SchemaPlace, in schema: WrittenSchema) {
        guard case .object(let properties)? = place.schema["properties"] else { return }
        let order = Dictionary(properties.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        var pairs: [(early: String, late: String)] = []
        if case .object(let members)? = place.schema["dependentRequired"] {
            for member in members {
                guard case .array(let names) = member.value else { continue }
                for case .string(let name) in names { pairs.append((name, member.key)) }
            }
        }
        if case .object(let conditions)? = place.schema["if"]?["properties"] {
            for branch in ["then", "else"] {
                guard case .object(let members)? = place.schema[branch]?["properties"] else { continue }
                pairs += conditions.flatMap { condition in members.map { ($0.key, condition.key) } }
            }
        }
        for (index, property) in properties.enumerated() where Self.isReason(property.key) {
            if let verdict = properties[..<index].last(where: { Self.isVerdict($0.value) }) {
                pairs.append((verdict.key, property.key))
            }
        }
        for (early, late) in pairs {
            guard let first = order[early], let second = order[late], first < second else { continue }
            hint(
                .dependentOrder,
                "'\(late)' is generated after '\(early)', which depends on it; declare '\(late)' first",
                at: schema.location(
                    of: "\(place.pointer)/properties/\(SchemaReader.escaped(late))", isAboutKeyword: true))
        }
    }

    /// Names of properties that hold the grounds of a verdict.
    private static func isReason(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["reason", "reasons", "reasoning", "rationale", "explanation", "justification", "analysis", "thinking"]
            .contains { name == $0 || name.hasSuffix("_\($0)") }
    }

    /// Whether a schema chooses among few values.
    private static func isVerdict(_ schema: JSONValue) -> Bool {
        if schema["enum"] != nil { return true }
        switch schema["type"] {
        case .string("boolean")?, .string("integer")?, .string("number")?: return true
        default: return false
        }
    }

    /// Hints at free text in instructions: what stands there, a model obeys.
    mutating func hintAtInstructions(_ templates: [PromptTemplate], _ parameters: [ParameterDeclaration]) {
        let free = Set(
            parameters.filter { $0.type == .string && $0.allowedValues == nil && $0.defaultValue == nil }
                .map(\.name.value))
        for reference in templates.flatMap(\.references) {
            guard case .parameter(let name) = reference.target, free.contains(name) else { continue }
            hint(
                .instructionsText,
                "'\(name)' is free text, which a model obeys in instructions; put it into a prompt, or give the parameter "
                    + "an 'enum'", at: reference.location)
        }
    }

    /// Hints at counts in prompts whose schema has a list of that name and no bound.
    mutating func hintAtCounts(in cells: [CellDeclaration], _ schemas: [SchemaDeclaration]) {
        let documents = Dictionary(
            schemas.map { ($0.name.value, $0.schema.document) }, uniquingKeysWith: { first, _ in first })
        for cell in cells {
            guard let name = cell.generating?.value, case .object(let properties)? = documents[name]?["properties"]
            else { continue }
            let open = properties.filter {
                $0.value["type"] == .string("array") && $0.value["maxItems"] == nil && $0.value["minItems"] == nil
            }.map(\.key)
            guard !open.isEmpty else { continue }
            for case .text(let template) in cell.prompt {
                for case .text(let text) in template.pieces {
                    for (count, list) in ProseCount.counts(of: open, in: text) {
                        let line = template.location
                        hint(
                            .proseCount,
                            "the prompt asks for \(count) \(list), and the schema does not hold the answer to it; give "
                                + "'\(list)' of '\(name)' 'minItems' and 'maxItems'", at: firstLine(of: line))
                    }
                }
            }
        }
    }

    private func firstLine(of location: SourceLocation) -> SourceLocation {
        var location = location
        if location.range.end.line > location.range.start.line, location.file == source.path {
            location.range.end = source.lines.end(ofLine: location.range.start.line)
        }
        return location
    }
}

/// Counts in prose: `three items`, `exactly 5 short names`.
enum ProseCount {
    private static let words: Set<String> = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve",
    ]

    /// Counts of the things named, in the order of the text: a number, then the name within three words.
    static func counts(of names: [String], in text: String) -> [(count: String, name: String)] {
        let tokens = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        var found: [(String, String)] = []
        for (index, token) in tokens.enumerated() {
            let isCount = words.contains(token) || Int(token).map { (2...100).contains($0) } == true
            guard isCount else { continue }
            let next = tokens[(index + 1)..<min(tokens.count, index + 4)]
            if let name = names.first(where: { next.contains($0.lowercased()) }) { found.append((token, name)) }
        }
        return found
    }
}
