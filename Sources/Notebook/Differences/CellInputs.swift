// What an author gives a cell, as values that can be compared: texts with their templates as written, everything else as JSON.
// Nothing is filled in, so that what differs here was changed by hand, and not by the answer of another cell.

internal import FoundationModels

/// The inputs of one cell.
struct CellInputs {
    private(set) var texts: [InputChange.Part: String] = [:]
    private(set) var structures: [InputChange.Part: JSONValue] = [:]

    init(_ cell: CellDeclaration, _ preparation: CellPreparation) {
        let document = preparation.document
        texts[.prompt] = cell.prompt.map { part in
            switch part {
            case .text(let template): template.source
            }
        }.joined(separator: "\n")
        // A cell that goes on has the instructions of what it goes on from, but for a switch of the profile.
        if cell.continues == nil || cell.settings.profile != nil {
            texts[.instructions] = preparation.instructions(of: cell)?.source
        }
        texts[.continues] = cell.continues?.value
        texts[.model] = preparation.model(of: cell).name
        structures[.options] = .object(
            preparation.options(of: cell).fields.map { JSONMember(key: $0.name, value: Self.value($0.value)) })
        structures[.schema] = document.schema(of: cell).flatMap { schema in
            let dynamic = document.schemas.first { $0.name.value == schema.name }?.dynamic
            return (dynamic?.document ?? (try? JSONValue(parsing: schema.text))).map { json in
                .members(["name": .string(schema.name), "shown": .bool(schema.isShown), "schema": json])
            }
        }
        let tools = cell.toolNames.compactMap { name in document.tools.first { $0.name.value == name } }
        if !tools.isEmpty {
            structures[.tools] = .object(tools.map { JSONMember(key: $0.name.value, value: $0.json) })
        }
        if let context = document.context(of: cell), let window = ContextWindow(context, target: document.target?.value)
        {
            structures[.context] = .members([
                "size": window.size.map { .integer($0) }, "whenFull": .string(window.policy.text),
            ])
        }
        if !cell.needs.isEmpty { structures[.needs] = .array(cell.needs.map { .string($0.value) }) }
        if let matrix = cell.matrix {
            structures[.axes] = .array(matrix.axes.map { .string($0.name.value) })
        }
    }

    /// What differs between two cells, in the order of `InputChange.Part`.
    func changes(since old: CellInputs) -> [InputChange] {
        InputChange.Part.allCases.compactMap { part in
            let (oldText, newText) = (old.texts[part], texts[part])
            if oldText != newText {
                return InputChange(part: part, difference: .words(oldText ?? "", newText ?? ""))
            }
            let (before, after) = (old.structures[part] ?? .object([]), structures[part] ?? .object([]))
            guard case .places(let places) = Difference.places(before, after), !places.isEmpty else { return nil }
            return InputChange(part: part, difference: .places(places))
        }
    }

    /// A number as one, so that `0.7` is not shown as text.
    private static func value(_ text: String) -> JSONValue {
        if case .number(let number)? = try? JSONValue(parsing: text) { .number(number) } else { .string(text) }
    }
}

/// One input that differs.
package struct InputChange: Sendable, Equatable {
    /// In the order in which they are told.
    package enum Part: String, Sendable, CaseIterable {
        /// Of the file.
        case parameters
        case model
        case instructions
        case continues
        case needs
        case prompt
        case schema
        case tools
        case options
        case context
        case axes
        case rows
    }

    package var part: Part
    /// From the older to the newer: `found` and `deleted` are of the older.
    package var difference: Difference
}

extension PromptTemplate {
    /// The text as written, but for how much space stands between braces.
    var source: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("{{", with: "\\{{")
            case .reference(let reference): "{{ \(reference.target.source) }}"
            }
        }.joined()
    }
}

extension TemplateReference.Target {
    /// The path between the braces.
    var source: String {
        switch self {
        case .parameter(let name): name
        case .cellContent(let id, let path): (["cells", id, "content"] + path).joined(separator: ".")
        case .cellRows(let id): "cells.\(id).rows"
        case .axis(let name, let column): column.map { "\(name).\($0)" } ?? name
        case .rowKey: "row.key"
        }
    }
}

extension ToolDeclaration {
    /// The definition, and the hashes of the files that it stands on.
    fileprivate var json: JSONValue {
        func seconds(_ duration: Duration) -> JSONValue { .string("\(duration)") }
        var members: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue) { members.append(JSONMember(key: key, value: value)) }
        switch kind {
        case .builtin(.calculator): add("builtin", .string("calculator"))
        case .builtin(.clock(let now)):
            add("builtin", .string("clock"))
            add("now", .string(now))
        case .builtin(.file): add("builtin", .string("file"))
        case .fixture(let fixture):
            let cases = fixture.cases.map { entry -> JSONValue in
                .members(["when": entry.when, "answers": .array(entry.answers.map { .string($0.text) })])
            }
            add("cases", .array(cases))
        case .command(let program), .mcp(let program):
            add("argv", .array(program.argv.map(JSONValue.string)))
            add("environment", .array(program.environment.map(JSONValue.string)))
            add("timeout", seconds(program.timeout))
            add("maxOutput", .integer(program.maxOutput))
        case .http(let http):
            add("method", .string(http.method))
            add("url", .string(http.url))
            add("headers", .object(http.headers.map { JSONMember(key: $0.name, value: .string($0.value)) }))
            add("timeout", seconds(http.timeout))
            add("maxOutput", .integer(http.maxOutput))
        }
        let functions = functions.map { function in
            JSONMember(
                key: function.name,
                value: .members([
                    "description": .string(function.description),
                    "parameters": try? JSONValue(parsing: function.parameters.jsonSchemaText),
                ]))
        }
        add("functions", .object(functions))
        if !volatile.isEmpty { add("volatile", .array(volatile.map(JSONValue.string))) }
        if !files.isEmpty {
            add("files", .object(files.map { JSONMember(key: $0.path, value: .string(String($0.sha256.prefix(16)))) }))
        }
        return .object(members)
    }
}
