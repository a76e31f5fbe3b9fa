// A diagnostic as data, for `--json` and for editors.

internal import YAML

/// What a diagnostic is in JSON. Lines and columns as in the text form: from 1, columns in Unicode scalars, ends exclusive.
package struct DiagnosticRecord: Codable, Sendable, Equatable {
    package struct Place: Codable, Sendable, Equatable {
        package var file: String
        package var line: Int
        package var column: Int
        package var endLine: Int
        package var endColumn: Int

        init(_ location: SourceLocation) {
            file = location.file
            line = location.range.start.line
            column = location.range.start.column
            endLine = location.range.end.line
            endColumn = location.range.end.column
        }
    }

    package struct Note: Codable, Sendable, Equatable {
        package var message: String
        package var place: Place
    }

    /// `error` or `warning`.
    package var severity: String
    package var code: String
    package var message: String
    package var place: Place
    package var note: Note?

    package init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity.rawValue
        code = diagnostic.code
        message = diagnostic.message
        place = Place(diagnostic.location)
        note = diagnostic.note.map { Note(message: $0.message, place: Place($0.location)) }
    }
}
