// A dataset: rows with named columns out of a file. This file is the value and the choice of a reader; each form has its own.

internal import FoundationModels
internal import Platform
internal import YAML

/// Rows with named columns, in the order of the file.
struct Dataset {
    struct Row {
        /// One a column.
        var fields: [JSONValue]
        var location: SourceLocation
    }

    var columns: [String]
    var rows: [Row] = []

    /// What a dataset is read as, by the ending of its name.
    enum Form: String, CaseIterable {
        case csv
        case tsv
        case jsonl
        case json
    }

    /// Bytes of one file at most.
    static let byteLimit = 64 << 20
    /// Rows of one file at most.
    static let rowLimit = Matrix.rowLimit

    /// - Throws: what is wrong with the text, at its place in the file.
    init(_ form: Form, _ text: String, file: String) throws(Diagnostic) {
        switch form {
        case .csv: self = try DelimitedReader(text, file: file, delimiter: UInt8(ascii: ",")).read()
        case .tsv: self = try DelimitedReader(text, file: file, delimiter: UInt8(ascii: "\t")).read()
        case .jsonl: self = try JSONDatasetReader(file: file).lines(text)
        case .json: self = try JSONDatasetReader(file: file).array(text)
        }
    }

    init(columns: [String]) { self.columns = columns }

    /// The hash of a row's names and values: what identifies it where no column does.
    func contentKey(_ row: Row) -> String {
        var hash = FieldHash()
        for (column, field) in zip(columns, row.fields) {
            hash.update(column)
            hash.update(field.text(.compact))
        }
        return hash.finish().prefix(12)
    }
}

extension Diagnostic {
    /// An error in a dataset.
    static func dataset(
        _ code: String, _ message: String, _ file: String, line: Int, column: Int = 1, length: Int = 1,
        note: Note? = nil
    ) -> Diagnostic {
        let start = SourcePosition(line: line, column: column)
        let end = SourcePosition(line: line, column: column + length)
        return Diagnostic(
            .error, "dataset.\(code)", message,
            at: SourceLocation(file: file, range: SourceRange(start: start, end: end)),
            note: note)
    }
}
