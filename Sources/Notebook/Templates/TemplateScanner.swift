// The syntax of templates, and all of it: `{{ path }}` with a path of names and dots is a reference, `\{{ path }}` is that
// text without the backslash, and every other brace is a brace, so that JSON and LaTeX pass through.

/// Cuts a text into what is literal and the paths in `{{ }}`, without knowing what may be named.
struct TemplateScanner {
    enum Piece: Equatable {
        case text(String)
        /// A path, and where it stands: offsets in Unicode scalars.
        case path(String, Range<Int>)
    }

    private let scalars: [Unicode.Scalar]
    private var pieces: [Piece] = []
    private var literal = String.UnicodeScalarView()

    /// The pieces in order; no two texts in a row. Time is linear in the length of the text.
    static func scan(_ text: String) -> [Piece] {
        var scanner = TemplateScanner(text)
        scanner.run()
        return scanner.pieces
    }

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    private mutating func run() {
        var index = 0
        while index < scalars.count {
            if let (path, end) = reference(at: index) {
                endLiteral()
                pieces.append(.path(String(String.UnicodeScalarView(scalars[path])), path))
                index = end
            } else if scalars[index] == "\\", let (_, end) = reference(at: index + 1) {
                literal.append(contentsOf: scalars[index + 1..<end])
                index = end
            } else {
                literal.append(scalars[index])
                index += 1
            }
        }
        endLiteral()
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { pieces.append(.text(String(literal))) }
        literal = String.UnicodeScalarView()
    }

    /// The path of the reference that starts here, and where the reference ends.
    private func reference(at start: Int) -> (path: Range<Int>, end: Int)? {
        guard isBrace("{", start), isBrace("{", start + 1) else { return nil }
        let first = skipBlanks(start + 2)
        guard first < scalars.count, Self.startsName(scalars[first]) else { return nil }
        var last = first
        while last < scalars.count, Self.continuesName(scalars[last]) || scalars[last] == "." { last += 1 }
        let end = skipBlanks(last)
        guard isBrace("}", end), isBrace("}", end + 1), scalars[last - 1] != "." else { return nil }
        guard !zip(scalars[first..<last], scalars[first..<last].dropFirst()).contains(where: { $0 == "." && $1 == "." })
        else { return nil }
        return (first..<last, end + 2)
    }

    private func isBrace(_ brace: Unicode.Scalar, _ index: Int) -> Bool {
        index < scalars.count && scalars[index] == brace
    }

    private func skipBlanks(_ start: Int) -> Int {
        var index = start
        while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" { index += 1 }
        return index
    }

    /// Whether a name may start with this: a letter of any script or `_`.
    static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    /// Whether a name may go on with this: a letter, a digit, a combining mark, `_` or `-`.
    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        if startsName(scalar) || scalar == "-" { return true }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
