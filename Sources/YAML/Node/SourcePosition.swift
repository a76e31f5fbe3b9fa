// Places in a text file as people and editors name them. Lines and columns count from 1, and a column is one Unicode
// scalar: not a byte, not a UTF-16 unit, not a grapheme. A byte order mark at the start of a file takes no column.

/// A place between two scalars of a text: the scalar at `line`, `column` comes next.
package struct SourcePosition: Sendable, Hashable, Comparable {
    /// Counts from 1. `\n`, `\r\n` and a lone `\r` end a line.
    package var line: Int
    /// Counts Unicode scalars from 1.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// The scalars from `start` up to, and not including, `end`.
package struct SourceRange: Sendable, Hashable {
    package var start: SourcePosition
    package var end: SourcePosition

    package init(start: SourcePosition, end: SourcePosition) {
        self.start = start
        self.end = end
    }
}
