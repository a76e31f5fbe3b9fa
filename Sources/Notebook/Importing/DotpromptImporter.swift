// `.prompt` files of dotprompt: YAML in front, Handlebars behind.
//
// Reference: google.github.io/dotprompt/reference/frontmatter and /reference/template

internal import FoundationModels

extension ImportedPlayground {
    /// - Parameter name: of the file, without its ending.
    init(dotprompt bytes: [UInt8], path: String, name: String) throws(ImportError) {
        let file = try FrontMatter(bytes, path: path)
        let fields = file.fields
        title = fields["name"]?.text
        if let model = fields["model"]?.text { lose("model: \(model)") }
        addOptions(fields["config"], in: "config.")
        var schemas: [String: JSONValue] = [:]
        let input = fields["input"]
        do throws(Picoschema.Problem) {
            if let written = input?["schema"] {
                for property in try Picoschema.jsonSchema(written)["properties"]?.members ?? [] {
                    schemas[property.key] = property.value
                    add(
                        parameter: property.key, type: property.value["type"]?.text,
                        value: input?["default"]?[property.key], allowed: property.value["enum"]?.elements ?? [])
                }
            }
        } catch {
            lose("input.schema: \(error.reason)")
        }
        for member in input?["default"]?.members ?? [] where schemas[member.key] == nil {
            add(parameter: member.key, type: nil, value: member.value)
        }
        loseOthers(of: input, in: "input.", except: ["schema", "default"])
        let pieces = ForeignTemplate.handlebars.pieces(of: file.body)
        add(dotpromptMessages(pieces), named: name)
        addOutput(fields["output"], name)
        if let tools = fields["tools"]?.elements, !tools.isEmpty {
            for tool in tools { addTool(tool) }
            for index in cells.indices { cells[index].tools = self.tools.map(\.name) }
        }
        loseOthers(
            of: fields, in: "",
            except: ["name", "model", "config", "input", "output", "tools", "description"])
        if let text = fields["description"]?.text { title = title ?? text }
    }

    /// Texts between `{{role}}`s. Before the first, a user speaks.
    private mutating func dotpromptMessages(_ pieces: [ForeignTemplate.Piece]) -> [Message] {
        var messages: [Message] = []
        var role = "user"
        var part: [ForeignTemplate.Piece] = []
        func isBlank(_ pieces: [ForeignTemplate.Piece]) -> Bool {
            pieces.allSatisfy { if case .text(let text) = $0 { text.allSatisfy(\.isWhitespace) } else { false } }
        }
        for piece in pieces + [.role("")] {
            guard case .role(let next) = piece else {
                part.append(piece)
                continue
            }
            if !isBlank(part) {
                messages.append(Message(role: role, text: template(part) { _ in nil }.trimmed))
            }
            (role, part) = (next, [])
        }
        return messages
    }

    private mutating func addOutput(_ output: JSONValue?, _ name: String) {
        guard let output else { return }
        if let written = output["schema"] {
            do throws(Picoschema.Problem) {
                let schema = add(schema: try Picoschema.jsonSchema(written), named: "\(name)-answer")
                if let last = cells.indices.last { cells[last].generating = schema }
            } catch {
                lose("output.schema: \(error.reason)")
            }
        } else if let format = output["format"]?.text, format != "text" {
            lose("output.format: \(format) without a schema")
        }
        loseOthers(of: output, in: "output.", except: ["schema", "format"])
    }

    private mutating func addTool(_ tool: JSONValue) {
        guard let name = tool.text ?? tool["name"]?.text else { return lose("a tool without a name") }
        var parameters: JSONValue?
        do throws(Picoschema.Problem) {
            if let written = tool["inputSchema"] ?? tool["input"]?["schema"] ?? tool["parameters"] {
                parameters = try Picoschema.jsonSchema(written)
            }
        } catch {
            lose("the arguments of the tool '\(name)': \(error.reason)")
        }
        lose("what the tool '\(name)' does: it is a fixture without cases")
        add(
            tool: Tool(name: name, description: tool["description"]?.text ?? name, parameters: parameters))
    }

    /// Adds a tool under a name that playgrounds allow, without arguments that can't be enforced.
    mutating func add(tool: Tool) {
        var tool = tool
        tool.name = Self.free(Self.name(tool.name, or: "tool"), among: tools.map(\.name))
        if tool.description.allSatisfy(\.isWhitespace) { tool.description = tool.name }
        if let parameters = tool.parameters {
            do throws(GenerationSchema.StrictError) {
                _ = try GenerationSchema(strict: parameters)
            } catch {
                lose("the arguments of the tool '\(tool.name)': \(error.problems.first?.message ?? "not enforceable")")
                tool.parameters = nil
            }
        }
        tools.append(tool)
    }
}

extension String {
    /// Without blanks and empty lines around it.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
