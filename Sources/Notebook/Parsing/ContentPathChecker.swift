// Whether the schema of a cell's content allows what a path in another cell's prompt names: a misspelt key is told when the
// file loads, not when the cell before it has run.

internal import FoundationModels

extension DocumentParser {
    /// Checks the paths into contents of all prompts.
    mutating func checkContentPaths(in cells: [CellDeclaration], _ schemas: [SchemaDeclaration]) {
        // Rows may differ in their schema; which of them is meant is known when a row is.
        let uniform = cells.filter {
            $0.matrix?.axes.contains { $0.name.value == AxisField.generating.rawValue } != true
        }
        let generating = Dictionary(
            uniform.map { ($0.id.value, $0.generating) }, uniquingKeysWith: { first, _ in first })
        var checkers: [String: ContentPathChecker] = [:]
        let documents = Dictionary(
            schemas.map { ($0.name.value, $0.schema.document) }, uniquingKeysWith: { first, _ in first })
        // Cells by one schema share what it takes from elsewhere.
        var seen: Set<SourceLocation> = []
        for cell in cells {
            let inserted = cell.prompt.map { part in
                switch part {
                case .text(let template): template.references
                }
            }
            for references in inserted + [cell.settings.schemaReferences] {
                for reference in references where seen.insert(reference.location).inserted {
                    guard case .cellContent(let id, let path) = reference.target, !path.isEmpty,
                        let schema = generating[id]
                    else { continue }
                    guard let name = schema?.value else {
                        // A schema that is wrong has been told.
                        error(
                            "unknown-reference",
                            "the content of cell '\(id)' is text; write 'cells.\(id).content', or give the cell "
                                + "'generating'", at: reference.location)
                        continue
                    }
                    guard let document = documents[name] else { continue }
                    let checker = checkers[name] ?? ContentPathChecker(document)
                    checkers[name] = checker
                    guard let problem = checker.problem(with: path, of: id) else { continue }
                    error("unknown-reference", problem, at: reference.location)
                }
            }
        }
    }
}

/// Follows paths through one schema.
struct ContentPathChecker {
    private let places: [String: JSONValue]

    /// - Parameter document: by itself, as those of a playground's schemas are.
    init(_ document: JSONValue) {
        places = Dictionary(
            document.schemaPlaces.map { ($0.pointer, $0.schema) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with a path; nil where a content may have it, or where the schema does not say.
    func problem(with path: [String], of cell: String) -> String? {
        var pointers = ["#"]
        for (index, part) in path.enumerated() {
            let descriptions = described(pointers)
            let next = descriptions.flatMap { $0.next(part) }
            if next.contains(where: { if case .anything = $0 { true } else { false } }) { return nil }
            pointers = next.compactMap { if case .schema(let pointer) = $0 { pointer } else { nil } }
            guard pointers.isEmpty else { continue }
            let name = index == 0 ? "the content of cell '\(cell)'" : "'\(path[..<index].joined(separator: "."))'"
            let keys = descriptions.flatMap(\.keys)
            if !keys.isEmpty {
                let near = Suggestion.phrase(for: part, among: keys)
                return "\(name) has no '\(part)'"
                    + (near.isEmpty ? "; it has \(keys.prefix(12).joined(separator: ", "))" : near)
            }
            if descriptions.contains(where: \.isList) {
                let isIndex = NumberSyntax.isInteger(part)
                return isIndex
                    ? "\(name) has no '\(part)': the schema allows fewer elements, counted from 0"
                    : "\(name) is a list; write a place in it, from 0, instead of '\(part)'"
            }
            return "\(name) has no parts, and so no '\(part)'"
        }
        return nil
    }

    /// What schemas say of one value, those that they combine and refer to taken apart.
    private func described(_ pointers: [String]) -> [Description] {
        var waiting = pointers
        var seen = Set(pointers)
        var result: [Description] = []
        func visit(_ pointer: String) { if seen.insert(pointer).inserted { waiting.append(pointer) } }
        while let pointer = waiting.popLast() {
            guard let schema = places[pointer] else { continue }
            if case .string(let reference)? = schema["$ref"] { visit(reference) }
            for keyword in ["anyOf", "oneOf", "allOf"] {
                if case .array(let schemas)? = schema[keyword] {
                    for index in schemas.indices { visit("\(pointer)/\(keyword)/\(index)") }
                }
            }
            for keyword in ["then", "else"] where schema[keyword] != nil { visit("\(pointer)/\(keyword)") }
            result.append(Description(schema: schema, pointer: pointer))
        }
        return result
    }

    /// What one schema says of a value by itself.
    private struct Description {
        enum Next {
            case schema(String)
            /// The schema does not say.
            case anything
        }

        var schema: JSONValue
        var pointer: String

        private func has(_ keyword: String) -> Bool { schema[keyword] != nil }

        private func allows(_ type: String) -> Bool {
            switch schema["type"] {
            case .string(let name)?: name == type
            case .array(let names)?: names.contains(.string(type))
            default: true
            }
        }

        var keys: [String] {
            guard case .object(let properties)? = schema["properties"] else { return [] }
            return properties.map(\.key)
        }

        var isList: Bool { has("items") || has("prefixItems") || schema["type"] == .string("array") }

        func next(_ part: String) -> [Next] {
            let isCombined = ["$ref", "anyOf", "oneOf", "allOf", "then", "else"].contains(where: has)
            var next: [Next] = []
            if allows("object") {
                if keys.contains(part) {
                    next.append(.schema("\(pointer)/properties/\(SchemaReader.escaped(part))"))
                } else if has("patternProperties") || has("dependentSchemas") {
                    next.append(.anything)
                } else if has("additionalProperties") {
                    if schema["additionalProperties"] != .bool(false) { next.append(.anything) }
                } else if keys.isEmpty, !isCombined, schema["const"] == nil, schema["enum"] == nil {
                    // Nothing is said of members.
                    next.append(.anything)
                }
                if has("const") || has("enum") { next.append(.anything) }
            }
            if allows("array"), NumberSyntax.isInteger(part), let index = Int(part), index >= 0 {
                if case .number(let limit)? = schema["maxItems"], let limit = limit.int, index >= limit { return next }
                if case .array(let first)? = schema["prefixItems"], index < first.count {
                    next.append(.schema("\(pointer)/prefixItems/\(index)"))
                } else if case .object? = schema["items"] {
                    next.append(.schema("\(pointer)/items"))
                } else if isList, schema["items"] != .bool(false) {
                    next.append(.anything)
                }
            }
            return next
        }
    }
}
