// Two versions of a playground side by side: what its author changed, and what became of the answers. Needs no model: what is
// recorded is compared with what is recorded.

internal import FoundationModels

/// One version, as it was written and as it is recorded.
package struct PlaygroundVersion {
    let document: PlaygroundDocument
    let preparation: CellPreparation
    /// Of cells and of rows, by their ids.
    private(set) var steps: [String: Plan.Step] = [:]
    let parameters: [String: ParameterValue]

    /// - Parameters:
    ///   - planner: of the version.
    package init(_ planner: Planner) {
        preparation = planner.preparation
        document = planner.preparation.document
        parameters = planner.preparation.parameters
        var all: [String: Plan.Step] = [:]
        let plan = planner.plan { all[$0.id] = $0 }
        for step in plan.steps { all[step.id] = step }
        steps = all
    }
}

/// What differs between two versions.
package struct NotebookDifference {
    /// Of the file itself.
    package private(set) var inputs: [InputChange] = []
    /// Cells with anything to tell: those of the newer version in its order, then those that it has no more.
    package private(set) var cells: [CellDifference] = []
    /// How many cells there are in both versions together.
    package private(set) var cellCount = 0

    /// - Parameters:
    ///   - old: nil: the playground was not there.
    ///   - new: nil: it is not there any more.
    package init(from old: PlaygroundVersion?, to new: PlaygroundVersion?) {
        if let old, let new, case .places(let places) = Difference.places(old.parametersJSON, new.parametersJSON),
            !places.isEmpty
        {
            inputs.append(InputChange(part: .parameters, difference: .places(places)))
        }
        let newIDs = new?.document.cells.map(\.id.value) ?? []
        let gone = old?.document.cells.map(\.id.value).filter { !Set(newIDs).contains($0) } ?? []
        cellCount = newIDs.count + gone.count
        cells = (newIDs + gone).compactMap { CellDifference($0, from: old, to: new) }
    }

    package var isEmpty: Bool { inputs.isEmpty && cells.isEmpty }
}

/// What differs of one cell.
package struct CellDifference {
    package enum Presence: String, Sendable {
        case changed
        case added
        case removed
    }

    package let id: String
    package let title: String?
    package private(set) var presence = Presence.changed
    /// What the author changed.
    package private(set) var inputs: [InputChange] = []
    /// Why the recorded answers are to other questions, beside what the author changed here, such as `history (cell sort)`.
    package private(set) var causes: [String] = []
    /// Of a cell without rows; of a cell with some, those whose contents differ.
    package private(set) var contents: [ContentChange] = []
    /// Of a cell with rows: how many there are now.
    package private(set) var rowCount: Int?
    /// How the newer version stands to its record; nil where the cell is gone.
    package private(set) var state: Plan.State?

    /// nil where there is nothing to tell.
    init?(_ id: String, from old: PlaygroundVersion?, to new: PlaygroundVersion?) {
        let before = old?.document.cell(id)
        let after = new?.document.cell(id)
        self.id = id
        title = (after ?? before)?.title?.value
        state = new?.steps[id]?.state
        rowCount = after?.matrix?.count
        guard let before, let after, let old, let new else {
            presence = before == nil ? .added : .removed
            return
        }
        inputs = CellInputs(after, new.preparation).changes(since: CellInputs(before, old.preparation))
        if let rows = rowChange(from: before.matrix, to: after.matrix) { inputs.append(rows) }
        let ids = before.matrix == nil && after.matrix == nil ? [id] : rowIDs(before, after)
        var parts: Set<KeyPart> = []
        for id in ids {
            let (one, other) = (old.steps[id]?.recorded, new.steps[id]?.recorded)
            if let change = ContentChange(id, from: one, to: other) { contents.append(change) }
            if let one, let other {
                parts.formUnion(KeyPart.allCases.filter { one.parts[$0] != other.parts[$0] })
                if one.engine.numerics != other.engine.numerics {
                    causes = ["engine (numerics \(one.engine.numerics) to \(other.engine.numerics))"]
                }
            }
        }
        causes += KeyPart.allCases.filter { parts.contains($0) && !isExplained($0) }.map { part in
            part == .history ? "history" + (after.continues.map { " (cell \($0.value))" } ?? "") : part.rawValue
        }
        let isAsBefore = state == old.steps[id]?.state
        if inputs.isEmpty, contents.isEmpty, causes.isEmpty, isAsBefore { return nil }
    }

    /// Whether a part of the key differs because the author changed it in this cell.
    private func isExplained(_ part: KeyPart) -> Bool {
        inputs.contains { change in
            switch part {
            case .prompt: [.prompt, .axes].contains(change.part)
            case .history: change.part == .continues
            default: change.part.rawValue == part.rawValue
            }
        }
    }

    /// The rows of both versions, those of the newer first.
    private func rowIDs(_ before: CellDeclaration, _ after: CellDeclaration) -> [String] {
        let keys = after.matrix?.keys ?? []
        let gone = before.matrix?.keys.filter { after.matrix?.number(of: $0) == nil } ?? []
        return (keys + gone).map { RowAddress(cell: id, row: $0).text }
    }

    /// Rows that came, went, or have other values.
    private func rowChange(from old: Matrix?, to new: Matrix?) -> InputChange? {
        guard let old, let new, old != new else { return nil }
        func value(_ matrix: Matrix, _ key: String) -> String? {
            matrix.number(of: key).map { number in
                let row = MatrixRow(matrix: matrix, number: number)
                return JSONValue.object(
                    matrix.axes.compactMap { axis in
                        row.value(axis: axis.name.value).map { JSONMember(key: axis.name.value, value: $0) }
                    }
                ).text(.spaced)
            }
        }
        let keys = new.keys + old.keys.filter { new.number(of: $0) == nil }
        let changes = keys.compactMap { key -> Difference.PlaceChange? in
            let (before, after) = (value(old, key), value(new, key))
            return before == after ? nil : Difference.PlaceChange(place: "row \(key)", found: before, wanted: after)
        }
        return changes.isEmpty ? nil : InputChange(part: .rows, difference: .places(changes))
    }
}

