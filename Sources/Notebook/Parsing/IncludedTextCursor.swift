// Positions in a file that is text as a whole, front to back.

internal import YAML

/// Finds the position of a scalar of a text whose lines end in `\n`.
struct IncludedTextCursor {
    private let scalars: String.UnicodeScalarView
    private var index: String.UnicodeScalarView.Index
    private var offset = 0
    private var position = SourcePosition(line: 1, column: 1)

    init(_ text: String) {
        scalars = text.unicodeScalars
        index = scalars.startIndex
    }

    /// Offsets may not decrease from call to call.
    mutating func position(ofScalar target: Int) -> SourcePosition {
        while offset < target, index < scalars.endIndex {
            if scalars[index] == "\n" {
                position = SourcePosition(line: position.line + 1, column: 1)
            } else {
                position.column += 1
            }
            scalars.formIndex(after: &index)
            offset += 1
        }
        return position
    }
}
