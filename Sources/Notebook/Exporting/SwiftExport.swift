// A playground as a program of Swift: its schemas as types, its tools as stubs, its cells as functions that ask a session with the
// same instructions, tools and options. What Swift has no words for is listed, and stands at the head of the file.

internal import FoundationModels

/// A Swift file made from a playground.
package struct SwiftExport {
    /// The whole file.
    package let text: String
    /// What could not be carried over, a line each.
    package let losses: [String]

    /// - Parameters:
    ///   - document: without errors.
    ///   - name: of the playground, from which the structure has its name.
    package init(_ document: PlaygroundDocument, name: String) {
        var writer = SwiftWriter(document, name: name)
        let body = writer.body()
        losses = writer.losses
        var head = [
            "// Made by `playground export` from \(document.path.split(separator: "/").last ?? "a playground"). Export it again "
                + "rather than edit it.",
            "// swift-format-ignore-file",
        ]
        if !losses.isEmpty {
            head += ["//", "// Not carried over:"]
            head += losses.flatMap { "- \($0)".commentLines("//") }
        }
        text = (head + ["", "import FoundationModels", "", body]).joined(separator: "\n")
    }
}

/// Writes the body of one file.
struct SwiftWriter {
    let document: PlaygroundDocument
    let typeName: String
    let profiles: EffectiveProfiles
    var types: SwiftTypes
    var losses: [String] = []
    /// Of parameters and tools as stored properties, and of cells as functions, by their names in the file.
    var properties: [String: String] = [:]
    var tools: [String: (type: String, property: String)] = [:]
    var functions: [String: String] = [:]
    var replacesInstructions = false

    init(_ document: PlaygroundDocument, name: String) {
        self.document = document
        profiles = EffectiveProfiles(document)
        typeName = SwiftSpelling.camel(name, isType: true) + "Playground"
        var taken: Set<String> = ["model", "taggingModel", "run", "transcript", "session", "response", "replacing"]
        func free(_ name: String, _ ending: String) -> String {
            var candidate = taken.contains(name) ? name + ending : name
            while !taken.insert(candidate).inserted { candidate += "_" }
            return SwiftSpelling.escaped(candidate)
        }
        for parameter in document.parameters {
            properties[parameter.name.value] = free(SwiftSpelling.camel(parameter.name.value), "Value")
        }
        var typeNames: Set<String> = [typeName]
        for function in document.tools.flatMap(\.functions) where tools[function.name] == nil {
            let stem = SwiftSpelling.camel(function.name, isType: true)
            var type = "\(stem)Tool"
            while !typeNames.insert(type).inserted { type += "_" }
            tools[function.name] = (type, free(SwiftSpelling.camel(function.name), "Tool"))
        }
        for cell in document.cells { functions[cell.id.value] = free(SwiftSpelling.camel(cell.id.value), "Cell") }
        types = SwiftTypes(document.schemas, taken: typeNames)
    }

    mutating func body() -> String {
        lose()
        // First the tools and cells, which say what types there are.
        let stubs = toolStubs()
        let cells = CellOrder.sorted(document.cells).map { function(of: $0) }
        var text = types.declarations.joined(separator: "\n")
        if !text.isEmpty { text += "\n" }
        text += stubs
        text += (document.title?.value ?? "The cells of a playground.").commentLines("///")
            .joined(separator: "\n")
        text += "\nstruct \(typeName) {\n" + storedProperties() + "\n"
        text += """
                /// An answer, and the conversation that ends with it.
                struct Turn<Content> {
                    var content: Content
                    var transcript: Transcript
                }


            """
        text += cells.joined(separator: "\n")
        text += "\n" + everything()
        if replacesInstructions { text += "\n" + Self.replacement }
        losses += types.losses
        return text + "}\n"
    }

