// The words of Swift source, as far as the shape of a declaration depends on them.

/// A token. Its text is always a slice of the source.
struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// A name or a keyword, in backticks or not.
        case word
        case string
        case number
        case regex
        /// One byte of an operator or of punctuation.
        case symbol(UInt8)
    }

    var kind: Kind
    /// Bytes of the source.
    var range: Range<Int>
    var newlineBefore: Bool
    /// A blank, a line's end or a comment stands before.
    var spaceBefore: Bool

    func isSymbol(_ character: Unicode.Scalar) -> Bool { kind == .symbol(UInt8(ascii: character)) }
}
