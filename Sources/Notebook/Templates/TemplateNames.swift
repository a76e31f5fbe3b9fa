// What `{{ }}` may name in one playground, and what to say to whoever names something else.

/// The names of a playground's parameters and cells.
struct TemplateNames {
    enum Resolution: Equatable {
        case found(TemplateReference.Target)
        case wrong(code: String, message: String)
        /// May be an axis of the cell's matrix, which is not read.
        case unknowable
    }

    /// In the order of the file, for suggestions.
    let parameters: [String]
    let cells: [String]
    /// Set while a cell is read whose axes may be named, too.
    var includesAxes = false
    /// The axes of the cell that is read.
    var axes: [MatrixAxis] = []
    private let parameterSet: Set<String>
    private let cellSet: Set<String>

    init(parameters: [String], cells: [String]) {
        self.parameters = parameters
        self.cells = cells
        parameterSet = Set(parameters)
        cellSet = Set(cells)
    }

    func isCell(_ id: String) -> Bool {
        cellSet.contains(id)
    }

    /// What a path stands for.
    func target(of path: String, allowsCells: Bool) -> Resolution {
        let parts = path.split(separator: ".").map(String.init)
        if parts.first == "cells" {
            return allowsCells
                ? cell(path, parts)
                : .wrong(
                    code: "instructions-reference",
                    message: "instructions may name parameters only; put '\(path)' into a prompt")
        }
        if parameterSet.contains(path) { return .found(.parameter(path)) }
        if let axis = axis(path) {
            return allowsCells
                ? axis
                : .wrong(
                    code: "instructions-reference",
                    message: "instructions may name parameters only; put '\(path)' into a prompt")
        }
        if includesAxes { return .unknowable }
        if parts.count == 2, parts[0] == "params", parameterSet.contains(parts[1]) {
            return .wrong(code: "unknown-parameter", message: "unknown parameter '\(path)'; write '\(parts[1])'")
        }
        let suggestion = Suggestion.phrase(
            for: path, among: parameters + (allowsCells ? axes.map(\.name.value) + ["cells"] : []))
        return .wrong(
            code: "unknown-parameter",
            message: "unknown parameter '\(path)'"
                + (suggestion.isEmpty ? "; declare it under 'params', or write '\\{{' for braces" : suggestion))
    }

    private func cell(_ path: String, _ parts: [String]) -> Resolution {
        guard parts.count >= 3 else {
            let id = parts.count > 1 ? parts[1] : "ID"
            return .wrong(code: "unknown-reference", message: "'\(path)' names no text; write 'cells.\(id).content'")
        }
        let id = parts[1]
        guard cellSet.contains(id) else {
            let message = "unknown cell '\(id)'" + Suggestion.phrase(for: id, among: cells)
            return .wrong(code: "unknown-cell", message: message)
        }
        switch (parts[2], parts.count) {
        case ("content", _): return .found(.cellContent(id: id, path: Array(parts.dropFirst(3))))
        case ("rows", 3):
            return .found(.cellRows(id: id))
        default:
            let rest = parts.dropFirst(2).joined(separator: ".")
            return .wrong(
                code: "unknown-reference", message: "a cell has no '\(rest)'; write 'cells.\(id).content'")
        }
    }

    /// What a path stands for on the axes of the cell; nil where it names none of them.
    private func axis(_ path: String) -> Resolution? {
        guard !axes.isEmpty else { return nil }
        let name = path.hasPrefix("row.") ? String(path.dropFirst(4)) : path
        if name == "key", name != path { return .found(.rowKey) }
        for axis in axes {
            if axis.name.value == name { return .found(.axis(name, column: nil)) }
            guard name.hasPrefix(axis.name.value + ".") else { continue }
            let column = String(name.dropFirst(axis.name.value.count + 1))
            guard let columns = axis.columns else {
                return .wrong(
                    code: "unknown-column",
                    message: "the axis '\(axis.name.value)' is a list and has no columns; write '\(axis.name.value)'")
            }
            return columns.contains(column)
                ? .found(.axis(axis.name.value, column: column))
                : .wrong(code: "unknown-column", message: Self.unknownColumn(column, of: axis.name.value, columns))
        }
        return nil
    }

    static func unknownColumn(_ column: String, of axis: String, _ columns: [String]) -> String {
        let near = Suggestion.phrase(for: column, among: columns)
        return "'\(axis)' has no column '\(column)'"
            + (near.isEmpty ? "; its columns are \(DocumentParser.some(columns))" : near)
    }
}
