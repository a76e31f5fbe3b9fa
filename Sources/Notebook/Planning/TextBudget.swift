// How much text a playground may become once values are put into its templates: a few kilobytes of references to one large
// value can stand for more than a machine holds.

/// What is left of the bytes that the prompts of one playground may have together.
struct TextBudget: Sendable {
    /// Bytes of one prompt, or of instructions, at most: far more than the context of any model takes.
    static let textLimit = 4 << 20
    /// Bytes of all of them together at most.
    static let totalLimit = 256 << 20

    private var left = Self.totalLimit

    /// Books a text before it is made.
    ///
    /// - Parameter what: such as `the prompt`.
    mutating func spend(_ byteCount: Int, on what: String, of cell: CellDeclaration) throws(PreparationError) {
        guard byteCount <= Self.textLimit else {
            throw PreparationError(
                message:
                    "\(what) of cell '\(cell.id.value)' would have \(byteCount) bytes with its values filled in, but "
                    + "at most \(Self.textLimit) are sent; shorten the values [notebook.prompt-size]",
                location: cell.id.location)
        }
        guard byteCount <= left else {
            throw PreparationError(
                message: "the prompts up to cell '\(cell.id.value)' would have more than \(Self.totalLimit) bytes with "
                    + "their values filled in; shorten the values, or divide the playground [notebook.prompt-size]",
                location: cell.id.location)
        }
        left -= byteCount
    }
}

/// Why a cell can't be asked at all.
struct PreparationError: Error, Equatable, CustomStringConvertible {
    /// With a code, without a place.
    var message: String
    var location: SourceLocation

    var description: String {
        "\(location.place): error: \(message)"
    }
}
