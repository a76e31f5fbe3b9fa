// A difference of notebooks for a terminal, or for whoever reads plain text.

internal import Notebook

/// Lines, in colours where there are some.
struct DiffText {
    /// Places of one structure, and rows of one cell, that are shown at most.
    static let limit = 40

    private let title: DiffTitle
    private let difference: NotebookDifference
    private let paint: (String, Console.Color) -> String

    init(
        _ title: DiffTitle, _ difference: NotebookDifference, paint: @escaping (String, Console.Color) -> String
    ) {
        self.title = title
        self.difference = difference
        self.paint = paint
    }

    var text: String {
        var told = ToldChanges()
        let heading = paint("\(title.path): \(title.old) → \(title.newWords)", .bold)
        if difference.isEmpty { return "\(heading): \(difference.summary)\n" }
        var lines = [heading]
        for input in difference.inputs { lines += self.lines(of: input) }
        for cell in difference.cells {
            lines += ["", self.heading(cell)]
            for input in cell.inputs {
                if let other = told.cell(with: input, of: cell.id) {
                    lines.append("  \(input.part.rawValue): as in cell \(other)")
                } else {
                    lines += self.lines(of: input)
                }
            }
            for change in cell.contents.prefix(Self.limit) { lines += self.lines(of: change, in: cell) }
            lines += rest(cell.contents.count, "rows")
        }
        lines += ["", difference.summary]
        return lines.map { $0 + "\n" }.joined()
    }

    private func heading(_ cell: CellDifference) -> String {
        var words: [String] = []
        if cell.presence != .changed { words.append(cell.presence.rawValue) }
        if !cell.inputs.isEmpty { words.append("other \(cell.inputWords)") }
        if !cell.contentWords.isEmpty { words.append("content: \(cell.contentWords)") }
        if !cell.causes.isEmpty { words.append("by other \(cell.causes.joined(separator: ", "))") }
        if !cell.stateWords.isEmpty { words.append(paint(cell.stateWords, .yellow)) }
        return paint(cell.id, .bold) + (words.isEmpty ? "" : "  \(words.joined(separator: "; "))")
    }

    private func lines(of input: InputChange) -> [String] {
        ["  \(input.part.rawValue)"] + lines(of: input.difference).map { "    \($0)" }
    }

    private func lines(of change: ContentChange, in cell: CellDifference) -> [String] {
        let name = change.id == cell.id ? "content" : "content of \(change.id)"
        guard change.content != nil || change.calls != nil else { return ["  \(name): \(change.words)"] }
        var lines: [String] = []
        if let calls = change.calls { lines += ["  calls"] + self.lines(of: calls).map { "    \($0)" } }
        if let content = change.content { lines += ["  \(name)"] + self.lines(of: content).map { "    \($0)" } }
        if let finish = change.finish {
            lines.append("  finish: \(paint(finish.old, .red)) → \(paint(finish.new, .green))")
        }
        return lines
    }

    private func lines(of difference: Difference) -> [String] {
        switch difference {
        case .words(let changes):
            return changes.marked(paint).around { $0.contains("[-") || $0.contains("{+") }
        case .places(let changes):
            return changes.prefix(Self.limit).flatMap(lines) + rest(changes.count, "places")
        }
    }

    /// Of long values, the words that differ.
    private func lines(of change: Difference.PlaceChange) -> [String] {
        let place = change.place.isEmpty ? "the whole" : change.place
        switch (change.found, change.wanted) {
        case (let found?, let wanted?) where max(found.count, wanted.count) > 60:
            guard case .words(let words) = Difference.words(found, wanted) else { return [] }
            return words.marked(paint).enumerated().map { $0 == 0 ? "\(place): \($1)" : "  \($1)" }
        case (let found, let wanted):
            let old = found.map { paint($0, .red) } ?? "nothing"
            let new = wanted.map { paint($0, .green) } ?? "nothing"
            return ["\(place): \(old) → \(new)"]
        }
    }

    private func rest(_ count: Int, _ noun: String) -> [String] {
        count > Self.limit ? ["  … \(count - Self.limit) more \(noun); --json has all"] : []
    }
}
