// Where something stands: a range in a named file. Every value of a parsed document that a later stage may complain about
// carries one.

package import YAML

/// A range of a file.
package struct SourceLocation: Sendable, Hashable {
    /// The path as the user gave it, or, for an included file, relative to the same folder as that one.
    package var file: String
    package var range: SourceRange

    package init(file: String, range: SourceRange) {
        self.file = file
        self.range = range
    }

    package var start: SourcePosition { range.start }
    /// As messages begin: `tour.playground.yaml:14:25`.
    package var place: String { "\(file):\(start.line):\(start.column)" }
}

/// A value and the place it was written at.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension SourceLocation {
    /// The line that it starts on, from 1.
    package var line: Int { range.start.line }
    /// The column that it starts at, from 1.
    package var column: Int { range.start.column }

    /// The first place of a file.
    package static func start(of file: String) -> SourceLocation {
        let start = SourcePosition(line: 1, column: 1)
        return SourceLocation(file: file, range: SourceRange(start: start, end: start))
    }
}
