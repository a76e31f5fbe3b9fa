// `{$from: …}` in schemas: what it names, and whether that can be what its keyword takes.

internal import FoundationModels

extension DocumentParser {
    /// The references of a schema. What is wrong with them is told.
    ///
    /// Pointers are those of the schema by itself.
    mutating func valueReferences(in schema: WrittenSchema) -> [SchemaValueReference] {
        schema.elsewhere.compactMap { place in
            let location = SourceLocation(file: schema.source.path, range: place.range)
            guard let target = sourceTarget(place.text, at: location) else { return nil }
            let reference = SchemaValueReference(
                text: place.text, reference: TemplateReference(target: target, location: location),
                keyword: place.keyword, isElement: place.isElement, pointer: place.pointer)
            if case .parameter(let name) = target, let type = parameterTypes[name],
                let problem = reference.problem(with: type.sample)
            {
                // The sample has the type, not the value.
                error("from-value", problem, at: location)
                return nil
            }
            return reference
        }
    }

    /// `params.NAME`, or `cells.ID.content` with a JSON Pointer behind `#`.
    private mutating func sourceTarget(_ text: String, at location: SourceLocation) -> TemplateReference.Target? {
        let (parameters, cells) = (names.parameters, names.cells)
        let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("params", 2) where halves.count == 1:
            if parameters.contains(parts[1]) { return .parameter(parts[1]) }
            error(
                "unknown-parameter",
                "unknown parameter '\(parts[1])'" + Suggestion.phrase(for: parts[1], among: parameters),
                at: location)
        case ("cells", 3) where parts[2] == "content":
            guard names.isCell(parts[1]) else {
                error(
                    "unknown-cell",
                    "unknown cell '\(parts[1])'" + Suggestion.phrase(for: parts[1], among: cells), at: location)
                return nil
            }
            let pointer = halves.count > 1 ? halves[1] : ""
            guard pointer.isEmpty || pointer.hasPrefix("/") else {
                error("from", "'#\(pointer)' is no JSON Pointer; it starts with '#/'", at: location)
                return nil
            }
            let path = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
                $0.replacing("~1", with: "/").replacing("~0", with: "~")
            }
            return .cellContent(id: parts[1], path: path.map { String($0) })
        case ("row", 2...) where halves.count == 1:
            let path = parts.dropFirst().joined(separator: ".")
            // Which axes there are is known of the cell that is answered by the schema.
            return path == "key" ? .rowKey : .axis(path, column: nil)
        default:
            error(
                "from",
                "'\(text)' names no value; write 'params.NAME', 'row.AXIS', or 'cells.ID.content#/…' for a part of a "
                    + "content", at: location)
        }
        return nil
    }

    /// Holds what the schemas of a cell take of its row against the axes that there are.
    mutating func checkRowValues(of cell: CellDeclaration) {
        guard !cell.hasBadMatrix else { return }
        for reference in cell.settings.schemaReferences {
            let path: String
            switch reference.target {
            case .axis(let axis, _): path = axis
            case .rowKey: path = "key"
            default: continue
            }
            guard let matrix = cell.matrix else {
                error(
                    "from", "the schema takes 'row.\(path)', but the cell has no matrix",
                    at: cell.generating?.location ?? cell.id.location,
                    note: Diagnostic.Note("taken here", at: reference.location))
                continue
            }
            guard reference.target != .rowKey, matrix.place(of: path) == nil else { continue }
            let known = matrix.axes.flatMap { axis in
                [axis.name.value] + (axis.columns ?? []).map { "\(axis.name.value).\($0)" }
            }
            let near = Suggestion.phrase(for: path, among: known)
            error(
                "unknown-axis",
                "a row of cell '\(cell.id.value)' has no '\(path)'"
                    + (near.isEmpty ? "; it has \(Self.some(known))" : near), at: reference.location)
        }
    }
}

extension ParameterType {
    /// A value of the type that every keyword takes which takes the type.
    fileprivate var sample: JSONValue {
        switch self {
        case .string: .string("")
        case .integer, .number: .integer(0)
        case .boolean: .bool(true)
        }
    }
}