/// Something in two versions.
package struct Versions<Value: Sendable & Equatable>: Sendable, Equatable {
    package var old: Value
    package var new: Value
}

/// What became of one recorded answer.
package struct ContentChange: Sendable, Equatable {
    /// Of the cell, or of the row.
    package var id: String
    /// nil where the texts are equal.
    package var content: Difference?
    /// nil where the same tools were called, and said the same.
    package var calls: Difference?
    /// How the answers ended, where that differs.
    package var finish: Versions<String>?
    /// Whether there is an answer on record in both versions.
    package var isRecorded: Versions<Bool>

    /// nil where both are the same.
    package init?(_ id: String, from old: OutputEntry?, to new: OutputEntry?) {
        self.id = id
        isRecorded = Versions(old: old != nil, new: new != nil)
        guard let old, let new else {
            if old == nil, new == nil { return nil }
            return
        }
        if old.content != new.content { content = Self.difference(old, new) }
        if old.calls != new.calls { calls = Self.difference(old.calls, new.calls) }
        if old.finish != new.finish { finish = Versions(old: old.finish, new: new.finish) }
        if content == nil, calls == nil, finish == nil { return nil }
    }

    private static func difference(_ old: OutputEntry, _ new: OutputEntry) -> Difference {
        if old.schema != nil, new.schema != nil, let before = try? JSONValue(parsing: old.content),
            let after = try? JSONValue(parsing: new.content),
            case .places(let places) = Difference.places(before, after), !places.isEmpty
        {
            return .places(places)
        }
        return .words(old.content, new.content)
    }

    /// Call by call.
    private static func difference(_ old: [RecordedCall], _ new: [RecordedCall]) -> Difference {
        func text(_ call: RecordedCall) -> String { "\(call.tool) \(call.arguments) → \(call.output)" }
        return .places(
            (0..<max(old.count, new.count)).compactMap { index in
                let before = index < old.count ? text(old[index]) : nil
                let after = index < new.count ? text(new[index]) : nil
                return before == after
                    ? nil : Difference.PlaceChange(place: "call \(index + 1)", found: before, wanted: after)
            })
    }
}

extension PlaygroundVersion {
    /// Types, defaults and allowed values of parameters, and what they are set to.
    fileprivate var parametersJSON: JSONValue {
        .object(
            document.parameters.map { declared in
                JSONMember(
                    key: declared.name.value,
                    value: .members([
                        "type": .string(declared.type.rawValue),
                        "value": parameters[declared.name.value].map { .string($0.text) },
                        "enum": declared.allowedValues.map { .array($0.map { .string($0.text) }) },
                    ]))
            })
    }
}
