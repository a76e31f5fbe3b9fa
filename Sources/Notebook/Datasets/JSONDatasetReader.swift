// Datasets in JSON: an object a line, or an array of objects. Every object has the columns of the first.

internal import FoundationModels
internal import YAML

/// Reads objects as rows.
struct JSONDatasetReader {
    let file: String

    /// An object a line; empty lines are left out.
    func lines(_ text: String) throws(Diagnostic) -> Dataset {
        var dataset: Dataset?
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 != " " && $0 != "\t" }) else { continue }
            try add(try parse(String(line), from: number), "line \(number)", line: number, to: &dataset)
        }
        return try whole(dataset)
    }

    /// An array of objects.
    func array(_ text: String) throws(Diagnostic) -> Dataset {
        guard case .array(let elements) = try parse(text, from: 1) else {
            throw .dataset(
                "json", "the file must be an array of objects; one object a line goes into a .jsonl file", file, line: 1
            )
        }
        var dataset: Dataset?
        for (index, element) in elements.enumerated() {
            try add(element, "element \(index) of the array", line: 1, to: &dataset)
        }
        return try whole(dataset)
    }

    private func whole(_ dataset: Dataset?) throws(Diagnostic) -> Dataset {
        guard let dataset else { throw .dataset("empty", "the file has no rows", file, line: 1) }
        return dataset
    }

    private func parse(_ text: String, from line: Int) throws(Diagnostic) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text)
        } catch {
            throw .dataset(
                "json", "no JSON: \(error.message)", file, line: line + error.line - 1, column: max(1, error.column))
        }
    }

    private func add(
        _ value: JSONValue, _ place: String, line: Int, to dataset: inout Dataset?
    ) throws(Diagnostic) {
        guard case .object(let members) = value else {
            throw .dataset("json", "\(place) must be an object, found \(value.typeName)", file, line: line)
        }
        let columns = dataset?.columns ?? members.map(\.key)
        var fields: [JSONValue] = []
        for column in columns {
            guard let field = value[column] else {
                throw .dataset(
                    "ragged", "\(place) has no '\(column)', which the first row has; write null where nothing is known",
                    file, line: line)
            }
            fields.append(field)
        }
        if members.count > columns.count, let other = members.first(where: { !columns.contains($0.key) }) {
            throw .dataset("ragged", "\(place) has '\(other.key)', which the first row does not have", file, line: line)
        }
        if columns.isEmpty { throw .dataset("json", "\(place) has no members", file, line: line) }
        let start = SourcePosition(line: line, column: 1)
        let location = SourceLocation(
            file: file, range: SourceRange(start: start, end: SourcePosition(line: line, column: 2)))
        if dataset == nil { dataset = Dataset(columns: columns) }
        if let count = dataset?.rows.count, count >= Dataset.rowLimit {
            throw .dataset("rows", "the file has more than \(Dataset.rowLimit) rows", file, line: line)
        }
        dataset?.rows.append(Dataset.Row(fields: fields, location: location))
    }
}
