// One complaint about a file: what is wrong, where, under a stable code, with a second place where there are two. A value
// only; `DiagnosticRenderer` is the one place that turns it into text.

/// A located error or warning.
package struct Diagnostic: Sendable, Equatable, Error {
    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    /// A second place, such as the first of two equal keys.
    package struct Note: Sendable, Equatable {
        package var message: String
        package var location: SourceLocation

        package init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    package var severity: Severity
    /// Stable, such as `notebook.unknown-key`.
    package var code: String
    /// Lower case, no full stop: found and wanted, then the remedy.
    package var message: String
    package var location: SourceLocation
    package var note: Note?

    package init(
        _ severity: Severity, _ code: String, _ message: String, at location: SourceLocation, note: Note? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.note = note
    }
}
