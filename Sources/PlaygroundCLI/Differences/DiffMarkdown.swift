// A difference of notebooks as Markdown, to be pasted into a review: a table of the cells, then their differences in blocks that
// forges colour. What comes from files and models stays text, whatever is in it.

internal import Notebook

/// Markdown, as GitHub and GitLab read it.
struct DiffMarkdown {
    private let title: DiffTitle
    private let difference: NotebookDifference

    init(_ title: DiffTitle, _ difference: NotebookDifference) {
        self.title = title
        self.difference = difference
    }

    var text: String {
        var parts = [
            "## \(Self.code(title.path)): \(Self.code(title.old)) → \(title.new.map(Self.code) ?? title.newWords)"
        ]
        parts.append(difference.summary.first.map { $0.uppercased() + difference.summary.dropFirst() + "." } ?? "")
        if !difference.cells.isEmpty { parts.append(table) }
        for input in difference.inputs { parts += [Self.label(input.part.rawValue), Self.block(input.difference)] }
        var told = ToldChanges()
        for cell in difference.cells where !cell.inputs.isEmpty || !cell.contents.isEmpty {
            parts.append("### \(cell.id)" + (cell.title.map { ": \(Self.escaped($0))" } ?? ""))
            for input in cell.inputs {
                if let other = told.cell(with: input, of: cell.id) {
                    parts.append("\(Self.label(input.part.rawValue)) as in cell \(other)")
                } else {
                    parts += [Self.label(input.part.rawValue), Self.block(input.difference)]
                }
            }
            for change in cell.contents.prefix(Difference.limit) { parts += self.parts(of: change, in: cell) }
            let more = cell.contents.count - Difference.limit
            if more > 0 { parts.append("… \(more) more rows; `--json` has all.") }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var table: String {
        let rows = difference.cells.map { cell in
            let name = cell.id + (cell.presence == .changed ? "" : " (\(cell.presence.rawValue))")
            let content = [
                cell.contentWords, cell.causes.isEmpty ? "" : "by other \(cell.causes.joined(separator: ", "))",
            ].filter { !$0.isEmpty }.joined(separator: ", ")
            return "| \(name) | \(cell.inputWords) | \(content) | \(cell.state?.rawValue ?? "") |"
        }
        return (["| cell | inputs | content | record |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    private func parts(of change: ContentChange, in cell: CellDifference) -> [String] {
        let name = change.id == cell.id ? "content" : "content of \(Self.code(change.id))"
        var parts: [String] = []
        if let calls = change.calls { parts += [Self.label("calls"), Self.block(calls)] }
        if let content = change.content { parts += [Self.label(name), Self.block(content)] }
        if change.content == nil, change.calls == nil { parts.append("\(Self.label(name)) \(change.words)") }
        return parts
    }

    // ---- Markdown

    private static func label(_ words: String) -> String { "**\(words)**" }

    /// A block of lines with `+` and `-`, in a fence that nothing in them ends.
    private static func block(_ difference: Difference) -> String {
        let lines: [String]
        switch difference {
        case .words(let changes):
            let (old, new) = changes.texts
            lines = LineDifference.lines(from: old, to: new).map { "\($0.mark)\($0.line)" }.around {
                !$0.hasPrefix(" ")
            }
        case .places(let changes):
            let more = changes.count - Difference.limit
            lines =
                changes.prefix(Difference.limit).flatMap { change in
                    [change.found.map { "-\(change.place): \($0)" }, change.wanted.map { "+\(change.place): \($0)" }]
                        .compactMap { $0 }
                } + (more > 0 ? [" … \(more) more places"] : [])
        }
        let text = lines.joined(separator: "\n")
        let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
        return "\(fence)diff\n\(text)\n\(fence)"
    }

    /// A span of code on one line.
    private static func code(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        let fence = String(repeating: "`", count: longestRun(of: "`", in: line) + 1)
        let space = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
        return fence + space + line + space + fence
    }

    /// Text of which nothing is markup.
    private static func escaped(_ text: String) -> String {
        text.map { character -> String in
            if character.isNewline { return " " }
            return "\\`*_{}[]()#+-.!|<>&~".contains(character) ? "\\\(character)" : String(character)
        }.joined()
    }

    private static func longestRun(of mark: Character, in text: String) -> Int {
        var (longest, current) = (0, 0)
        for character in text {
            current = character == mark ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}
