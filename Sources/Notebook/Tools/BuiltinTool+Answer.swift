// The tools that this program brings along. Each is a function of its arguments and of what the playground declares.

internal import FoundationModels

extension BuiltinTool {
    /// What a model is told where the author says nothing else.
    var description: String {
        switch self {
        case .calculator: "Computes an arithmetic expression of numbers, + - * / ^ and parentheses."
        case .clock: "Tells the date and the time now."
        case .file: "Gives the text of a file."
        }
    }

    /// - Parameter files: that may be read.
    func parameters(files: [String]) -> GenerationSchema {
        switch self {
        case .calculator: .object(of: "expression", .members(["type": .string("string")]))
        case .clock: ToolFunction.noParameters
        case .file:
            .object(
                of: "path", .members(["type": .string("string"), "enum": .array(files.map(JSONValue.string))]))
        }
    }

    func answer(_ call: CellTools.Call, _ tool: ToolDeclaration) throws -> String {
        switch self {
        case .clock(let now): return now
        case .calculator:
            guard case .string(let expression)? = call.arguments["expression"] else {
                return Self.error("there is no expression")
            }
            do throws(Calculator.Problem) {
                return Calculator.text(of: try Calculator.value(of: expression))
            } catch {
                return Self.error(error.reason)
            }
        case .file:
            guard case .string(let path)? = call.arguments["path"],
                let file = tool.files.first(where: { $0.path == path })
            else { return Self.error("no such file") }
            let bytes = try ToolFiles.bytes(of: file, tool: tool)
            return OutputShape(maxOutput: 32 << 10).text(of: bytes)
        }
    }

    private static func error(_ reason: String) -> String {
        FixtureTool.Answer.error(.string(reason)).text
    }
}

extension GenerationSchema {
    /// An object with one member, which it must have.
    fileprivate static func object(of name: String, _ schema: JSONValue) -> GenerationSchema {
        GenerationSchema(
            document: .members([
                "type": .string("object"), "properties": .object([JSONMember(key: name, value: schema)]),
                "required": .array([.string(name)]), "additionalProperties": .bool(false),
            ]))
    }
}
