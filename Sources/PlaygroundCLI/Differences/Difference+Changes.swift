// What changed from one version to the next, as lines for people.

internal import Notebook

extension Difference {
    /// Places of one structure, and rows of one cell, that are shown at most.
    static let limit = 40

    /// Of a text the lines with changes and their neighbours, of a structure a line a place.
    func changes(_ paint: (String, Console.Color) -> String) -> [String] {
        switch self {
        case .words(let changes): return changes.marked(paint).around { $0.contains("[-") || $0.contains("{+") }
        case .places(let changes):
            return changes.prefix(Self.limit).flatMap { $0.lines(paint) } + Self.rest(changes.count, "places")
        }
    }

    /// Says that there are more; nothing where all are shown.
    static func rest(_ count: Int, _ noun: String) -> [String] {
        count > limit ? ["… \(count - limit) more \(noun); --json has all"] : []
    }
}

extension Difference.PlaceChange {
    /// Before and after; of long values the words that differ.
    fileprivate func lines(_ paint: (String, Console.Color) -> String) -> [String] {
        let place = place.isEmpty ? "the whole" : place
        if let found, let wanted, max(found.count, wanted.count) > 60,
            case .words(let words) = Difference.words(found, wanted)
        {
            return words.marked(paint).enumerated().map { $0 == 0 ? "\(place): \($1)" : "  \($1)" }
        }
        let old = found.map { paint($0, .red) } ?? "nothing"
        return ["\(place): \(old) → \(wanted.map { paint($0, .green) } ?? "nothing")"]
    }
}

extension ContentChange {
    /// Calls, the content under a name, and the end, as far as they differ.
    func lines(_ name: String, _ paint: (String, Console.Color) -> String) -> [String] {
        var lines: [String] = []
        if let calls { lines += ["calls"] + calls.changes(paint).map { "  \($0)" } }
        if let content { lines += [name] + content.changes(paint).map { "  \($0)" } }
        if let finish { lines.append("finish: \(paint(finish.old, .red)) → \(paint(finish.new, .green))") }
        return lines
    }
}
