// What a plot shows, as a table: a line a case, and the same as CSV for those who want to look closer.

/// One value of a case.
enum PlotValue: Sendable, Hashable {
    case number(Double)
    case text(String)
    case absent

    var number: Double? { if case .number(let number) = self, number.isFinite { number } else { nil } }

    /// As a category.
    var label: String {
        switch self {
        case .number(let number): PlotNumber.short(number, digits: 6)
        case .text(let text): text
        case .absent: "(none)"
        }
    }
}

struct PlotTable: Sendable, Equatable {
    /// Names of the columns.
    var columns: [String]
    /// As many values as columns each.
    var rows: [[PlotValue]]

    /// RFC 4180, with LF. Text that a spreadsheet would take for a formula has an apostrophe in front.
    var csv: String {
        let lines = [columns.map { Self.field(.text($0)) }] + rows.map { $0.map(Self.field) }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    private static func field(_ value: PlotValue) -> String {
        switch value {
        case .absent: return ""
        case .number(let number): return "\(number)"
        case .text(let text):
            let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
            let safe = isFormula ? "'" + text : text
            guard safe.contains(where: { "\",\n\r".contains($0) || $0.isNewline }) else { return safe }
            return "\"" + safe.replacing("\"", with: "\"\"") + "\""
        }
    }
}
