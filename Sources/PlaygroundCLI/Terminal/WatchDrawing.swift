// The watch's screen as lines: a title, the cells, the text of one of them, and the keys. A function of the state and the size
// alone. No line takes more columns than there are, whatever is in it.

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
        let marks = (state.isPaused ? "  paused" : "") + (state.isChecking ? "  --check" : "")
        return paint(TerminalText.padded(" playground watch  \(plain(state.watching))\(marks)", to: size.columns), "7")
    }

    private var status: String {
        paint(
            TerminalText.cut(
                plain(state.message.split(separator: "\n").first.map(String.init) ?? ""), to: size.columns), "2")
    }

    private var keys: String {
        let accept = state.isChecking ? "  u accept" : ""
        let all =
            "Enter stale  a all  f failed  d \(state.showsDiff ? "text" : "diff")\(accept)  x cancel  p pause  q quit  ? help"
        let few = "? help  q quit"
        return paint(TerminalText.cut(TerminalText.width(all) <= size.columns ? all : few, to: size.columns), "2")
    }

    private var help: [String] {
        [
            "", "Enter  run what is stale, missing or failed", "a      ask every cell again",
            "f      ask failed cells again",
            "d      the text, or how it differs from the record",
            "u      accept: write the answers into the sidecars (--check)",
            "x      cancel the run", "p      pause, and go on", "t      review the trust of tools",
            "↑ ↓    choose a cell; Esc follows the run again", "q      quit", "", "Any key goes back.",
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
        let detail = plain(cell.detail.isEmpty ? cell.title ?? "" : cell.detail)
        let room = size.columns - TerminalText.width(name) - 13
        guard room >= 0 else { return TerminalText.cut("\(name)  \(cell.standing)", to: size.columns) }
        return
            "\(name)  \(paint(standing, Self.color(cell.standing)))  \(paint(TerminalText.cut(detail, to: room), "2"))"
    }

    private func complaints(upTo count: Int) -> [String] {
        let texts = state.notebooks.compactMap(\.complaints)
        guard !texts.isEmpty, count > 0 else { return [] }
        let lines = texts.flatMap { text in
            text.split(separator: "\n").map { paint(TerminalText.cut(plain(String($0)), to: size.columns), "31") }
        }
        return [rule("the last good results stay")] + lines.prefix(count - 1)
    }

    /// The focused cell's text, its end while it grows, or its difference from the record.
    private func body(upTo count: Int) -> [String] {
        guard count > 1, let cell = state.focused else { return [] }
        let room = count - 1
        if state.showsDiff {
            guard let record = cell.record else { return [rule("\(cell.id): not on record")] + text(cell, room) }
            return [rule("\(cell.id): from the record (-) to this answer (+)")]
                + differences(from: record, to: cell.content).prefix(room)
        }
        return [rule(cell.title.map { "\(cell.id): \($0)" } ?? cell.id)] + text(cell, room)
    }

    private func text(_ cell: WatchState.Cell, _ room: Int) -> [String] {
        let lines = TerminalText.wrapped(cell.content, to: size.columns)
        guard lines.count > room else { return lines }
        return cell.isAnswering
            ? Array(lines.suffix(room))
            : lines.prefix(room - 1) + [paint("… \(lines.count - room + 1) more lines", "2")]
    }

    private func differences(from old: String, to new: String) -> [String] {
        LineDifference.lines(from: old, to: new).flatMap { mark, line in
            TerminalText.wrapped(line, to: size.columns - 2).map {
                paint("\(mark) \($0)", mark == "-" ? "31" : mark == "+" ? "32" : "0")
            }
        }
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

/// Two texts line by line: what is common once, what differs marked.
enum LineDifference {
    /// Cost: the number of lines times that of differing ones (Myers's algorithm, of the standard library).
    static func lines(from old: String, to new: String) -> [(mark: Character, line: String)] {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let difference = after.difference(from: before)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var result: [(mark: Character, line: String)] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed.contains(left) {
                result.append(("-", before[left]))
                left += 1
            } else if right < after.count, inserted.contains(right) {
                result.append(("+", after[right]))
                right += 1
            } else {
                result.append((" ", before[left]))
                left += 1
                right += 1
            }
        }
        return result
    }
}
