// `exclude` and `include` of a matrix, and what the other cells may want of a cell with rows.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    /// Leaves out the rows that have all the values of an entry.
    mutating func exclude(_ node: Node, _ builder: inout MatrixBuilder) {
        for item in list(node, of: "mappings") ?? [] {
            guard let entries = entries(of: item) else { continue }
            let before = errorCount
            var matching: [Int: Set<Int32>] = [:]
            for entry in entries {
                let place = SourceLocation(file: source.path, range: entry.key.range)
                guard let (axis, column) = self.column(entry.key.text, builder, place) else { continue }
                let wanted: [Node] = if case .sequence(let items) = entry.value.content { items } else { [entry.value] }
                let texts = wanted.compactMap { text($0)?.value }
                let values = builder.axes[axis].values
                let found = values.indices.filter { index in
                    let field = values[index].fields[column ?? 0].insertedText
                    return texts.contains { Self.isSame($0, field) || (column == nil && $0 == values[index].key) }
                }
                matching[axis] = Set(found.map(Int32.init)).intersection(matching[axis] ?? Set(found.map(Int32.init)))
            }
            guard errorCount == before, !matching.isEmpty else { continue }
            if !builder.exclude(matching) { warn("no-effect", "no row of the matrix is like this", item.range) }
        }
    }

    /// Adds rows that name a value of each axis.
    mutating func include(_ node: Node, _ builder: inout MatrixBuilder) {
        for item in list(node, of: "mappings") ?? [] {
            guard let entries = entries(of: item) else { continue }
            let before = errorCount
            var row: [Int32?] = Array(repeating: nil, count: builder.axes.count)
            for entry in entries {
                let place = SourceLocation(file: source.path, range: entry.key.range)
                guard let axis = builder.axes.firstIndex(where: { $0.name.value == entry.key.text }) else {
                    unknownAxis(entry.key.text, builder, place)
                    continue
                }
                row[axis] = choice(entry.value, axis, &builder)
            }
            guard errorCount == before else { continue }
            if let missing = row.firstIndex(of: nil) {
                error(
                    "missing-key", "a row that is included needs a value for '\(builder.axes[missing].name.value)'",
                    at: firstLine(of: item))
            } else if !builder.include(row.compactMap { $0 }) {
                error("duplicate-key", "the matrix has this row already", at: firstLine(of: item))
            }
        }
    }

    private mutating func entries(of item: Node) -> [Node.Entry]? {
        if case .mapping(let entries) = item.content { return entries }
        error("type", "must be a mapping of axes to values, found \(Self.kind(of: item))", at: item)
        return nil
    }

    /// The value of an axis that an included row has; new values of lists are added.
    private mutating func choice(_ node: Node, _ axis: Int, _ builder: inout MatrixBuilder) -> Int32? {
        guard let text = text(node) else { return nil }
        let values = builder.axes[axis].values
        guard builder.axes[axis].columns != nil else {
            if let known = values.firstIndex(where: { $0.key == MatrixBuilder.key(of: text.value) }) {
                return Int32(known)
            }
            guard let value = listValue(node, AxisField(rawValue: builder.axes[axis].name.value)) else { return nil }
            builder.axes[axis].values.append(value)
            return Int32(values.count)
        }
        if let known = values.firstIndex(where: { $0.key == text.value }) { return Int32(known) }
        error(
            "unknown-row",
            "'\(builder.axes[axis].name.value)' has no row with the key '\(text.value)'"
                + Suggestion.phrase(for: text.value, among: values.prefix(1000).map(\.key)), at: node)
        return nil
    }

    /// What `axis` or `axis.column` names; nil, and told, where it names nothing.
    private mutating func column(
        _ name: String, _ builder: MatrixBuilder, _ place: SourceLocation
    ) -> (axis: Int, column: Int?)? {
        for (index, axis) in builder.axes.enumerated() {
            if axis.name.value == name { return (index, nil) }
            guard let columns = axis.columns, name.hasPrefix(axis.name.value + ".") else { continue }
            let column = String(name.dropFirst(axis.name.value.count + 1))
            if let found = columns.firstIndex(of: column) { return (index, found) }
            error("unknown-column", TemplateNames.unknownColumn(column, of: axis.name.value, columns), at: place)
            return nil
        }
        unknownAxis(name, builder, place)
        return nil
    }

    private mutating func unknownAxis(_ name: String, _ builder: MatrixBuilder, _ place: SourceLocation) {
        let axes = builder.axes.map(\.name.value)
        let near = Suggestion.phrase(for: name, among: axes)
        error(
            "unknown-axis",
            "unknown axis '\(name)'" + (near.isEmpty ? "; the axes are \(Self.some(axes))" : near), at: place)
    }

    /// Equal texts, or equal numbers.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right
            || (NumberSyntax.isNumber(left) && NumberSyntax.isNumber(right) && Double(left) == Double(right))
    }

    /// Holds what cells want of each other against which of them have rows.
    mutating func checkRows(of cells: [CellDeclaration]) {
        let matrices = Dictionary(
            cells.compactMap { cell in cell.matrix.map { (cell.id.value, $0) } },
            uniquingKeysWith: { first, _ in first })
        for cell in cells where !cell.hasBadMatrix {
            if let parent = cell.continues, let rows = matrices[parent.value], cell.matrix != rows {
                error(
                    "rows",
                    "cell '\(parent.value)' has rows; only a cell with the same matrix continues it, row by row",
                    at: parent.location, note: Diagnostic.Note("its matrix", at: rows.location))
            }
            if let parent = cell.continues, matrices[parent.value] == nil,
                let axis = cell.matrix?.axes.first(where: { $0.name.value == AxisField.instructions.rawValue })
            {
                error(
                    "instructions",
                    "a cell that continues '\(parent.value)' can't have instructions of its own; "
                        + "set them where the conversation starts", at: axis.name.location)
            }
            for case .text(let template) in cell.prompt {
                for reference in template.references { check(reference, of: cell, matrices, cells) }
            }
        }
    }

    private mutating func check(
        _ reference: TemplateReference, of cell: CellDeclaration, _ matrices: [String: Matrix],
        _ cells: [CellDeclaration]
    ) {
        switch reference.target {
        case .cellContent(let id, _):
            guard let rows = matrices[id], cell.matrix != rows else { return }
            error(
                "unknown-reference",
                "cell '\(id)' has rows; write 'cells.\(id).rows' for the contents of all of them",
                at: reference.location)
        case .cellRows(let id):
            guard matrices[id] == nil, !cells.contains(where: { $0.id.value == id && $0.hasBadMatrix }) else { return }
            error(
                "unknown-reference", "cell '\(id)' has no matrix; write 'cells.\(id).content'", at: reference.location)
        default: break
        }
    }
}
