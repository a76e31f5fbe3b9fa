// The watch's screen as lines: a title, the cells, the text of one of them, and the keys. A function of the state and the size
// alone. No line takes more columns than there are, whatever is in it.

internal import Notebook
internal import Platform

/// Draws a state.
struct WatchDrawing {
    let state: WatchState
    let size: TerminalScreen.Size
    let usesColor: Bool

    /// As many lines as the terminal has rows.
    var lines: [String] {
        let rows = max(3, size.rows)
        let head = [title]
        let foot = [status, keys]
        if state.showsHelp { return fit(head + help, rows - 2) + foot }
        if let review = state.review { return fit(head + self.review(review, upTo: rows - 3), rows - 2) + foot }
        let room = rows - head.count - foot.count
        let list = cells(upTo: max(1, room / 2))
        let complaints = complaints(upTo: max(0, (room - list.count) / 2))
        let body = body(upTo: max(0, room - list.count - complaints.count))
        return fit(head + list + complaints + body, rows - 2) + foot
    }

    private func fit(_ lines: [String], _ count: Int) -> [String] {
        lines.prefix(count) + Array(repeating: "", count: max(0, count - lines.count))
    }

    // ---- Parts

    private var title: String {
        let marks =
            (state.isPaused ? "  paused" : "") + (state.isChecking ? "  --check" : "")
            + (state.cachedShare.map { "  \($0) % cached" } ?? "")
        return paint(TerminalText.padded(" playground watch  \(plain(state.watching))\(marks)", to: size.columns), "7")
    }

    private var status: String {
        paint(
            TerminalText.cut(
                plain(state.message.split(separator: "\n").first.map(String.init) ?? ""), to: size.columns), "2")
    }

    private var keys: String {
        if state.review != nil {
            return paint(TerminalText.cut("y trusts exactly this; Esc goes back; ↑ ↓ scroll", to: size.columns), "1")
        }
        let diff = state.showsDiff ? "text" : "diff"
        let accept = state.isChecking ? ["u accept"] : []
        let trust = state.notebooks.contains { $0.trust != nil } ? ["t trust"] : []
        // As many as there is room for; the last ones stay.
        var words = trust + accept + ["Enter stale", "f failing", "d \(diff)", "a all", "x cancel", "p pause"]
        let last = ["? help", "q quit"]
        while !words.isEmpty, (words + last).joined(separator: "  ").count > size.columns { words.removeLast() }
        return paint(TerminalText.cut((words + last).joined(separator: "  "), to: size.columns), "2")
    }

    private var help: [String] {
        [
            "", "Enter  run what is stale, missing or failed", "a      ask every cell again",
            "f      ask again what failed, or is not as expected",
            "d      the text, or how it differs from the record",
            "u      accept: write the answers into the sidecars (--check)",
            "x      cancel the run", "p      pause, and go on", "t      what tools would do, and to trust them",
            "↑ ↓    choose a cell; Esc follows the run again", "space  the text further down; b: up", "q      quit", "",
            "Any key goes back.",
        ].map { TerminalText.cut(" \($0)", to: size.columns) }
    }

    /// The cells, or as many around the focused one as there is room for.
    private func cells(upTo count: Int) -> [String] {
        var lines: [String] = []
        var focused = 0
        let width = min(24, max(4, size.columns / 3), state.notebooks.flatMap(\.cells).map(\.id.count).max() ?? 0)
        for notebook in state.notebooks {
            if state.notebooks.count > 1 || notebook.cells.isEmpty {
                lines.append(paint(TerminalText.cut(plain(notebook.path), to: size.columns), "1"))
            }
            for cell in notebook.cells {
                let isFocused = state.focus?.notebook == notebook.path && state.focus?.cell == cell.id
                if isFocused { focused = lines.count }
                lines.append(line(cell, isFocused, width))
            }
        }
        guard lines.count > count else { return lines }
        let first = max(0, min(lines.count - count, focused - count / 2))
        return Array(lines[first..<first + count])
    }

    private func line(_ cell: WatchState.Cell, _ isFocused: Bool, _ width: Int) -> String {
        let name = (isFocused ? "▸ " : "  ") + TerminalText.padded(cell.id, to: width)
        let standing = TerminalText.padded(cell.standing, to: 9)
        let verdict = cell.verdict.map { cell.problems.isEmpty ? "✓" : "✗ \($0)" }
        let words = [verdict, cell.detail.isEmpty ? cell.title : cell.detail].compactMap { $0 }.filter { !$0.isEmpty }
        let detail = plain(words.joined(separator: cell.problems.isEmpty ? " " : ", "))
        let room = size.columns - TerminalText.width(name) - 13
        guard room >= 0 else { return TerminalText.cut("\(name)  \(cell.standing)", to: size.columns) }
        return
            "\(name)  \(paint(standing, Self.color(cell.standing)))  "
            + paint(TerminalText.cut(detail, to: room), cell.problems.isEmpty ? "2" : "31")
    }

