// What a difference of notebooks is called, for every form in which it is told.

internal import Notebook

extension CellDifference {
    /// The parts of what the author gave that differ: `prompt, options`.
    var inputWords: String { inputs.map(\.part.rawValue).joined(separator: ", ") }

    /// What became of the contents, in a few words; empty where there is nothing to say.
    var contentWords: String {
        guard presence == .changed else { return "" }
        if let rowCount { return contents.isEmpty ? "" : "\(contents.count) of \(rowCount) rows" }
        guard let change = contents.first else { return inputs.isEmpty || state != .fresh ? "" : "the same" }
        return change.words
    }

    /// How the newer version stands to its record, where that is worth a word: `stale`.
    var stateWords: String {
        guard let state, state != .fresh else { return "" }
        return state.rawValue
    }
}

extension ContentChange {
    var words: String {
        switch (isRecorded.old, isRecorded.new) {
        case (false, _): return "new"
        case (_, false): return "not on record any more"
        default: break
        }
        let parts = [
            content == nil ? nil : "changed", calls == nil ? nil : "other calls",
            finish.map { "ends by \($0.new) instead of \($0.old)" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension NotebookDifference {
    /// `2 of 5 cells have other inputs, 3 other contents; 1 is not fresh`.
    var summary: String {
        guard !isEmpty else { return "no difference" }
        let inputs = cells.count { $0.presence != .changed || !$0.inputs.isEmpty }
        let contents = cells.count { !$0.contents.isEmpty }
        let open = cells.count { !$0.stateWords.isEmpty }
        return
            "\(inputs) of \(cellCount) cell\(cellCount == 1 ? "" : "s") \(inputs == 1 ? "has" : "have") other inputs, "
            + "\(contents) other contents" + (open == 0 ? "" : "; \(open) \(open == 1 ? "is" : "are") not fresh")
    }
}

/// Tells of a change that several cells share only once: where their file's instructions changed, say.
struct ToldChanges {
    private var told: [(change: InputChange, cell: String)] = []

    /// The cell at which the same change was told before; nil: nowhere.
    mutating func cell(with change: InputChange, of cell: String) -> String? {
        if let known = told.first(where: { $0.change == change }) { return known.cell }
        told.append((change, cell))
        return nil
    }
}
