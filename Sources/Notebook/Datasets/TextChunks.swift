// A text as a dataset: cut at paragraphs into pieces of about a given length, so that each fits into a prompt.

internal import FoundationModels
internal import YAML

/// Cuts texts.
enum TextChunks {
    /// Whole paragraphs together, as many as fit; a paragraph that is longer by itself is cut at its last blank that fits, which
    /// goes, or else at the limit.
    ///
    /// - Parameter limit: characters of a piece at most.
    static func dataset(_ text: String, limit: Int, file: String) -> Dataset {
        var dataset = Dataset(columns: ["text", "number"])
        var chunk: (text: String, count: Int, line: Int)?
        func add(_ text: String, line: Int) {
            let start = SourcePosition(line: line, column: 1)
            dataset.rows.append(
                Dataset.Row(
                    fields: [.string(text), .integer(dataset.rows.count + 1)],
                    location: SourceLocation(
                        file: file, range: SourceRange(start: start, end: SourcePosition(line: line, column: 2)))))
        }
        for paragraph in paragraphs(text) {
            let count = paragraph.text.count
            if let last = chunk {
                if last.count + 2 + count <= limit {
                    chunk = ("\(last.text)\n\n\(paragraph.text)", last.count + 2 + count, last.line)
                    continue
                }
                add(last.text, line: last.line)
                chunk = nil
            }
            if count <= limit {
                chunk = (paragraph.text, count, paragraph.line)
            } else {
                for piece in pieces(paragraph.text, limit: limit) { add(piece, line: paragraph.line) }
            }
        }
        if let last = chunk { add(last.text, line: last.line) }
        return dataset
    }

    /// Runs of lines that are not empty, each with its first line.
    private static func paragraphs(_ text: String) -> [(text: String, line: Int)] {
        var result: [(text: String, line: Int)] = []
        var open: (lines: [Substring], line: Int)?
        func close() {
            if let open { result.append((open.lines.joined(separator: "\n"), open.line)) }
            open = nil
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy(\.isWhitespace) {
                close()
            } else if open == nil {
                open = ([line], index + 1)
            } else {
                open?.lines.append(line)
            }
        }
        close()
        return result
    }

    private static func pieces(_ text: String, limit: Int) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while let end = rest.index(rest.startIndex, offsetBy: limit, limitedBy: rest.endIndex), end < rest.endIndex {
            let blank = rest[...end].lastIndex(where: \.isWhitespace)
            if let blank, blank > rest.startIndex {
                pieces.append(String(rest[..<blank]))
                rest = rest[rest.index(after: blank)...]
            } else {
                pieces.append(String(rest[..<end]))
                rest = rest[end...]
            }
        }
        if !rest.isEmpty { pieces.append(String(rest)) }
        return pieces
    }
}
