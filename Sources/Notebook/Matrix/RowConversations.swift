// What was said on the way to one row: conversations of rows are made again from texts and records whenever one is wanted,
// so that ten thousand of them never stand in memory at once.

internal import FoundationModels

/// Makes rows ready to be asked.
struct RowPreparation {
    let preparation: CellPreparation
    /// What is on record for a row.
    let entry: (_ cell: String, _ row: String) -> OutputEntry?

    /// What a row can go on with.
    enum Outcome {
        case ready(PreparedCell)
        /// These have no answer yet.
        case waits(for: [String])
    }

    /// - Parameters:
    ///   - cell: with a matrix.
    ///   - finished: the conversations that end in cells without rows, and the contents of all rows of the others.
    func prepare(
        _ cell: CellDeclaration, row number: Int, finished: [String: Conversation], recorded: OutputEntry?
    ) throws(PreparationError) -> Outcome {
        let row = cell.row(number)
        var finished = finished
        var open: [String] = []
        for parent in rowParents(of: cell) {
            finished[parent.id.value] = try conversation(parent, row: number, finished: finished)
            if finished[parent.id.value] == nil {
                open.append(RowAddress(cell: parent.id.value, row: cell.matrix?.keys[number]).text)
            }
        }
        open += row.dependencies.filter { id in finished[id] == nil && !open.contains { RowAddress($0).cell == id } }
        guard open.isEmpty else { return .waits(for: open) }
        // A row's texts live as long as the row is worked on: each has the whole budget.
        var budget = TextBudget()
        guard
            let prepared = try preparation.prepare(row, finished: finished, recorded: recorded, budget: &budget)
        else { return .waits(for: row.dependencies) }
        return .ready(prepared)
    }

    /// The cells of the same matrix that a cell goes on with or takes contents of, row by row.
    private func rowParents(of cell: CellDeclaration) -> [CellDeclaration] {
        // The contents of all rows are something else than the row's.
        let wholes = Set(
            cell.prompt.flatMap { part in
                switch part {
                case .text(let template): template.references
                }
            }.compactMap { reference -> String? in
                if case .cellRows(let id) = reference.target { id } else { nil }
            })
        return cell.dependencies.compactMap { id in
            guard !wholes.contains(id), let parent = preparation.document.cell(id), parent.matrix == cell.matrix else {
                return nil
            }
            return parent
        }
    }

    private func conversation(
        _ parent: CellDeclaration, row number: Int, finished: [String: Conversation]
    ) throws(PreparationError) -> Conversation? {
        guard let key = parent.matrix?.keys[number], let entry = entry(parent.id.value, key), !entry.isEdited,
            case .ready(let prepared) = try prepare(parent, row: number, finished: finished, recorded: entry),
            prepared.key.text == entry.key
        else { return nil }
        return prepared.answered(with: entry)
    }
}

extension Conversation {
    /// What stands for a cell whose rows all have answers: their contents as a JSON array, in order.
    static func rows(_ contents: RowContents) -> Conversation {
        Conversation(
            turns: [
                Turn(
                    prompt: "", content: contents.text,
                    options: ResolvedOptions(OptionsDeclaration(), cell: ""), schema: nil)
            ])
    }
}

/// The contents of rows as a JSON array under way.
struct RowContents {
    private(set) var text = "["

    mutating func add(_ entry: OutputEntry) {
        if text.utf8.count > 1 { text += ", " }
        // Contents by a schema are JSON in the spelling of contents already.
        text += entry.schema == nil ? JSONValue.string(entry.content).text(.spaced) : entry.content
    }

    mutating func end() { text += "]" }
}

extension PlaygroundDocument {
    /// The cells whose rows are inserted somewhere as a whole.
    var cellsWithInsertedRows: Set<String> {
        Set(
            cells.flatMap(\.prompt).flatMap { part in
                switch part {
                case .text(let template): template.references
                }
            }.compactMap { reference in
                if case .cellRows(let id) = reference.target { id } else { nil }
            })
    }
}
