// Comma- and tab-separated values (RFC 4180): a header, then a record a line; fields in double quotes hold delimiters, line
// ends and doubled quotes. Line ends have been made `\n` before.

internal import FoundationModels
internal import YAML

/// Reads one text.
struct DelimitedReader {
    private let bytes: [UInt8]
    private let file: String
    private let delimiter: UInt8
    private var index = 0
    private var line = 1
    private var lineStart = 0

    private static let quote = UInt8(ascii: "\"")
    private static let lineEnd = UInt8(ascii: "\n")

    init(_ text: String, file: String, delimiter: UInt8) {
        bytes = Array(text.utf8)
        self.file = file
        self.delimiter = delimiter
    }

    /// - Throws: for a record with another number of fields than the header, a quote that is not closed, text behind a closing
    ///   quote, columns without a name or with the same name, and too many rows.
    consuming func read() throws(Diagnostic) -> Dataset {
        guard let header = try record() else {
            throw problem("empty", "the file is empty; a header is wanted", line: 1)
        }
        try check(header.fields)
        var dataset = Dataset(columns: header.fields)
        while let record = try record() {
            guard record.fields.count == header.fields.count else {
                throw problem(
                    "ragged",
                    "the row has \(Self.count(record.fields.count)), but the header has \(header.fields.count)"
                        + "; put a field with a delimiter or line end in quotes", line: record.line)
            }
            guard dataset.rows.count < Dataset.rowLimit else {
                throw problem("rows", "the file has more than \(Dataset.rowLimit) rows", line: record.line)
            }
            let start = SourcePosition(line: record.line, column: 1)
            dataset.rows.append(
                Dataset.Row(
                    fields: record.fields.map(JSONValue.string),
                    location: SourceLocation(
                        file: file,
                        range: SourceRange(start: start, end: SourcePosition(line: record.line, column: 2)))))
        }
        return dataset
    }

    private func check(_ columns: [String]) throws(Diagnostic) {
        for (index, column) in columns.enumerated() {
            if column.isEmpty { throw problem("header", "column \(index + 1) of the header has no name", line: 1) }
            if columns[..<index].contains(column) {
                throw problem("header", "two columns of the header are called '\(column)'", line: 1)
            }
        }
    }

    /// The next record; nil at the end. Empty lines are left out.
    private mutating func record() throws(Diagnostic) -> (fields: [String], line: Int)? {
        while index < bytes.count, bytes[index] == Self.lineEnd { endLine() }
        guard index < bytes.count else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard index < bytes.count else { return (fields, start) }
            if bytes[index] == delimiter {
                index += 1
            } else {
                endLine()
                return (fields, start)
            }
        }
    }

    /// A field, up to its delimiter, the line end or the end of the text.
    private mutating func field() throws(Diagnostic) -> String {
        guard index < bytes.count, bytes[index] == Self.quote else {
            let start = index
            while index < bytes.count, bytes[index] != delimiter, bytes[index] != Self.lineEnd { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        let opening = (line: line, column: column)
        index += 1
        var value: [UInt8] = []
        while true {
            guard index < bytes.count else {
                throw .dataset(
                    "quote", "the quote that opens here is never closed", file, line: opening.line,
                    column: opening.column)
            }
            let byte = bytes[index]
            if byte == Self.lineEnd {
                value.append(byte)
                endLine()
            } else if byte != Self.quote {
                value.append(byte)
                index += 1
            } else if index + 1 < bytes.count, bytes[index + 1] == Self.quote {
                value.append(byte)
                index += 2
            } else {
                index += 1
                break
            }
        }
        guard index == bytes.count || bytes[index] == delimiter || bytes[index] == Self.lineEnd else {
            throw .dataset(
                "quote", "text behind a closing quote; write \"\" for a quote inside a field in quotes", file,
                line: line, column: column)
        }
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func endLine() {
        index += 1
        line += 1
        lineStart = index
    }

    /// In scalars, from 1.
    private var column: Int { String(decoding: bytes[lineStart..<index], as: UTF8.self).unicodeScalars.count + 1 }

    private func problem(_ code: String, _ message: String, line: Int) -> Diagnostic {
        .dataset(code, message, file, line: line)
    }

    private static func count(_ fields: Int) -> String { "\(fields) field\(fields == 1 ? "" : "s")" }
}
