// Rows of texts as lines with columns, for people.

enum TextTable {
    /// Rows of equal length, in columns.
    static func text(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).dropLast().map { text, width in
                text + String(repeating: " ", count: width - text.count + 2)
            }
            return cells.joined() + (row.last ?? "") + "\n"
        }
        .joined()
    }
}
