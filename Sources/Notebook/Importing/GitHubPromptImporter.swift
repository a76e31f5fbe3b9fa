// `.prompt.yml` files of GitHub Models: messages, cases and checks. Cases become rows of a matrix, checks expectations.
//
// Reference: docs.github.com/github-models/use-github-models/storing-prompts-in-github-repositories

internal import FoundationModels
internal import YAML

extension ImportedPlayground {
    /// - Parameter rowFile: the name that the file of the cases will have.
    init(githubPrompt bytes: [UInt8], path: String, name: String, rowFile: String) throws(ImportError) {
        let fields = try ImportError.yaml(bytes, path: path)
        title = fields["name"]?.text ?? fields["description"]?.text
        if let model = fields["model"]?.text { lose("model: \(model)") }
        addOptions(fields["modelParameters"], in: "modelParameters.")
        let cases = fields["testData"]?.elements ?? []
        var columns: [String] = []
        for key in cases.flatMap({ $0.members.map(\.key) }) where !columns.contains(key) { columns.append(key) }
        let messages = fields["messages"]?.elements ?? []
        guard !messages.isEmpty else {
            throw ImportError("\(path): error: 'messages' is missing or empty [import.messages]")
        }
        // What a case says of a variable that instructions name, where rows have no place.
        for column in columns { noteSystemVariable(column, messages, cases) }
        var converted: [Message] = []
        for message in messages {
            let role = message["role"]?.text ?? "user"
            let isUser = role.lowercased() == "user"
            converted.append(
                Message(
                    role: role,
                    text: template(ForeignTemplate.jinja.pieces(of: message["content"]?.text ?? "")) { variable in
                        isUser && columns.contains(variable) ? "case.\(Self.name(variable, or: "value"))" : nil
                    }))
        }
        add(converted, named: name)
        addResponseFormat(fields, name)
        if !cases.isEmpty { addRows(cases, columns, rowFile) }
        for evaluator in fields["evaluators"]?.elements ?? [] { add(evaluator: evaluator, columns) }
        loseOthers(
            of: fields, in: "",
            except: [
                "name", "description", "model", "modelParameters", "messages", "testData", "evaluators",
                "responseFormat", "jsonSchema",
            ])
    }

    private mutating func noteSystemVariable(_ column: String, _ messages: [JSONValue], _ cases: [JSONValue]) {
        let isNamed = messages.contains { message in
            let role = message["role"]?.text?.lowercased()
            guard role == "system" || role == "developer" else { return false }
            return ForeignTemplate.jinja.pieces(of: message["content"]?.text ?? "").contains(.variable(column))
        }
        guard isNamed else { return }
        lose(
            "'\(column)' in the instructions: rows have no place there, so it is a parameter with the first case's value"
        )
        add(parameter: column, type: "string", value: cases.first?[column])
    }

    private mutating func addResponseFormat(_ fields: JSONValue, _ name: String) {
        let format = fields["responseFormat"]?.text
        var written = fields["jsonSchema"]
        if let text = written?.text {
            written = try? JSONValue(parsing: text)
            if written == nil { lose("jsonSchema: it is no JSON") }
        }
        if let schema = written?["schema"] ?? written, schema["type"] != nil || schema["properties"] != nil {
            let name = add(schema: schema, named: written?["name"]?.text ?? "\(name)-answer")
            if let last = cells.indices.last { cells[last].generating = name }
        } else if let format, format != "text" {
            lose("responseFormat: \(format) without a schema")
        }
    }

    private mutating func addRows(_ cases: [JSONValue], _ columns: [String], _ rowFile: String) {
        let key = Self.free("id", among: columns)
        for (index, row) in cases.enumerated() {
            let values = columns.map {
                JSONMember(key: Self.name($0, or: "value"), value: row[$0] ?? .string(""))
            }
            rows.append(.object([JSONMember(key: key, value: .string("case-\(index + 1)"))] + values))
        }
        let axis = EmittedValue.flow([
            .init("case", .flow([.init("file", .word(rowFile)), .init("key", .word(key))]))
        ])
        for index in cells.indices { cells[index].matrix = axis }
    }

    private mutating func add(evaluator: JSONValue, _ columns: [String]) {
        let name = evaluator["name"]?.text ?? "without a name"
        guard let last = cells.indices.last, case .object(let checks)? = evaluator["string"] else {
            let kind = evaluator["uses"]?.text ?? evaluator.members.first { $0.key != "name" }?.key ?? "nothing"
            return lose("the evaluator '\(name)' (\(kind))")
        }
        for check in checks {
            guard ["equals", "contains", "startsWith"].contains(check.key), let text = check.value.text else {
                lose("the evaluator '\(name)': '\(check.key)'")
                continue
            }
            let value = template(ForeignTemplate.jinja.pieces(of: text)) { variable in
                columns.contains(variable) ? "case.\(Self.name(variable, or: "value"))" : nil
            }
            cells[last].expect.append(.flow([.init(check.key, .text(value))]))
        }
    }
}
