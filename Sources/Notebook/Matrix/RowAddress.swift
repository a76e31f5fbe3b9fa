// How one row of a matrix cell is named: `inbox[a17]` on the command line, in results and in messages.

/// A cell, or one row of it.
package struct RowAddress: Sendable, Hashable {
    package var cell: String
    /// The key of the row; nil for the whole cell.
    package var row: String?

    package init(cell: String, row: String?) {
        self.cell = cell
        self.row = row
    }

    /// Reads `inbox` and `inbox[a17]`. An id of a cell has no brackets, so that both are told apart; a key may have some.
    package init(_ text: String) {
        guard text.hasSuffix("]"), let open = text.firstIndex(of: "[") else {
            self.init(cell: text, row: nil)
            return
        }
        self.init(cell: String(text[..<open]), row: String(text[text.index(after: open)...].dropLast()))
    }

    package var text: String { row.map { "\(cell)[\($0)]" } ?? cell }
}
