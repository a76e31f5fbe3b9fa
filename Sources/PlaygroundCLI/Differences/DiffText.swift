// A difference of notebooks for a terminal, or for whoever reads plain text.

internal import Notebook

/// Lines, in colours where there are some.
struct DiffText {
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
            for change in cell.contents.prefix(Difference.limit) { lines += self.lines(of: change, in: cell) }
            lines += Difference.rest(cell.contents.count, "rows").map { "  \($0)" }
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
        ["  \(input.part.rawValue)"] + input.difference.changes(paint).map { "    \($0)" }
    }

    private func lines(of change: ContentChange, in cell: CellDifference) -> [String] {
        let name = change.id == cell.id ? "content" : "content of \(change.id)"
        let lines = change.lines(name, paint)
        return lines.isEmpty ? ["  \(name): \(change.words)"] : lines.map { "  \($0)" }
    }
}
