// How one notebook stands: what a run would do, what is held of the answers that are known, and what waits for the user's trust.

/// One version of a notebook against its records.
package struct Standing: Sendable {
    package let plan: Plan
    /// On answers to the questions of this version, recorded or kept.
    package let verdicts: Verdicts
    /// nil: nothing waits for it.
    package let trust: TrustRequest?
    private let failedRows: [String: Set<String>]

    package init(_ planner: Planner) { self.init(planner, Questions(planner)) }

    init(_ planner: Planner, _ questions: Questions) {
        let document = planner.preparation.document
        var ends = Verdicts.Ends(document)
        var failedRows: [String: Set<String>] = [:]
        plan = planner.plan { step in
            ends.add(step)
            let address = RowAddress(step.id)
            if step.state == .failed, let row = address.row { failedRows[address.cell, default: []].insert(row) }
        }
        self.failedRows = failedRows
        ends.add(plan)
        for (id, entry) in questions.answers { ends.add(.answered(entry), of: id) }
        verdicts = Verdicts(document, parameters: planner.preparation.parameters, ends)
        trust = planner.isTrusted ? nil : TrustRequest(document)
    }

    /// Cells to be asked again because of how they ended: they failed, or an expectation does not hold. Of cells with rows, the
    /// rows.
    var failing: [String: Set<String>] {
        let failed = plan.steps.filter { $0.state == .failed && $0.rows == nil }
        return verdicts.failing.merging(failedRows) { $0.union($1) }.merging(failed.map { ($0.id, []) }) {
            $0.union($1)
        }
    }
}

/// What a user is asked to trust: the tools of a playground, exactly as they are shown.
package struct TrustRequest: Sendable, Hashable {
    package let playground: String
    package let surface: String
    /// For people: what would be started and asked.
    package let review: String
    /// A server that has not been asked yet what it can do.
    package let unlisted: String?

    init?(_ document: PlaygroundDocument) {
        guard let surface = document.trustSurface else { return nil }
        playground = document.path
        self.surface = surface
        review = document.trustReview
        unlisted = document.cells.lazy.compactMap { document.unlistedServer(of: $0) }.first
    }
}
