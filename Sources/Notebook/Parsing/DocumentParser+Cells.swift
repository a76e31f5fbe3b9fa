// `cells:`. Ids are read first, because templates and `continues` may name cells that come later in the file.

internal import YAML

/// An entry of `cells:` with its keys sorted out and its id read.
struct CellEntry {
    var node: Node
    var fields: [String: Node]
    var id: Located<String>?
}

extension DocumentParser {
    /// The entries of the list that are mappings, with ids checked for form and uniqueness.
    mutating func cellEntries(_ node: Node) -> [CellEntry] {
        guard let items = list(node, of: "cells") else { return [] }
        if items.isEmpty { error("missing-value", "a playground needs at least one cell", at: node) }
        // By lower-case id: the sidecars are files, and some file systems do not tell `A` from `a`.
        var first: [String: Located<String>] = [:]
        return items.compactMap { item in
            guard let fields = mapping(item, .cell) else { return nil }
            var id = fields["id"].flatMap { identifier($0) }
            if let new = id {
                if let other = first[new.value.lowercased()] {
                    reportDuplicate(new, of: other)
                    id = nil
                } else {
                    first[new.value.lowercased()] = new
                }
            }
            return CellEntry(node: item, fields: fields, id: id)
        }
    }

    private mutating func reportDuplicate(_ id: Located<String>, of first: Located<String>) {
        let rest = id.value == first.value ? "" : "; it differs from '\(first.value)' only in case"
        error(
            "duplicate-id", "duplicate cell id '\(id.value)'\(rest)", at: id.location,
            note: Diagnostic.Note("first used here", at: first.location))
    }

    /// The cell of an entry, or nil where it has no id of its own; what is wrong with its fields is reported all the same.
    mutating func cell(_ entry: CellEntry) -> CellDeclaration? {
        let fields = entry.fields
        let matrix = fields["matrix"].flatMap { self.matrix($0) }
        names.axes = matrix?.axes ?? []
        if case .mapping(let entries) = entry.node.content {
            names.includesAxes = matrix == nil && entries.contains { $0.key.text == "matrix" }
        }
        defer {
            names.includesAxes = false
            names.axes = []
        }
        let usesTemplates = fields["template"].flatMap { boolean($0) }?.value ?? true
        let prompt = fields["prompt"].map { self.prompt($0, usesTemplates: usesTemplates) } ?? []
        let continues = fields["continues"].flatMap { identifier($0) }.flatMap { known($0) }
        let needs = fields["needs"].flatMap { list($0, of: "cell ids") } ?? []
        let instructions = fields["instructions"].flatMap { self.instructions($0, usesTemplates: usesTemplates) }
        if let node = fields["instructions"], let parent = fields["continues"].map(Self.scalarText) {
            error(
                "instructions",
                "a cell that continues '\(parent)' can't have instructions of its own; "
                    + "set them where the conversation starts", at: firstLine(of: node))
        }
        var cell = CellDeclaration(
            id: entry.id ?? Located("", at: location(entry.node)),
            title: fields["title"].flatMap { text($0) }, prompt: prompt, continues: continues,
            needs: needs.compactMap { identifier($0) }.compactMap { known($0) }, instructions: instructions,
            options: fields["options"].map { options($0) } ?? OptionsDeclaration(),
            generating: fields["generating"].flatMap { generating($0) },
            includesSchema: fields["includeSchemaInPrompt"].flatMap { boolean($0) },
            tags: (fields["tags"].flatMap { list($0, of: "words") } ?? []).compactMap { text($0) },
            matrix: matrix, location: location(entry.node))
        cell.hasBadMatrix = matrix == nil && names.includesAxes
        let generatesByAxis = matrix?.axes.contains { $0.name.value == AxisField.generating.rawValue } == true
        if let node = fields["expect"] {
            cell.expectations = expectations(node, isStructured: fields["generating"] != nil || generatesByAxis)
        }
        if let rate = fields["passRate"].flatMap({ number($0, 0...) }) {
            if rate.value > 1 {
                error("value", "a share is at most 1; write \(rate.value / 100) for \(rate.value) %", at: rate.location)
            } else if cell.matrix == nil || cell.expectations.isEmpty {
                warn(
                    "no-effect", "'passRate' has no effect without 'matrix' and 'expect'; remove it",
                    rate.location.range)
            } else {
                cell.passRate = rate
            }
        }
        cell.tools = fields["tools"].flatMap { cellTools($0) }
        cell.settings = settings(fields)
        cell.settings.schemaReferences = ([cell.generating].compactMap { $0 } + cell.axisSchemas).flatMap {
            schemaReferences[$0.value] ?? []
        }
        checkRowValues(of: cell)
        if let isShown = cell.includesSchema, fields["generating"] == nil, !generatesByAxis {
            warn(
                "no-effect", "'includeSchemaInPrompt' has no effect without 'generating'; remove it",
                isShown.location.range)
        }
        return entry.id == nil ? nil : cell
    }

    /// A cell id, if it may be one.
    mutating func identifier(_ node: Node) -> Located<String>? {
        guard let text = text(node) else { return nil }
        let scalars = text.value.unicodeScalars
        let isIdentifier =
            scalars.allSatisfy { $0.isASCII && TemplateScanner.continuesName($0) }
            && scalars.first != "-" && scalars.first != "_" && (1...64).contains(scalars.count)
        guard isIdentifier else {
            error(
                "id",
                "'\(text.value)' can't be a cell id; an id is a letter or digit, then at most 63 letters, "
                    + "digits, '-' and '_'", at: node)
            return nil
        }
        return text
    }

    /// The id, if there is a cell of that name.
    mutating func known(_ id: Located<String>) -> Located<String>? {
        if names.isCell(id.value) { return id }
        let cells = names.cells
        error(
            "unknown-cell", "unknown cell '\(id.value)'" + Suggestion.phrase(for: id.value, among: cells),
            at: id.location)
        return nil
    }

    static func scalarText(_ node: Node) -> String {
        if case .scalar(let scalar) = node.content { scalar.text } else { "" }
    }
}
