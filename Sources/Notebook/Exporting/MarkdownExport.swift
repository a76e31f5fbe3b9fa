// A notebook as a page of Markdown: what is asked, in the order of the file, and what is on record as the answer.

internal import FoundationModels

/// A page made from a playground and its records. Texts stand in fences longer than any in them, so that nothing of them is
/// read as Markdown.
package struct MarkdownExport {
    package let text: String
    /// Rows of a cell that are shown at most.
    private static let rowLimit = 100

    /// - Parameters:
    ///   - name: of the playground, where it has no title.
    ///   - rows: the steps of all rows.
    package init(_ document: PlaygroundDocument, _ plan: Plan, rows: [Plan.Step], name: String) {
        var blocks = ["# \(Self.plain(document.title?.value ?? name))"]
        let model = document.model?.value.name
        if let model { blocks.append("Model: \(Self.code(model))") }
        if let instructions = document.instructions {
            blocks += ["**Instructions**", Self.fenced(instructions.written)]
        }
        for schema in document.schemas {
            blocks += [
                "**Schema \(Self.code(schema.name.value))**",
                Self.fenced(schema.schema.document.text(.indented), "json"),
            ]
        }
        for tool in document.tools {
            for function in tool.functions {
                blocks.append("**Tool \(Self.code(function.name))**: \(Self.plain(function.description))")
            }
        }
        let steps = Dictionary(plan.steps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let byCell = Dictionary(grouping: rows) { RowAddress($0.id).cell }
        for cell in document.cells {
            blocks += Self.blocks(of: cell, steps[cell.id.value], byCell[cell.id.value] ?? [])
        }
        text = blocks.joined(separator: "\n\n") + "\n"
    }

    private static func blocks(of cell: CellDeclaration, _ step: Plan.Step?, _ rows: [Plan.Step]) -> [String] {
        let id = cell.id.value
        var blocks = ["## \(cell.title.map { "\(plain($0.value)) (\(code(id)))" } ?? code(id))"]
        var facts: [String] = []
        if let parent = cell.continues { facts.append("continues \(code(parent.value))") }
        if let schema = cell.generating { facts.append("answers by \(code(schema.value))") }
        if !cell.toolNames.isEmpty { facts.append("tools \(cell.toolNames.map(code).joined(separator: ", "))") }
        if !facts.isEmpty { blocks.append("*\(facts.joined(separator: "; "))*") }
        if let instructions = cell.instructions {
            blocks += ["**Instructions**", fenced(instructions.written)]
        }
        guard cell.matrix == nil else {
            blocks += ["**Prompt**", fenced(cell.prompt.map(\.written).joined(separator: "\n"))]
            for row in rows.prefix(rowLimit) {
                blocks.append("### \(code(RowAddress(row.id).row ?? row.id))")
                blocks += answer(row)
            }
            if rows.count > rowLimit { blocks.append("*\(rows.count - rowLimit) more rows are not shown.*") }
            return blocks
        }
        let prompt = step?.prepared?.prompt ?? cell.prompt.map(\.written).joined(separator: "\n")
        return blocks + ["**Prompt**", fenced(prompt)] + (step.map(answer) ?? [])
    }

    private static func answer(_ step: Plan.Step) -> [String] {
        guard step.state == .fresh, let entry = step.recorded else {
            return ["*Not answered: \(step.state.rawValue).*"]
        }
        let calls = entry.calls.map { "- \(code("\($0.tool) \($0.arguments)")) → \(code($0.output))" }
        let isJSON = entry.schema != nil
        let content =
            isJSON ? (try? JSONValue(parsing: entry.content))?.text(.indented) ?? entry.content : entry.content
        return (calls.isEmpty ? [] : ["**Calls**", calls.joined(separator: "\n")])
            + ["**Answer**", fenced(content, isJSON ? "json" : "text")]
    }

    /// A text in a fence that nothing in it can end.
    private static func fenced(_ text: String, _ language: String = "text") -> String {
        let fence = String(repeating: "`", count: max(3, longestRun(text) + 1))
        return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
    }

    /// A text on one line, in marks that nothing in it can end.
    private static func code(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let marks = String(repeating: "`", count: longestRun(line) + 1)
        let pad = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
        return "\(marks)\(pad)\(line)\(pad)\(marks)"
    }

    /// A text on one line in which nothing is a mark.
    private static func plain(_ text: String) -> String {
        var result = ""
        for character in text.split(whereSeparator: \.isNewline).joined(separator: " ") {
            if "\\`*_{}[]<>()#+!|~&".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func longestRun(_ text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

extension PromptPart {
    /// As the author wrote it.
    fileprivate var written: String { if case .text(let template) = self { template.written } else { "" } }
}

extension PromptTemplate {
    /// With the names of what is inserted.
    fileprivate var written: String { substituting { "{{ \($0.target.written) }}" } }
}

extension TemplateReference.Target {
    fileprivate var written: String {
        switch self {
        case .parameter(let name): name
        case .cellContent(let id, let path): (["cells", id, "content"] + path).joined(separator: ".")
        case .cellRows(let id): "cells.\(id).rows"
        case .axis(let name, let column): column.map { "\(name).\($0)" } ?? name
        case .rowKey: "row.key"
        }
    }
}
