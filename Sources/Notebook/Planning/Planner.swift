// From a document and its records to a plan: walks the cells in order, asks of each the question it would ask now, and
// compares that with the question on record.

/// Makes plans for one playground.
package struct Planner: Sendable {
    let preparation: CellPreparation
    let outputs: OutputsFile
    /// The entries of `outputs` by cell.
    let recorded: [String: OutputEntry]
    let results: ResultsStore
    /// Whether the tools of the playground may be asked.
    let isTrusted: Bool
    /// What is recorded of rows, by cell.
    let rows: [String: RowRecord]

    /// - Parameters:
    ///   - parameters: a value for every parameter.
    ///   - model: what the file names, or what stands in for it.
    ///   - modelSHA256: of the weights; nil where it is not known without them.
    ///   - outputs: what is recorded.
    ///   - rows: what is recorded of the rows of each cell with a matrix.
    ///   - results: what is kept.
    ///   - isModelOverridden: whether `model` answers every cell, whatever profiles and cells name.
    ///   - hashes: of the weights of the models that those name, as far as they are known.
    package init(
        document: PlaygroundDocument, parameters: [String: ParameterValue], model: ModelReference, modelSHA256: String?,
        outputs: OutputsFile, rows: [String: RowRecord] = [:], results: ResultsStore,
        tools: ToolEnvironment = ToolEnvironment(), isModelOverridden: Bool = false,
        hashes: [ModelReference: String] = [:]
    ) {
        var hashes = hashes
        hashes[model] = modelSHA256
        self.rows = rows
        preparation = CellPreparation(
            document: document, parameters: parameters,
            models: CellModels(base: model, isOverridden: isModelOverridden, hashes: hashes))
        self.outputs = outputs
        recorded = Dictionary(outputs.entries.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
        self.results = results
        isTrusted = document.trustSurface.map { tools.isTrusted($0, document.path) } ?? true
    }

    /// - Parameters:
    ///   - readsRows: whether rows are looked at. Without, the steps of cells with a matrix say nothing of how they stand.
    ///   - visit: is shown the step of each row, which the plan holds a tally of only.
    package func plan(readsRows: Bool = true, visit: ((Plan.Step) -> Void)? = nil) -> Plan {
        let wanted = preparation.document.cellsWithInsertedRows
        var finished: [String: Conversation] = [:]
        var budget = TextBudget()
        let steps = CellOrder.sorted(preparation.document.cells).map { cell in
            if let matrix = cell.matrix {
                guard readsRows else { return matrixStep(cell, RowTally(), matrix) }
                return matrixStep(cell, &finished, wanted: wanted.contains(cell.id.value)) { visit?($0) }
            }
            let step = step(cell, finished: finished, &budget)
            if step.state == .fresh, let prepared = step.prepared, let recorded = step.recorded {
                finished[step.id] = prepared.answered(with: recorded)
            }
            return step
        }
        let ids = Set(preparation.document.cells.filter { $0.matrix == nil }.map(\.id.value))
        return Plan(
            document: preparation.document, parameters: preparation.parameters, steps: steps,
            orphans: outputs.entries.map(\.id).filter { !ids.contains($0) },
            notes: outputs.notes + steps.flatMap { rows[$0.id]?.notes ?? [] })
    }

    private func step(
        _ cell: CellDeclaration, finished: [String: Conversation], _ budget: inout TextBudget
    ) -> Plan.Step {
        let recorded = recorded[cell.id.value]
        let preparation = Result { () throws(PreparationError) in
            try self.preparation.prepare(cell, finished: finished, recorded: recorded, budget: &budget)
        }
        if case .failure(let error) = preparation {
            return Plan.Step(
                cell: cell, state: .failed, reasons: [error.message], prepared: nil, recorded: recorded, isKept: false)
        }
        guard let prepared = try? preparation.get() else {
            let open = cell.dependencies.filter { finished[$0] == nil }
            return Plan.Step(
                cell: cell, state: recorded == nil ? .missing : .stale, reasons: open.map { "waits for cell \($0)" },
                prepared: nil, recorded: recorded, isKept: false)
        }
        return settled(prepared, cell, recorded)
    }

    /// The step of a cell or a row whose question is known.
    func settled(_ prepared: PreparedCell, _ cell: CellDeclaration, _ recorded: OutputEntry?) -> Plan.Step {
        var (state, reasons) = standing(of: prepared, to: recorded)
        let isKept = state != .fresh && results.holds(prepared.key.text)
        if state != .fresh, state != .edited, !isKept,
            let tool = preparation.document.unlistedServer(of: cell) ?? untrustedTool(of: prepared)
        {
            reasons.append("the tool '\(tool)' needs trust")
            state = .needsTrust
        }
        return Plan.Step(
            cell: cell, state: state, reasons: reasons, prepared: prepared, recorded: recorded, isKept: isKept)
    }

    /// A tool that the cell may call, that is not approved, and of which no answer is on record.
    private func untrustedTool(of cell: PreparedCell) -> String? {
        guard !isTrusted else { return nil }
        return cell.conversation.tools.first { tool in
            let surface = String(tool.surface.prefix(16))
            return tool.isExternal
                && !outputs.entries.contains { entry in
                    entry.entry.calls.contains { $0.tool == tool.function.name && $0.surface == surface }
                }
        }?.declaration
    }

    private func standing(of cell: PreparedCell, to recorded: OutputEntry?) -> (Plan.State, reasons: [String]) {
        if let recorded, recorded.key == cell.key.text {
            return recorded.isEdited ? (.edited, ["the record was changed by hand"]) : (.fresh, [])
        }
        let failure = outputs.failure(of: cell.id, key: cell.key.text) ?? results.failure(for: cell.key.text)
        if let failure { return (.failed, [failure]) }
        guard let recorded else { return (.missing, []) }
        return (.stale, changes(in: cell, since: recorded))
    }

    private func changes(in prepared: PreparedCell, since recorded: OutputEntry) -> [String] {
        let changes = prepared.key.changes(since: recorded.parts).map { part in
            switch part {
            case .history: prepared.continues.map { "history changed (cell \($0))" } ?? "history changed"
            default: "\(part.rawValue) changed"
            }
        }
        return changes.isEmpty ? ["record changed"] : changes
    }
}
