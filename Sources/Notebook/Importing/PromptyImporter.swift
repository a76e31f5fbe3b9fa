// `.prompty` files: YAML in front, Jinja behind, in which lines such as `system:` begin a message. Two generations of the format
// are read: `model.parameters` and `sample` of the first, `model.options` and lists of inputs of the second.
//
// Reference: prompty.ai/docs, github.com/microsoft/prompty

internal import FoundationModels

extension ImportedPlayground {
    init(prompty bytes: [UInt8], path: String, name: String) throws(ImportError) {
        let file = try FrontMatter(bytes, path: path)
        let fields = file.fields
        title = fields["displayName"]?.text ?? fields["name"]?.text
        let model = fields["model"]
        if let id = model?.text ?? model?["id"]?.text { lose("model: \(id)") }
        for (key, place) in [("parameters", "model.parameters."), ("options", "model.options.")] {
            addOptions(
                model?[key], in: place, known: ["response_format", "tools", "tool_choice", "additionalProperties"])
        }
        loseOthers(of: model, in: "model.", except: ["id", "api", "apiType", "parameters", "options"])
        let samples = fields["sample"]
        if case .string(let reference)? = samples { lose("sample: \(reference)") }
        let inputs = fields["inputs"] ?? fields["inputSchema"]?["properties"] ?? fields["inputSchema"]
        for (input, fields) in Self.named(inputs) {
            let isField = !fields.members.isEmpty
            let value =
                samples?[input] ?? fields["default"] ?? fields["example"] ?? fields["sample"]
                ?? (isField ? nil : fields)
            add(
                parameter: input, type: (fields["type"] ?? fields["kind"])?.text, value: value,
                allowed: (fields["enum"] ?? fields["enumValues"])?.elements ?? [])
        }
        for member in samples?.members ?? [] { add(parameter: member.key, type: nil, value: member.value) }
        add(promptyMessages(file.body), named: name)
        addPromptyOutput(fields, model, name)
        let tools = (fields["tools"] ?? model?["parameters"]?["tools"])?.elements ?? []
        for tool in tools {
            let function = tool["function"] ?? tool
            guard let name = function["name"]?.text else { continue }
            lose("what the tool '\(name)' does: it is a fixture without cases")
            let parameters = function["parameters"].map { $0["type"] == nil ? Self.object($0) : $0 }
            add(tool: Tool(name: name, description: function["description"]?.text ?? name, parameters: parameters))
        }
        if !self.tools.isEmpty { cells[0].tools = self.tools.map(\.name) }
        loseOthers(
            of: fields, in: "",
            except: [
                "name", "displayName", "description", "model", "sample", "inputs", "inputSchema", "outputs",
                "outputSchema", "tools", "template", "$schema", "version", "authors", "tags", "metadata", "kind",
            ])
        if let format = (fields["template"]?["format"]?["kind"] ?? fields["template"]?["format"] ?? fields["template"])?
            .text, !["jinja2", "jinja", "mustache"].contains(format)
        {
            lose("template: \(format)")
        }
    }

    /// Inputs or outputs as a mapping or as a list with names.
    private static func named(_ value: JSONValue?) -> [(String, JSONValue)] {
        switch value {
        case .object(let members)?: members.map { ($0.key, $0.value) }
        case .array(let elements)?: elements.compactMap { item in item["name"]?.text.map { ($0, item) } }
        default: []
        }
    }

    /// An object schema of fields with types.
    private static func object(_ fields: JSONValue) -> JSONValue {
        let properties = named(fields).map { name, field in
            var property = JSONValue.members([
                "type": field.text.map(JSONValue.string) ?? field["type"] ?? field["kind"], "items": field["items"],
                "properties": field["properties"], "enum": field["enum"] ?? field["enumValues"],
                "description": field["description"],
            ])
            if property["type"] == .string("float") { property["type"] = .string("number") }
            return JSONMember(key: name, value: property)
        }
        return .members([
            "type": .string("object"), "properties": .object(properties),
            "required": .array(properties.map { .string($0.key) }),
        ])
    }

    private mutating func addPromptyOutput(_ fields: JSONValue, _ model: JSONValue?, _ name: String) {
        let format = model?["parameters"]?["response_format"] ?? model?["options"]?["response_format"]
        var schema = format?["json_schema"]?["schema"]
        if schema == nil, let outputs = fields["outputs"] ?? fields["outputSchema"] {
            schema = outputs["type"] == .string("object") ? outputs : Self.object(outputs["properties"] ?? outputs)
        }
        if let schema {
            let name = add(schema: schema, named: format?["json_schema"]?["name"]?.text ?? "\(name)-answer")
            if let last = cells.indices.last { cells[last].generating = name }
        } else if let type = format?["type"]?.text, type != "text" {
            lose("response_format: \(type) without a schema")
        }
    }

    private mutating func promptyMessages(_ body: String) -> [Message] {
        var messages: [Message] = []
        var role = "user"
        var text = ""
        func finished(_ text: String) -> String? { text.allSatisfy(\.isWhitespace) ? nil : text.trimmed }
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let next = Self.role(line) else {
                text += line + "\n"
                continue
            }
            if let said = finished(text) { messages.append(Message(role: role, text: said)) }
            (role, text) = (next, "")
        }
        if let said = finished(text) { messages.append(Message(role: role, text: said)) }
        return messages.map { message in
            Message(
                role: message.role,
                text: template(ForeignTemplate.jinja.pieces(of: message.text)) { _ in nil })
        }
    }

    /// The role that a line such as `system:` or `# user:` begins.
    private static func role(_ line: Substring) -> String? {
        var word = line.drop { $0.isWhitespace || $0 == "#" }
        while word.last?.isWhitespace == true { word.removeLast() }
        guard word.last == ":" else { return nil }
        let name = word.dropLast().lowercased()
        return ["system", "developer", "user", "assistant", "tool", "function"].contains(name) ? name : nil
    }
}
