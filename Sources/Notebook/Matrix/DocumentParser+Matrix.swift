// `matrix:` of a cell: axes, what is left out of their product, and what is added to it.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    /// Names that axes can't have, since templates know them.
    private static let reserved = ["cells", "params", "row"]

    /// The matrix; nil where anything about it is wrong, which has been told.
    mutating func matrix(_ node: Node) -> Matrix? {
        guard case .mapping(let entries) = node.content else {
            error("type", "a matrix must be a mapping of axes, found \(Self.kind(of: node))", at: firstLine(of: node))
            return nil
        }
        let before = errorCount
        var axes: [MatrixAxis] = []
        for entry in entries where entry.key.text != "exclude" && entry.key.text != "include" {
            if let axis = axis(entry) { axes.append(axis) }
        }
        guard errorCount == before else { return nil }
        guard !axes.isEmpty else {
            error("missing-value", "a matrix needs at least one axis", at: firstLine(of: node))
            return nil
        }
        func value(_ key: String) -> Node? { entries.first { $0.key.text == key }?.value }
        let counts = axes.map(\.values.count)
        let (product, isTooLarge) = counts.reduce((1, false)) { total, count in
            let (product, overflows) = total.0.multipliedReportingOverflow(by: count)
            return (product, total.1 || overflows || product > Matrix.rowLimit)
        }
        guard !isTooLarge else {
            let factors = counts.map(String.init).joined(separator: " × ")
            error(
                "matrix-size",
                "the axes make \(factors) rows, but a matrix has at most \(Matrix.rowLimit); shorten an axis",
                at: firstLine(of: node))
            return nil
        }
        var builder = MatrixBuilder(axes: axes, rowCount: product)
        if let exclude = value("exclude") { self.exclude(exclude, &builder) }
        if let include = value("include") { self.include(include, &builder) }
        guard errorCount == before else { return nil }
        guard !builder.choices.isEmpty else {
            error("matrix-size", "'exclude' leaves no row of the matrix", at: value("exclude") ?? node)
            return nil
        }
        return builder.matrix(at: location(node))
    }

    private mutating func axis(_ entry: Node.Entry) -> MatrixAxis? {
        let name = Located(entry.key.text, at: SourceLocation(file: source.path, range: entry.key.range))
        guard isAxisName(name) else { return nil }
        let field = AxisField(rawValue: name.value)
        switch entry.value.content {
        case .sequence(let items): return listAxis(name, items, field, entry.value)
        case .mapping:
            guard field == nil else {
                error(
                    "type", "the axis '\(name.value)' sets a field of the cell, so it must be a list of values",
                    at: firstLine(of: entry.value))
                return nil
            }
            return datasetAxis(name, entry.value)
        case .scalar:
            error(
                "type",
                "an axis must be a list or a dataset such as {file: data/rows.csv}, found \(Self.kind(of: entry.value))",
                at: entry.value.isAbsent ? name.location : location(entry.value))
            return nil
        }
    }

    private mutating func isAxisName(_ name: Located<String>) -> Bool {
        let fields = AxisField.allCases.map(\.rawValue)
        if fields.contains(name.value) { return true }
        let scalars = name.value.unicodeScalars
        guard let first = scalars.first, TemplateScanner.startsName(first),
            scalars.allSatisfy(TemplateScanner.continuesName)
        else {
            let near = Suggestion.phrase(for: name.value, among: fields)
            error(
                "axis-name",
                "'\(name.value)' can't name an axis"
                    + (near.isEmpty
                        ? "; a name has letters, digits, '_' and '-', and the fields that an axis sets are "
                            + fields.joined(separator: ", ") : near),
                at: name.location)
            return false
        }
        if Self.reserved.contains(name.value) {
            error(
                "axis-name", "an axis can't be called '\(name.value)', which means something else in templates",
                at: name.location)
            return false
        }
        if names.parameters.contains(name.value) {
            error(
                "axis-name", "the axis '\(name.value)' has the name of a parameter; rename one of them",
                at: name.location)
            return false
        }
        return true
    }

    private mutating func listAxis(
        _ name: Located<String>, _ items: [Node], _ field: AxisField?, _ node: Node
    ) -> MatrixAxis? {
        var values: [AxisValue] = []
        var first: [String: SourceLocation] = [:]
        if items.isEmpty { error("missing-value", "the axis '\(name.value)' has no values", at: node) }
        for item in items {
            guard let value = listValue(item, field) else { continue }
            if let other = first[value.key] {
                error(
                    "duplicate-key", "the axis '\(name.value)' has this value twice", at: value.location,
                    note: Diagnostic.Note("first written here", at: other))
                continue
            }
            first[value.key] = value.location
            values.append(value)
        }
        return MatrixAxis(name: name, columns: nil, values: values)
    }

    /// A value of a list, with what it sets.
    mutating func listValue(_ item: Node, _ field: AxisField?) -> AxisValue? {
        guard let text = text(item) else { return nil }
        var value = AxisValue(
            key: MatrixBuilder.key(of: text.value), fields: [.string(text.value)], setting: nil, location: text.location
        )
        switch field {
        case .instructions?: value.setting = instructions(item, usesTemplates: true).map(AxisSetting.instructions)
        case .generating?: value.setting = generating(item).map(AxisSetting.generating)
        case .model?: value.setting = model(item).map(AxisSetting.model)
        case .profile?:
            value.setting = knownProfile(text).map { .profile($0, tools: profileTools[$0.value]) }
        case .temperature?: value.setting = number(item, 0...).map(AxisSetting.temperature)
        case .seed?: value.setting = integer(item, UInt64.min...).map(AxisSetting.seed)
        case nil: return value
        }
        return value.setting == nil ? nil : value
    }

    private mutating func datasetAxis(_ name: Located<String>, _ node: Node) -> MatrixAxis? {
        guard let fields = mapping(node, .dataset), let path = fields["file"].flatMap({ text($0) }) else { return nil }
        let key = fields["key"].flatMap { text($0) }
        let limit = fields["chunkCharacters"].flatMap { integer($0, 1...) }
        if fields["chunkCharacters"] != nil, limit == nil { return nil }
        do throws(Diagnostic) {
            let dataset = try dataset(path, chunkCharacters: limit?.value)
            return MatrixAxis(name: name, columns: dataset.columns, values: try values(of: dataset, path, key: key))
        } catch let problem {
            if errorCount < Self.diagnosticLimit { diagnostics.append(problem) }
            errorCount += 1
            return nil
        }
    }

    private mutating func dataset(_ path: Located<String>, chunkCharacters: Int?) throws(Diagnostic) -> Dataset {
        let form = Dataset.Form(rawValue: path.value.split(separator: ".").last.map { $0.lowercased() } ?? "")
        guard form != nil || chunkCharacters != nil else {
            throw Diagnostic(
                .error, "notebook.dataset",
                "'\(path.value)' is no dataset by its name; it must end in .csv, .tsv, .jsonl or .json, or be a text that "
                    + "'chunkCharacters' cuts", at: path.location)
        }
        let file = try includes.dataset(path)
        let dataset: Dataset
        if let chunkCharacters {
            dataset = TextChunks.dataset(file.text, limit: chunkCharacters, file: file.source.path)
        } else if let form {
            dataset = try Dataset(form, file.text, file: file.source.path)
        } else {
            dataset = Dataset(columns: [])
        }
        guard !dataset.rows.isEmpty else {
            let found = chunkCharacters == nil ? "a header and no rows" : "no text"
            throw Diagnostic(.error, "dataset.empty", "'\(path.value)' has \(found)", at: path.location)
        }
        return dataset
    }

    /// The rows with their keys, each key once.
    private func values(
        of dataset: Dataset, _ path: Located<String>, key: Located<String>?
    ) throws(Diagnostic) -> [AxisValue] {
        var column: Int?
        if let key {
            column = dataset.columns.firstIndex(of: key.value)
            guard column != nil else {
                let near = Suggestion.phrase(for: key.value, among: dataset.columns)
                throw Diagnostic(
                    .error, "dataset.column",
                    "'\(path.value)' has no column '\(key.value)'"
                        + (near.isEmpty ? "; its columns are \(Self.some(dataset.columns))" : near), at: key.location)
            }
        }
        var first: [String: SourceLocation] = [:]
        var values: [AxisValue] = []
        values.reserveCapacity(dataset.rows.count)
        for row in dataset.rows {
            let text = column.map { row.fields[$0].insertedText } ?? dataset.contentKey(row)
            guard !text.isEmpty, text.utf8.count <= MatrixBuilder.keyLimit else {
                throw Diagnostic(
                    .error, "dataset.key",
                    text.isEmpty
                        ? "the row has nothing in its key column '\(key?.value ?? "")'"
                        : "the key has \(text.utf8.count) bytes, but at most \(MatrixBuilder.keyLimit) identify a row",
                    at: row.location, note: Diagnostic.Note("the key is named here", at: (key ?? path).location))
            }
            if let other = first[text] {
                throw Diagnostic(
                    .error, "dataset.duplicate-key",
                    column == nil
                        ? "two rows are the same; remove one, or name the column that tells rows apart with 'key'"
                        : "two rows have the key '\(text)'", at: row.location,
                    note: Diagnostic.Note("the first one is here", at: other))
            }
            first[text] = row.location
            values.append(AxisValue(key: text, fields: row.fields, setting: nil, location: row.location))
        }
        return values
    }

    static func some(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }
}
