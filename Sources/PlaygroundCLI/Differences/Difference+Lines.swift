// Differences as lines for people.

internal import Notebook

extension Difference {
    /// An expectation's difference: `[-found-]` and `{+wanted+}` in a text, or in colours; a line a place of a structure.
    func lines(_ paint: (String, Console.Color) -> String) -> [String] {
        switch self {
        case .words(let changes): return changes.marked(paint)
        case .places(let changes):
            return changes.map { change in
                let place = change.place.isEmpty ? "the whole" : change.place
                switch (change.found, change.wanted) {
                case (let found?, let wanted?): return "\(place): found \(found), wanted \(wanted)"
                case (let found?, nil): return "\(place): found \(found), wanted nothing"
                case (nil, let wanted?): return "\(place): found nothing, wanted \(wanted)"
                case (nil, nil): return place
                }
            }
        }
    }
}

extension [WordChange] {
    /// The text with its changes in it, line by line: `[-deleted-]` and `{+inserted+}`, in colours where `paint` makes some. A
    /// line end that came or went is shown as `⏎`.
    func marked(_ paint: (String, Console.Color) -> String) -> [String] {
        let text = map { change in
            switch change.kind {
            case .same: change.text
            case .deleted: Self.marked(change.text) { paint("[-\($0)-]", .red) }
            case .inserted: Self.marked(change.text) { paint("{+\($0)+}", .green) }
            }
        }.joined()
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A colour must not run over a line end.
    private static func marked(_ text: String, _ mark: (String) -> String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isBlank = lines.allSatisfy(\.isEmpty)
        return lines.enumerated().map { index, line in
            line.isEmpty ? isBlank && index > 0 ? mark("⏎") : "" : mark(String(line))
        }.joined(separator: "\n")
    }

    /// The text before and after.
    var texts: (old: String, new: String) {
        (
            filter { $0.kind != .inserted }.map(\.text).joined(),
            filter { $0.kind != .deleted }.map(\.text).joined()
        )
    }
}

extension [String] {
    /// The lines that are chosen, each with its neighbours, and `…` where others are left out.
    func around(_ isChosen: (String) -> Bool) -> [String] {
        let chosen = map(isChosen)
        var result: [String] = []
        var isOpen = false
        for index in indices {
            if chosen[Swift.max(0, index - 1)...Swift.min(count - 1, index + 1)].contains(true) {
                result.append(self[index])
                isOpen = false
            } else if !isOpen {
                result.append("…")
                isOpen = true
            }
        }
        return result
    }
}
