// `matrix:` of a cell after parsing: its axes, and the rows that they make. A row is a number; what it stands for is looked
// up, so that ten thousand rows cost little more than their keys.

package import FoundationModels

/// Axes and their combinations, in order: the last axis varies first.
package final class Matrix: Sendable, Equatable {
    package let axes: [MatrixAxis]
    /// Of each row: unique, and the same as long as the values that identify the row are.
    package let keys: [String]
    package let location: SourceLocation
    /// For each row in turn, which value of each axis it has.
    private let choices: [Int32]
    private let numbers: [String: Int]

    /// Rows at most, before any is excluded.
    package static let rowLimit = 100_000

    /// - Parameters:
    ///   - choices: for each row in turn, an index into the values of each axis.
    ///   - keys: of the rows, unique.
    init(axes: [MatrixAxis], choices: [Int32], keys: [String], location: SourceLocation) {
        self.axes = axes
        self.choices = choices
        self.keys = keys
        self.location = location
        numbers = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package var count: Int { keys.count }

    /// The row of a key.
    package func number(of key: String) -> Int? { numbers[key] }

    /// The value that a row has on an axis.
    func value(_ row: Int, axis: Int) -> AxisValue { axes[axis].values[Int(choices[row * axes.count + axis])] }

    /// What a path names, `message` or `message.text`; nil where there is no such axis or column.
    func place(of path: String) -> (axis: Int, column: String?)? {
        for (index, axis) in axes.enumerated() {
            if axis.name.value == path { return (index, nil) }
            guard let columns = axis.columns, path.hasPrefix(axis.name.value + ".") else { continue }
            let column = String(path.dropFirst(axis.name.value.count + 1))
            return columns.contains(column) ? (index, column) : nil
        }
        return nil
    }

    /// Whether both make the same rows: what lets one cell go on with another, row by row.
    package static func == (left: Matrix, right: Matrix) -> Bool {
        left === right || (left.keys == right.keys && left.choices == right.choices && left.axes == right.axes)
    }
}

/// One axis.
package struct MatrixAxis: Sendable, Equatable {
    package var name: Located<String>
    /// Of a dataset; nil for a list.
    var columns: [String]?
    /// Those that multiply, then those that `include` adds.
    var values: [AxisValue]

    /// Equal names and values, wherever they stand.
    package static func == (left: MatrixAxis, right: MatrixAxis) -> Bool {
        left.name.value == right.name.value && left.columns == right.columns
            && left.values.elementsEqual(right.values) { $0.key == $1.key && $0.fields == $1.fields }
    }
}

/// One value of an axis.
struct AxisValue: Sendable {
    /// Identifies it on its axis.
    var key: String
    /// One a column; of a list, one.
    var fields: [JSONValue]
    /// What it sets of the cell, on an axis that is named like a field.
    var setting: AxisSetting?
    var location: SourceLocation
}

/// What a value of an axis sets.
enum AxisSetting: Sendable {
    case instructions(PromptTemplate)
    case generating(Located<String>)
    case model(Located<ModelReference>)
    /// With the names of its tools, where it lists any.
    case profile(Located<String>, tools: [String]?)
    case temperature(Located<Double>)
    case seed(Located<UInt64>)
}

/// The fields of a cell that an axis may set, by the names of axes.
enum AxisField: String, CaseIterable {
    case instructions
    case generating
    case model
    case profile
    case temperature = "options.temperature"
    case seed = "options.seed"
}

/// One row of a matrix.
package struct MatrixRow: Sendable, Equatable {
    package let matrix: Matrix
    package let number: Int

    package var key: String { matrix.keys[number] }

    /// Of each axis in turn, what identifies the row's value on it.
    var valueKeys: [String] { matrix.axes.indices.map { matrix.value(number, axis: $0).key } }

    /// The value on an axis, or of one column of it: what templates insert, and what schemas take bounds from.
    ///
    /// - Returns: nil where there is no such axis or column. Of a dataset without a column, all columns as an object.
    package func value(axis name: String, column: String? = nil) -> JSONValue? {
        guard let index = matrix.axes.firstIndex(where: { $0.name.value == name }) else { return nil }
        let value = matrix.value(number, axis: index)
        guard let columns = matrix.axes[index].columns else { return column == nil ? value.fields[0] : nil }
        if let column { return columns.firstIndex(of: column).map { value.fields[$0] } }
        return .object(zip(columns, value.fields).map { JSONMember(key: $0, value: $1) })
    }

    /// The value at a path, `message` or `message.text`.
    func value(at path: String) -> JSONValue? {
        guard let place = matrix.place(of: path) else { return nil }
        return value(axis: matrix.axes[place.axis].name.value, column: place.column)
    }

    /// The same as text: text as it is, everything else as JSON on one line.
    package func text(axis name: String, column: String? = nil) -> String? {
        value(axis: name, column: column)?.insertedText
    }
}

extension JSONValue {
    /// As templates insert it: text as it is, everything else as JSON on one line.
    var insertedText: String { if case .string(let text) = self { text } else { text(.spaced) } }
}

extension CellDeclaration {
    /// The cell of one row: what the axes set is set, and templates find the row's values.
    package func row(_ number: Int) -> CellDeclaration {
        guard let matrix else { return self }
        var cell = self
        cell.matrix = nil
        cell.row = MatrixRow(matrix: matrix, number: number)
        cell.id.value = RowAddress(cell: id.value, row: matrix.keys[number]).text
        for axis in matrix.axes.indices {
            if let setting = matrix.value(number, axis: axis).setting { cell.apply(setting) }
        }
        return cell
    }

    private mutating func apply(_ setting: AxisSetting) {
        switch setting {
        case .instructions(let template): if continues == nil { instructions = template }
        case .generating(let schema): generating = schema
        case .model(let model): settings.model = model
        case .profile(let name, let names):
            settings.profile = name
            if tools == nil, let names { toolNames = names }
        case .temperature(let temperature): options.temperature = temperature
        case .seed(let seed): options.seed = seed
        }
    }

    /// The cell with each combination of options and profile that its rows may have.
    var optionVariants: [CellDeclaration] {
        guard let matrix else { return [self] }
        return matrix.axes.reduce([self]) { all, axis in
            let settings = axis.values.compactMap(\.setting).filter(\.isAboutOptions)
            return settings.isEmpty
                ? all
                : all.flatMap { cell in
                    settings.map { setting in
                        var changed = cell
                        changed.apply(setting)
                        return changed
                    }
                }
        }
    }

    private var axisSettings: [AxisSetting] { matrix?.axes.flatMap { $0.values.compactMap(\.setting) } ?? [] }

    /// The models that an axis names.
    var axisModels: [Located<ModelReference>] {
        axisSettings.compactMap { if case .model(let model) = $0 { model } else { nil } }
    }

    /// The schemas that an axis names.
    var axisSchemas: [Located<String>] {
        axisSettings.compactMap { if case .generating(let schema) = $0 { schema } else { nil } }
    }

    /// Whether an axis names a profile that brings tools.
    var hasToolsByAxis: Bool {
        axisSettings.contains { if case .profile(_, let tools?) = $0 { !tools.isEmpty } else { false } }
    }
}

extension AxisSetting {
    fileprivate var isAboutOptions: Bool {
        switch self {
        case .temperature, .seed, .profile: true
        case .instructions, .generating, .model: false
        }
    }
}
