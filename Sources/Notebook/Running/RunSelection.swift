// Which cells a run is about, as the user says it.

/// A choice of cells.
package struct RunSelection: Sendable, Equatable {
    /// nil: all cells.
    package var ids: Set<String>?
    /// Of some of these cells only the rows with these keys.
    package var rows: [String: Set<String>] = [:]
    /// nil: whatever their tags.
    package var tags: Set<String>?
    /// Only cells whose last attempt failed.
    package var failedOnly = false
    /// Fresh cells, too, are asked again; what they depend on is not, unless it is chosen itself.
    package var isForced = false

    package init() {}

    /// Whether every cell of the file is meant.
    var isWhole: Bool { ids == nil && tags == nil && !failedOnly }

    /// The ids chosen themselves.
    func chosen(in plan: Plan) -> Set<String> {
        Set(
            plan.steps.filter { step in
                (ids?.contains(step.id) ?? true)
                    && (tags.map { tags in step.cell.tags.contains { tags.contains($0.value) } } ?? true)
                    && (!failedOnly || step.state == .failed)
            }.map(\.id))
    }

    /// The steps to go through, in order: those chosen, and all that they depend on.
    ///
    /// - Parameter others: cells to go through as well where they are fresh, so that none is asked for their sake.
    func steps(of plan: Plan, and others: Set<String> = []) -> [Plan.Step] {
        var wanted = chosen(in: plan)
        // What a fresh cell depends on is fresh.
        wanted.formUnion(plan.steps.filter { others.contains($0.id) && $0.state == .fresh }.map(\.id))
        // Against the order, dependants come before what they depend on.
        for step in plan.steps.reversed() where wanted.contains(step.id) { wanted.formUnion(step.cell.dependencies) }
        return plan.steps.filter { wanted.contains($0.id) }
    }

    /// The rows to go through, of cells of which that is not all: those chosen, and those that they go on with.
    ///
    /// - Parameter steps: as `steps(of:and:)` gives them.
    func rows(of steps: [Plan.Step], in plan: Plan) -> [String: Set<String>] {
        let chosen = chosen(in: plan)
        var limits = rows.filter { chosen.contains($0.key) }
        var wholes = chosen.subtracting(limits.keys)
        let matrices = Dictionary(
            steps.compactMap { step in step.cell.matrix.map { (step.id, $0) } }, uniquingKeysWith: { first, _ in first }
        )
        for step in steps.reversed() {
            for id in step.cell.dependencies {
                guard let matrix = matrices[id] else { continue }
                if !wholes.contains(step.id), let keys = limits[step.id], step.cell.matrix == matrix {
                    limits[id, default: []].formUnion(keys)
                } else {
                    wholes.insert(id)
                }
            }
        }
        return limits.filter { !wholes.contains($0.key) }
    }
}
