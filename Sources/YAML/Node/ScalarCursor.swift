// From an offset in a scalar's text back to the place in the file. The text and its source are walked side by side:
// whatever folding, chomping, indentation and quotes did to the white space, everything else stands in both in one order.

/// Finds the source positions of a scalar's characters, front to back.
package struct ScalarCursor {
    private let style: Node.ScalarStyle
    private let text: String.UnicodeScalarView
    private var next: String.UnicodeScalarView.Index
    private var offset = 0
    private let source: String.UnicodeScalarView
    private var place: String.UnicodeScalarView.Index
    private var position: SourcePosition

    /// - Parameters:
    ///   - scalar: the content of a node of `source`.
    ///   - range: that node's range.
    package init(_ scalar: Node.Scalar, range: SourceRange, in source: SourceLines) {
        style = scalar.style
        text = scalar.text.unicodeScalars
        next = text.startIndex
        let bytes = source.byteOffset(of: range.start)..<source.byteOffset(of: range.end)
        self.source = String(decoding: source.bytes[bytes], as: UTF8.self).unicodeScalars
        place = self.source.startIndex
        position = range.start
        switch style {
        case .plain: break
        case .singleQuoted, .doubleQuoted: step()
        case .literal, .folded:
            while let scalar = current, scalar != "\n", scalar != "\r" { step() }
        }
    }

    /// The place of the scalar at an offset of the text; the scalar must not be white space. Offsets may not decrease from
    /// call to call. All calls together take time linear in the length of the source.
    package mutating func position(ofScalar target: Int) -> SourcePosition {
        while offset < target, next < text.endIndex {
            let scalar = text[next]
            align(to: scalar)
            consume(scalar)
            text.formIndex(after: &next)
            offset += 1
        }
        if next < text.endIndex { align(to: text[next]) }
        return position
    }

    private var current: Unicode.Scalar? {
        place < source.endIndex ? source[place] : nil
    }

    private func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    /// Skips what stands in the source alone: line ends and indentation that folding took away, escaped line ends, and
    /// escaped white space that was passed as an equal of the text's.
    private mutating func align(to scalar: Unicode.Scalar) {
        while let found = current {
            if style == .doubleQuoted, found == "\\" {
                let escaped = peek ?? "\\"
                let isLineEnd = escaped == "\n" || escaped == "\r"
                let isWhite = isLineEnd || ["t", "n", " ", "\t"].contains(escaped)
                guard isLineEnd || (isWhite && !isWhiteSpace(scalar)) else { return }
                step()
                step()
            } else if isWhiteSpace(found), !isWhiteSpace(scalar) {
                step()
            } else {
                return
            }
        }
    }

    /// Passes the source of one scalar of the text.
    private mutating func consume(_ scalar: Unicode.Scalar) {
        guard let found = current else { return }
        if style == .doubleQuoted, found == "\\" {
            let length =
                switch peek {
                case "x": 4
                case "u": 6
                case "U": 10
                default: 2
                }
            for _ in 0..<length { step() }
        } else if style == .singleQuoted, found == "'", scalar == "'" {
            step()
            step()
        } else if found == scalar {
            step()
        }
    }

    private var peek: Unicode.Scalar? {
        guard place < source.endIndex else { return nil }
        let after = source.index(after: place)
        return after < source.endIndex ? source[after] : nil
    }

    private mutating func step() {
        guard let passed = current else { return }
        let isLineEnd = passed == "\n" || (passed == "\r" && peek != "\n")
        source.formIndex(after: &place)
        position =
            isLineEnd
            ? SourcePosition(line: position.line + 1, column: 1)
            : SourcePosition(line: position.line, column: position.column + 1)
    }
}
