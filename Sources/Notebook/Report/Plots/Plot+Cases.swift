// The values of a plot, read off recorded answers.

internal import FoundationModels

extension Plot {
    /// - Parameter cells: of the playground, in its order; those without an answer are no cases.
    init(_ declaration: PlotDeclaration, of cells: [PlaygroundReport.Cell]) {
        let chosen = Set(declaration.cells.map(\.value))
        let values = [declaration.x.value] + (declaration.y.map { [$0.value] } ?? [])
        let labels = [declaration.xLabel, declaration.yLabel]
        var cases = cells.filter { chosen.isEmpty || chosen.contains($0.id) }.flatMap { cell in
            cell.answers.map { Case(cell: cell.id, answer: $0) }
        }
        kind = declaration.kind.value
        (xLabel, yLabel) = (declaration.xLabel, declaration.yLabel)
        title = declaration.title ?? (values.count > 1 ? "\(yLabel) by \(xLabel)" : xLabel)
        table = PlotTable(
            columns: Array(labels.prefix(values.count)),
            rows: cases.indices.map { index in values.map { cases[index].value($0) } })
    }
}

/// One recorded answer.
private struct Case {
    let cell: String
    let answer: OutputEntry
    /// Read at the first use.
    lazy var structure = answer.schema == nil ? nil : try? JSONValue(parsing: answer.content)

    init(cell: String, answer: OutputEntry) {
        self.cell = cell
        self.answer = answer
    }

    mutating func value(_ value: PlotDeclaration.Value) -> PlotValue {
        switch value {
        case .cell: return .text(cell)
        case .inputTokens: return .number(Double(answer.inputTokenCount))
        case .outputTokens: return .number(Double(answer.outputTokenCount))
        case .content(let parts):
            guard let structure else { return parts.isEmpty ? .text(answer.content) : .absent }
            return structure.value(at: parts).map(PlotValue.init) ?? .absent
        }
    }
}

extension PlotValue {
    fileprivate init(_ json: JSONValue) {
        switch json {
        case .null: self = .absent
        // So that the mean of a truth value is the share in which it is true.
        case .bool(let value): self = .number(value ? 1 : 0)
        case .number(let number): self = .number(number.double)
        case .string(let text): self = .text(text)
        case .array, .object: self = .text(json.text(.spaced))
        }
    }
}

extension JSONValue {
    /// What stands at the parts of a JSON Pointer (RFC 6901); nil where nothing does.
    func value(at pointer: [String]) -> JSONValue? {
        var value = self
        for part in pointer {
            if case .array(let elements) = value {
                guard NumberSyntax.isInteger(part), let index = Int(part), elements.indices.contains(index) else {
                    return nil
                }
                value = elements[index]
            } else {
                guard let next = value[part] else { return nil }
                value = next
            }
        }
        return value
    }
}
