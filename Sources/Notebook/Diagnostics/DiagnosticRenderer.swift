// The one place that turns a diagnostic into text: the place, the words, the code, and the source line with a mark under
// what is meant.

internal import Platform
internal import YAML

/// Renders diagnostics as plain text, with excerpts of the sources it was given.
///
/// ```
/// tour.playground.yaml:14:25: error: unknown parameter 'citty'; did you mean 'city'? [notebook.unknown-parameter]
///       prompt: Plan a day in {{ citty }}.
///                                ^~~~~
/// ```
package struct DiagnosticRenderer: Sendable {
    /// Scalars of a source line that are shown; a longer line is cut around the mark.
    private static let excerptWidth = 110

    /// Scalars of a message that are shown: a name in it may be as long as a file.
    private static let messageWidth = 400

    private let sources: [SourceText]

    package init(sources: [SourceText]) {
        self.sources = sources
    }

    /// The diagnostic, its excerpt and its note, each line ended by `\n`.
    package func render(_ diagnostic: Diagnostic) -> String {
        let message = diagnostic.message.unicodeScalars
        let isLong = message.count > Self.messageWidth
        let shown = isLong ? String(message.prefix(Self.messageWidth)) + "…" : diagnostic.message
        var text = line(diagnostic.location, diagnostic.severity.rawValue, "\(shown) [\(diagnostic.code)]")
        if let note = diagnostic.note { text += line(note.location, "note", note.message) }
        return text
    }

    /// All of them, one after the other.
    package func render(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.map(render).joined()
    }

    private func line(_ location: SourceLocation, _ kind: String, _ message: String) -> String {
        PrintableText.line("\(location.place): \(kind): \(message)") + "\n" + excerpt(location)
    }

    private func excerpt(_ location: SourceLocation) -> String {
        guard let lines = sources.first(where: { $0.path == location.file })?.lines else { return "" }
        let start = location.start
        let width = lines.width(ofLine: start.line)
        guard width > 0 else { return "" }
        // Columns from 0 from here on. A window that holds the mark's start, and as much before as after it.
        let first = min(start.column - 1, width)
        let window = width <= Self.excerptWidth ? 0 : max(0, first - Self.excerptWidth / 2)
        let windowEnd = min(width, window + Self.excerptWidth)
        let bytes = lines.bytes[byte(lines, start.line, window)..<byte(lines, start.line, windowEnd)]
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)

        let isOneLine = location.range.end.line == start.line
        let textEnd = window + (scalars.lastIndex { $0 != " " } ?? 0) + 1
        let end = min(isOneLine ? location.range.end.column - 1 : textEnd, textEnd)
        let lead = window > 0 ? "…" : ""
        let tail = windowEnd < width ? "…" : ""
        let padding = scalars.prefix(first - window).map {
            $0 == "\t" ? "\t" : String(repeating: " ", count: TerminalText.width($0))
        }
        let marked = scalars.dropFirst(first - window).prefix(max(0, end - first))
        let tildes = max(1, marked.reduce(0) { $0 + TerminalText.width($1) }) - 1
        let mark = padding.joined() + "^" + String(repeating: "~", count: tildes)
        return "  \(lead)\(PrintableText.line(scalars))\(tail)\n  \(lead.isEmpty ? "" : " ")\(mark)\n"
    }

    private func byte(_ lines: SourceLines, _ line: Int, _ column: Int) -> Int {
        lines.byteOffset(of: SourcePosition(line: line, column: column + 1))
    }
}