    private func complaints(upTo count: Int) -> [String] {
        let texts = state.notebooks.compactMap(\.complaints)
        guard !texts.isEmpty, count > 0 else { return [] }
        let lines = texts.flatMap { text in
            text.split(separator: "\n").flatMap { line -> [String] in
                let line = plain(String(line))
                // An excerpt and its marks belong below each other; words may go on in the next line.
                return line.hasPrefix(" ")
                    ? [TerminalText.cut(line, to: size.columns)] : TerminalText.wrapped(line, to: size.columns)
            }
        }.map { paint($0, "31") }
        let hasResults = state.notebooks.contains { !$0.cells.isEmpty }
        return [rule(hasResults ? "the last good results stay" : "waiting for the next save")]
            + lines.prefix(count - 1)
    }

    /// The focused cell's text, its end while it grows, or its difference from the record.
    private func body(upTo count: Int) -> [String] {
        guard count > 1, let cell = state.focused else { return [] }
        let problems = cell.problems.flatMap { TerminalText.wrapped($0, to: size.columns) }.prefix(max(1, count / 3))
            .map { paint($0, "31") }
        let room = count - 1 - problems.count
        guard room > 0 else { return [rule(cell.id)] + problems.prefix(count - 1) }
        if state.showsDiff, let record = cell.record {
            let lines = record == cell.content ? ["the same as on record"] : differences(from: record, to: cell.content)
            return [rule("\(cell.id): [-on record-] {+this answer+}")] + problems + part(of: lines, room)
        }
        let title = state.showsDiff ? "\(cell.id): not on record" : cell.title.map { "\(cell.id): \($0)" } ?? cell.id
        let lines = TerminalText.wrapped(cell.content, to: size.columns)
        return [rule(title)] + problems
            + (cell.isAnswering && state.scroll == 0 ? Array(lines.suffix(room)) : part(of: lines, room))
    }

    /// As many lines as there is room for, from where the user has scrolled to.
    private func part(of lines: [String], _ room: Int) -> [String] {
        guard lines.count > room else { return lines }
        guard room > 1 else { return Array(lines.prefix(room)) }
        let first = min(state.scroll, lines.count - room + 1)
        let shown = lines[first..<min(lines.count, first + room - 1)]
        let left = lines.count - first - shown.count
        return shown + [
            paint(TerminalText.cut(left == 0 ? "(the end)" : "… \(left) more lines: space", to: size.columns), "2")
        ]
    }

    /// Word by word, in one text.
    private func differences(from old: String, to new: String) -> [String] {
        guard case .words(let changes) = Difference.words(old, new) else { return [] }
        let lines = TerminalText.wrapped(changes.marked { text, _ in text }.joined(separator: "\n"), to: size.columns)
        // A line may end within a mark.
        var open: String?
        return lines.map { line in
            var painted = open.map { "\u{1b}[\($0)m" } ?? ""
            var rest = line[...]
            while let first = rest.first {
                let mark = rest.prefix(2)
                if mark == "[-" || mark == "{+" {
                    open = mark == "[-" ? "31" : "32"
                    painted += "\u{1b}[\(open ?? "0")m\(mark)"
                    rest = rest.dropFirst(2)
                } else if mark == "-]" || mark == "+}" {
                    open = nil
                    painted += "\(mark)\u{1b}[0m"
                    rest = rest.dropFirst(2)
                } else {
                    painted.append(first)
                    rest = rest.dropFirst()
                }
            }
            return usesColor ? painted + "\u{1b}[0m" : line
        }
    }

    private func review(_ request: TrustRequest, upTo count: Int) -> [String] {
        let lines = TerminalText.wrapped(request.review, to: size.columns)
        return [rule("\(request.playground): what its tools would start or ask")] + part(of: lines, max(1, count - 1))
    }

    // ---- Looks

    private func rule(_ words: String) -> String {
        let words = TerminalText.cut("── \(plain(words)) ", to: size.columns)
        return paint(words + String(repeating: "─", count: max(0, size.columns - TerminalText.width(words))), "2")
    }

    private func plain(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            result +=
                (result.isEmpty ? "" : " ")
                + PrintableText.line(Self.withoutColor(String(line))).replacing("\t", with: " ")
        }
        return result
    }

    /// Complaints come with the colours of the console, which are cut to pieces here.
    private static func withoutColor(_ text: String) -> String { text.replacing(#/\x1b\[[0-9;]*m/#, with: "") }

    private func paint(_ text: String, _ code: String) -> String {
        usesColor || code == "7" ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    private static func color(_ standing: String) -> String {
        switch standing {
        case "failed": "31"
        case "ran", "kept": "32"
        case "stale", "missing", "edited", "skipped": "33"
        case "asked", "answering": "1"
        default: "2"
        }
    }
}
