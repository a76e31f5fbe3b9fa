// From a document and its records to a plan: walks the cells in order, asks of each the question it would ask now, and
// compares that with the question on record.

/// Makes plans for one playground.
package struct Planner: Sendable {
    let preparation: CellPreparation
    let outputs: OutputsFile
    /// The entries of `outputs` by cell.
    let recorded: [String: OutputEntry]
    let results: ResultsStore

    /// - Parameters:
    ///   - parameters: a value for every parameter.
    ///   - model: what the file names, or what stands in for it.
    ///   - modelSHA256: of the weights; nil where it is not known without them.
    ///   - outputs: what is recorded.
    ///   - results: what is kept.
    ///   - isModelOverridden: whether `model` answers every cell, whatever profiles and cells name.
    ///   - hashes: of the weights of the models that those name, as far as they are known.
    package init(
        document: PlaygroundDocument, parameters: [String: ParameterValue], model: ModelReference, modelSHA256: String?,
        outputs: OutputsFile, results: ResultsStore, isModelOverridden: Bool = false,
        hashes: [ModelReference: String] = [:]
    ) {
        var hashes = hashes
        hashes[model] = modelSHA256

        preparation = CellPreparation(
            document: document, parameters: parameters,
            models: CellModels(base: model, isOverridden: isModelOverridden, hashes: hashes))
        self.outputs = outputs
        recorded = Dictionary(outputs.entries.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
        self.results = results
    }

    package func plan() -> Plan {
        var finished: [String: Conversation] = [:]
        var budget = TextBudget()
        let steps = CellOrder.sorted(preparation.document.cells).map { cell in
            let step = step(cell, finished: finished, &budget)
            if step.state == .fresh, let prepared = step.prepared, let recorded = step.recorded {
                finished[step.id] = prepared.answered(by: recorded)
            }
            return step
        }
        let ids = Set(preparation.document.cells.map(\.id.value))
        return Plan(
            steps: steps, orphans: outputs.entries.map(\.id).filter { !ids.contains($0) }, notes: outputs.notes)
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
        let (state, reasons) = standing(of: prepared, to: recorded)
        return Plan.Step(
            cell: cell, state: state, reasons: reasons, prepared: prepared, recorded: recorded,
            isKept: state != .fresh && results.holds(prepared.key.text))
    }

    private func standing(of cell: PreparedCell, to recorded: OutputEntry?) -> (Plan.State, reasons: [String]) {
        if let recorded, recorded.key == cell.key.text {
            return recorded.isEdited ? (.edited, ["the record was changed by hand"]) : (.fresh, [])
        }
        if let failure = results.failure(for: cell.key.text) { return (.failed, [failure]) }
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