    /// What is of the whole file and has no place in Swift.
    private mutating func lose() {
        let models = Set(document.namedModels.map(\.value.name)).sorted()
        if !models.isEmpty {
            losses.append("the model \(models.joined(separator: ", ")): whoever makes a \(typeName) says what answers")
        }
        for schema in document.schemas where schema.dynamic != nil {
            losses.append("\(schema.name.value): its values from elsewhere ($from) are not carried")
        }
        if document.context != nil { losses.append("context: what happens when the window is full") }
        if document.simulation != nil { losses.append("simulate: a ScriptedLanguageModel can fail instead") }
        let count = document.cells.reduce(0) { $0 + $1.expectations.count }
        if count > 0 {
            losses.append("expect: \(count) expectation\(count == 1 ? "" : "s"), which `playground check` judges")
        }
    }

    // MARK: Tools

    private mutating func toolStubs() -> String {
        var text = ""
        var seen: Set<String> = []
        for declaration in document.tools {
            for function in declaration.functions where seen.insert(function.name).inserted {
                guard let name = tools[function.name]?.type else { continue }
                let arguments = types.use(
                    function.parameters.document, named: "\(function.name)-arguments", owner: "tool \(function.name)")
                text += """
                    /// The tool `\(function.name)`, \(declaration.kind.article) in the playground.
                    struct \(name): Tool {
                        let name = \(SwiftSpelling.literal(function.name))
                        let description = \(SwiftSpelling.literal([.text(function.description)], indent: "    "))
                        /// Does the tool's work.
                        var answer: @Sendable (\(arguments.type)) async throws -> String

                        func call(arguments: \(arguments.type)) async throws -> String { try await answer(arguments) }
                    }


                    """
            }
        }
        return text
    }

    private mutating func storedProperties() -> String {
        let model = document.target?.value == .ios26 ? "SystemLanguageModel" : "any LanguageModel"
        var lines = ["    /// What answers.", "    var model: \(model) = SystemLanguageModel.default"]
        if document.cells.contains(where: { $0.settings.useCase?.value == .contentTagging }) {
            lines += [
                "    /// What answers cells for tagging.",
                "    var taggingModel: \(model) = SystemLanguageModel(useCase: .contentTagging)",
            ]
        }
        for parameter in document.parameters {
            guard let name = properties[parameter.name.value] else { continue }
            if let allowed = parameter.allowedValues {
                let words = allowed.map { $0.text }.joined(separator: ", ")
                lines += "One of: \(words)".commentLines("    ///")
            }
            let value = parameter.defaultValue.map { " = \($0.swift)" } ?? ""
            lines.append("    var \(name): \(parameter.type.swift)\(value)")
            if let text = parameter.defaultValue, text.text != text.inserted {
                losses.append("param \(parameter.name.value): Swift inserts '\(text.inserted)' for '\(text.text)'")
            }
        }
        var seen: Set<String> = []
        for function in document.tools.flatMap(\.functions) where seen.insert(function.name).inserted {
            guard let tool = tools[function.name] else { continue }
            lines.append("    var \(tool.property): \(tool.type)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Puts other instructions at the head of a conversation, as a cell does that switches the profile.
    private static let replacement = """
            /// The conversation with other instructions.
            private func replacing(_ transcript: Transcript, with instructions: String) -> Transcript {
                let segment = Transcript.Segment.text(Transcript.TextSegment(content: instructions))
                let turns = transcript.filter { entry in
                    if case .instructions = entry { false } else { true }
                }
                let head = Transcript.Instructions(segments: [segment], toolDefinitions: [])
                return Transcript(entries: [.instructions(head)] + turns)
            }

        """
}

extension ToolKind {
    fileprivate var article: String {
        switch self {
        case .builtin: "built in"
        case .fixture: "a fixture"
        case .command: "a command"
        case .http: "a request by HTTP"
        case .mcp: "of an MCP server"
        }
    }
}

extension ParameterType {
    fileprivate var swift: String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .number: "Double"
        case .boolean: "Bool"
        }
    }
}

extension ParameterValue {
    fileprivate var swift: String {
        if case .string(let text) = content { SwiftSpelling.literal(text) } else { inserted }
    }

    /// What Swift makes of the value in a text.
    fileprivate var inserted: String {
        switch content {
        case .string(let text): text
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .boolean(let value): "\(value)"
        }
    }
}
