// libyaml's complaints in the words of someone who knows what authors run into: a tab, a quote that never closes, a text
// with `: ` in it. What is not known passes through as libyaml says it.

/// Betters a syntax problem by a look at the source around it.
struct SyntaxWords {
    private let source: SourceLines

    init(_ source: SourceLines) {
        self.source = source
    }

    func bettered(_ problem: ReadProblem) -> ReadProblem {
        guard case .syntax(let words, _) = problem.kind else { return problem }
        var problem = problem
        let isAtEnd = moveBackFromEnd(&problem)
        problem.range.end.column = max(problem.range.end.column, problem.range.start.column + 1)
        if let related = problem.related, related.start == related.end {
            problem.related?.end.column = related.start.column + 1
        }
        if let marker = conflictMarker {
            problem.kind = .syntax("a conflict marker; resolve the merge first", start: "")
            problem.range = marker
            problem.related = nil
            return problem
        }
        if words.contains("could not find expected ':'"), let line = problem.related?.start {
            problem.kind = .syntax(
                "the line has no ':'; indent the lines of a text under '|', or put it in quotes", start: "")
            problem.range = SourceRange(start: line, end: max(source.end(ofLine: line.line), line))
            problem.related = nil
            return problem
        }
        if let tab = indentationTab(problem.range.start, words) {
            problem.kind = .tab
            problem.related = nil
            problem.range = SourceRange(
                start: tab, end: SourcePosition(line: tab.line, column: tab.column + 1))
            return problem
        }
        if isAtEnd, words.contains("did not find expected node content") {
            problem.kind = .syntax("the file ends inside a '[' or '{'; close it", start: "")
            return problem
        }
        if words.contains("<document start>"), source.line(1).hasPrefix("%") {
            problem.kind = .syntax("directives are not supported; remove the lines that start with '%'", start: "")
            return problem
        }
        for (found, better, start) in Self.better where words.contains(found) {
            problem.kind = .syntax(better, start: start)
            return problem
        }
        if words.contains("cannot start any token") || words.contains("did not find expected node content") {
            let character =
                source.line(problem.range.start.line).unicodeScalars
                .dropFirst(problem.range.start.column - 1).first.map(String.init) ?? ""
            problem.kind = .syntax("a text can't start with '\(character)'; put it in quotes", start: "")
            problem.related = nil
        }
        return problem
    }

    /// The most specific first: several of libyaml's complaints contain another.
    private static let better: [(found: String, better: String, start: String)] = [
        (
            "found unexpected end of stream while scanning a quoted scalar", "the quote is never closed",
            "it starts here"
        ),
        (
            "found unexpected document indicator while scanning a quoted scalar", "the quote is never closed",
            "it starts here"
        ),
        (
            "mapping values are not allowed",
            "a ':' is not allowed here; put a text with ': ' in quotes, or check the indentation", "it starts here"
        ),
        (
            "did not find expected ',' or ']'", "the list in '[' is not closed; a ',' or ']' is missing",
            "it starts here"
        ),
        (
            "did not find expected ',' or '}'", "the mapping in '{' is not closed; a ',' or '}' is missing",
            "it starts here"
        ),
        (
            "did not find expected key", "the line does not fit the keys before it; check its indentation and quotes",
            "the keys start here"
        ),
        (
            "did not find expected '-' indicator", "the line does not fit the list before it; check its indentation",
            "the list starts here"
        ),
        (
            "block sequence entries are not allowed", "a list can't start here; put it on lines of its own, or use [ ]",
            "it starts here"
        ),
        (
            "found unknown escape character", "unknown escape in double quotes; write '\\\\' for a backslash",
            "it starts here"
        ),
        (
            "did not find expected hexdecimal number", "an escape is missing digits; write '\\\\' for a backslash",
            "it starts here"
        ),
        ("found invalid Unicode character escape code", "the escape is not a Unicode scalar", "it starts here"),
        (
            "did not find expected comment or line break",
            "text after a block indicator; start the text on the next line", "it starts here"
        ),
        (
            "did not find expected alphabetic or numeric character",
            "'*' and '&' start aliases and anchors; put the text in quotes", "it starts here"
        ),
        (
            "did not find expected <document start>",
            "text after the end of the document; check the indentation of this line", "it starts here"
        ),
        ("mapping keys are not allowed", "'?' starts a key; put the text in quotes", "it starts here"),
        (
            "found incompatible YAML document",
            "directives are not supported; remove the lines that start with '%'", "it starts here"
        ),
        ("indentation indicator equal to 0", "the number after '|' or '>' must be 1 to 9", "it starts here"),
        ("exceeded maximum depth", "too many levels of lists and mappings", "it starts here"),
    ]

    /// The first line that Git starts a conflict with.
    private var conflictMarker: SourceRange? {
        let marker = Array("<<<<<<< ".utf8)
        guard let start = source.lineStarts.first(where: { source.bytes[$0...].starts(with: marker) }) else {
            return nil
        }
        let position = source.position(ofByte: start)
        return SourceRange(start: position, end: source.end(ofLine: position.line))
    }

    /// A problem at the end of the file is shown after the last line that has anything on it.
    private func moveBackFromEnd(_ problem: inout ReadProblem) -> Bool {
        var line = problem.range.start.line
        guard line >= source.lineStarts.count, source.lineBytes(line).isEmpty else { return false }
        while line > 1, source.lineBytes(line).isEmpty { line -= 1 }
        let end = source.end(ofLine: line)
        problem.range = SourceRange(start: end, end: end)
        return true
    }

    /// The tab that libyaml tripped over, if that is what happened: at the problem, or in the indentation of its line.
    private func indentationTab(_ position: SourcePosition, _ words: String) -> SourcePosition? {
        let line = source.lineBytes(position.line)
        let indentation = line.prefix { $0 == 0x20 || $0 == 0x09 }
        guard let tab = indentation.firstIndex(of: 0x09) else { return nil }
        let isHere = indentation.count >= position.column - 1 || words.contains("tab character")
        return isHere ? SourcePosition(line: position.line, column: tab - line.startIndex + 1) : nil
    }
}
