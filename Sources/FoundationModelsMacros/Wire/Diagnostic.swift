// A message to the author of the code, at its place in the author's file.

/// What is wrong with a declaration, and where.
struct Diagnostic: Error, Equatable, Sendable {
    enum Severity: String, Sendable { case error, warning }

    var message: String
    var severity: Severity
    var fileName: String
    /// Bytes of the file that the message is about.
    var range: Range<Int>

    /// - Parameter range: bytes of `syntax.source`.
    init(_ message: String, severity: Severity = .error, in syntax: SourceSyntax, at range: Range<Int>) {
        self.message = message
        self.severity = severity
        fileName = syntax.fileName
        self.range = syntax.offset + range.lowerBound..<syntax.offset + range.upperBound
    }

    /// The compiler's form.
    var json: JSON {
        let highlight: JSON = .object([
            "fileName": .string(fileName), "startOffset": .int(range.lowerBound), "endOffset": .int(range.upperBound),
        ])
        return .object([
            "message": .string(message), "severity": .string(severity.rawValue),
            "position": .object(["fileName": .string(fileName), "offset": .int(range.lowerBound)]),
            "highlights": .array([highlight]), "notes": .array([]), "fixIts": .array([]),
        ])
    }
}
