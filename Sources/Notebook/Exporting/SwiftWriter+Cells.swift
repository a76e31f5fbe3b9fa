// A cell as a function: a session with its instructions and tools, one question, and the answer with its conversation.

internal import FoundationModels

extension SwiftWriter {
    /// A parameter of a function.
    private struct Parameter {
        var label: String
        var name: String
        var type: String

        var text: String { label.isEmpty || label == name ? "\(name): \(type)" : "\(label) \(name): \(type)" }
    }

    /// The type of a cell's answer, and the argument that asks for it; nil where a row chooses it.
    private mutating func content(of cell: CellDeclaration) -> SwiftTypes.Use? {
        if cell.matrix?.axes.contains(where: { $0.name.value == "generating" }) == true { return nil }
        guard let schema = cell.generating?.value else { return SwiftTypes.Use(type: "String") }
        let use = types.use(schema: schema)
        if !use.guides.isEmpty {
            let line = "\(schema): a list or value that is the whole answer has no guides"
            if !losses.contains(line) { losses.append(line) }
        }
        return use
    }

    mutating func function(of cell: CellDeclaration) -> String {
        let id = cell.id.value
        var parameters: [Parameter] = []
        if cell.continues != nil {
            parameters.append(Parameter(label: "after", name: "transcript", type: "Transcript"))
        }
        let axes = cell.matrix?.axes.map(\.name.value) ?? []
        let prompt = cell.prompt.enumerated().flatMap { index, part -> [SwiftSpelling.Piece] in
            guard case .text(let template) = part else { return [] }
            return (index == 0 ? [] : [.text("\n")]) + pieces(of: template, cell, &parameters)
        }
        let session = session(of: cell, axes, &parameters)
        var arguments = [SwiftSpelling.literal(prompt, indent: "            ")]
        let content = content(of: cell)
        if content == nil {
            parameters.append(Parameter(label: "generating", name: "type", type: "Content.Type"))
            arguments.append("generating: type")
        } else if let content, cell.generating != nil {
            arguments.append("generating: \(content.type).self")
        }
        arguments += requestArguments(of: cell, axes, &parameters)
        let type = content?.type ?? "Content"
        var lines = (cell.title?.value ?? "Asks the cell `\(id)`.").commentLines("    ///")
        if cell.matrix != nil { lines.append("    /// The values of one row are its arguments.") }
        let generic = content == nil ? "<Content: Generable>" : ""
        lines.append(
            "    func \(functions[id] ?? id)\(generic)(\(parameters.map(\.text).joined(separator: ", "))) "
                + "async throws -> Turn<\(type)> {")
        lines.append("        let session = \(session)")
        lines.append("        let response = try await session.respond(")
        lines.append("            to: \(arguments.joined(separator: ",\n            ")))")
        lines.append("        return Turn(content: response.content, transcript: session.transcript)")
        lines.append("    }")
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Sessions

    private mutating func session(
        of cell: CellDeclaration, _ axes: [String], _ parameters: inout [Parameter]
    ) -> String {
        let model = cell.settings.useCase?.value == .contentTagging ? "taggingModel" : "model"
        var arguments = ["model: \(model)"]
        let tools = document.visibleTools(of: cell).compactMap { self.tools[$0.function.name]?.property }
        if !tools.isEmpty { arguments.append("tools: [\(tools.joined(separator: ", "))]") }
        let profile = profiles[cell]
        if cell.continues == nil {
            if axes.contains("instructions") {
                parameters.append(Parameter(label: "", name: "instructions", type: "String"))
                arguments.append("instructions: instructions")
            } else if let template = cell.instructions ?? profile?.instructions ?? document.instructions {
                let pieces = pieces(of: template, cell, &parameters)
                arguments.append("instructions: \(SwiftSpelling.literal(pieces, indent: "        "))")
            }
        } else if cell.settings.profile != nil, let template = profile?.instructions {
            replacesInstructions = true
            let pieces = pieces(of: template, cell, &parameters)
            arguments.append(
                "transcript: replacing(transcript, with: \(SwiftSpelling.literal(pieces, indent: "        ")))")
        } else {
            arguments.append("transcript: transcript")
        }
        if cell.settings.context != nil { losses.append("cell \(cell.id.value): its context") }
        if cell.settings.simulation != nil { losses.append("cell \(cell.id.value): its simulation") }
        return "LanguageModelSession(\(arguments.joined(separator: ", ")))"
    }

    // MARK: Options

    private mutating func requestArguments(
        of cell: CellDeclaration, _ axes: [String], _ parameters: inout [Parameter]
    ) -> [String] {
        var arguments: [String] = []
        let isShown = (cell.includesSchema ?? document.includesSchema)?.value ?? true
        let level = (cell.settings.reasoningLevel ?? profiles[cell]?.reasoningLevel)?.value
        let hasSchema = cell.generating != nil || axes.contains("generating")
        if let level {
            arguments.append(
                "contextOptions: ContextOptions(\(hasSchema ? "includeSchemaInPrompt: \(isShown), " : "")"
                    + "reasoningLevel: \(level.swift))")
        } else if hasSchema, !isShown {
            arguments.append("includeSchemaInPrompt: false")
        }
        var options = profiles.options(of: cell).merged(over: document.options)
        let draws = axes.contains("options.temperature")
        for (axis, type) in [("options.temperature", "Double"), ("options.seed", "UInt64")] where axes.contains(axis) {
            parameters.append(Parameter(label: "", name: String(axis.dropFirst(8)), type: type))
        }
        // A temperature from a row, which may be 0: then nothing is drawn, whatever the mode.
        if draws { options.temperature = Located(1, at: cell.location) }
        let resolved = ResolvedOptions(options, cell: cell.id.value)
        var words: [String] = []
        let label = document.target?.value == .ios26 ? "sampling" : "samplingMode"
        switch resolved.sampling {
        case .greedy: words.append("\(label): .greedy")
        case .random(let temperature, let candidates, let seed):
            let seed = axes.contains("options.seed") ? "seed" : "\(seed)"
            let mode =
                switch candidates {
                case .top(let count): ".random(top: \(count), seed: \(seed))"
                case .probabilityThreshold(let threshold): ".random(probabilityThreshold: \(threshold), seed: \(seed))"
                // Among all tokens.
                case .all: ".random(probabilityThreshold: 1, seed: \(seed))"
                }
            words.append("\(label): \(draws ? "temperature == 0 ? .greedy : \(mode)" : mode)")
            words.append("temperature: \(draws ? "temperature" : "\(temperature)")")
        }
        if let count = resolved.maximumResponseTokens { words.append("maximumResponseTokens: \(count)") }
        if let mode = resolved.toolCallingMode, !document.visibleTools(of: cell).isEmpty {
            if label == "sampling" {
                losses.append("cell \(cell.id.value): toolCallingMode, which ios26 does not have")
            } else {
                words.append("toolCallingMode: .\(mode.rawValue)")
            }
        }
        let text = "options: GenerationOptions(\(words.joined(separator: ", ")))"
        // The order of the parameters of `respond`.
        if level == nil { return arguments + [text] }
        return [text] + arguments
    }

    // MARK: Templates

    private mutating func pieces(
        of template: PromptTemplate, _ cell: CellDeclaration, _ parameters: inout [Parameter]
    ) -> [SwiftSpelling.Piece] {
        template.pieces.map { piece in
            switch piece {
            case .text(let text): .text(text)
            case .reference(let reference): .expression(expression(of: reference.target, &parameters))
            }
        }
    }

    private mutating func expression(
        of target: TemplateReference.Target, _ parameters: inout [Parameter]
    ) -> String {
        func add(_ name: String, _ type: String) -> String {
            let name = SwiftSpelling.escaped(name)
            if !parameters.contains(where: { $0.name == name }) {
                parameters.append(Parameter(label: "", name: name, type: type))
            }
            return name
        }
        switch target {
        case .parameter(let name): return properties[name] ?? name
        case .axis(let axis, nil): return add(SwiftSpelling.camel(axis), "String")
        case .axis(let axis, let column?): return add(SwiftSpelling.camel("\(axis) \(column)"), "String")
        case .rowKey: return add("rowKey", "String")
        case .cellRows(let id): return add(SwiftSpelling.camel("\(id) rows"), "String")
        case .cellContent(let id, let path):
            guard let cell = document.cell(id) else { return "\"\"" }
            let name = add(SwiftSpelling.camel("\(id) content"), content(of: cell)?.type ?? "GeneratedContent")
            return inserted(name, path, of: cell)
        }
    }

    /// What a template inserts of a content: a text as it is, anything else as JSON.
    private mutating func inserted(_ name: String, _ path: [String], of cell: CellDeclaration) -> String {
        guard let schema = cell.generating?.value,
            let document = document.schemas.first(where: { $0.name.value == schema })?.schema.document
        else { return name }
        var expression = name
        var place = document.resolved(in: document)
        var isOptional = false
        for step in path {
            let chain = expression + (isOptional ? "?" : "")
            switch place["type"] {
            case .string("array")?:
                guard let index = Int(step) else { break }
                expression = chain + (index == 0 ? ".first" : ".dropFirst(\(index)).first")
                isOptional = true
                place = (place["items"] ?? .object([])).resolved(in: document)
                continue
            case .string("object")?:
                guard let property = place["properties"]?[step], let spelling = SwiftSpelling.property(step) else {
                    break
                }
                expression = "\(chain).\(spelling)"
                if !place.requires(step) { isOptional = true }
                place = property.resolved(in: document)
                continue
            default: break
            }
            losses.append("\(schema): Swift has no path '\(path.joined(separator: "."))'; the whole answer is inserted")
            return "\(name).generatedContent.jsonString"
        }
        if place["type"] == .string("string") { return isOptional ? "\(expression) ?? \"\"" : expression }
        return "GeneratedContent(\(expression)).jsonString"
    }

    // MARK: All cells

    /// A function that asks the cells without rows in their order.
    func everything() -> String {
        var asked: Set<String> = []
        var left: [String] = []
        var lines: [String] = []
        for cell in CellOrder.sorted(document.cells) {
            let id = cell.id.value
            let parents = [cell.continues?.value].compactMap { $0 } + cell.contentDependencies
            let wantsRows = cell.prompt.contains { part in
                guard case .text(let template) = part else { return false }
                return template.references.contains { if case .cellRows = $0.target { true } else { false } }
            }
            guard cell.matrix == nil, !wantsRows, parents.allSatisfy(asked.contains) else {
                left.append(id)
                continue
            }
            asked.insert(id)
            var arguments = cell.continues.map { ["after: \(variable($0.value)).transcript"] } ?? []
            for dependency in cell.contentDependencies where isInserted(dependency, by: cell) {
                let label = SwiftSpelling.escaped(SwiftSpelling.camel("\(dependency) content"))
                arguments.append("\(label): \(variable(dependency)).content")
            }
            lines.append(
                "        let \(variable(id)) = try await self.\(functions[id] ?? id)(\(arguments.joined(separator: ", ")))"
            )
            lines.append(
                "        report(\(SwiftSpelling.literal(id)), GeneratedContent(\(variable(id)).content), "
                    + "\(variable(id)).transcript)")
        }
        let rest = left.isEmpty ? "" : " Those that take rows are not asked: \(left.joined(separator: ", "))."
        return """
                /// Asks the cells in the order in which they need each other.\(rest)
                ///
                /// - Parameter report: hears of each answer: the cell's id, the content, the conversation.
                func run(_ report: (String, GeneratedContent, Transcript) -> Void) async throws {
            \(lines.isEmpty ? "        _ = report" : lines.joined(separator: "\n"))
                }

            """
    }

    private func variable(_ cell: String) -> String { "\(SwiftSpelling.camel(cell))Turn" }

    /// Whether a prompt inserts the content. A schema may take it, too, which Swift does not.
    private func isInserted(_ dependency: String, by cell: CellDeclaration) -> Bool {
        cell.prompt.contains { part in
            guard case .text(let template) = part else { return false }
            return template.references.contains { $0.target.cell == dependency }
        }
    }
}

extension JSONValue {
    /// The schema that a reference means.
    fileprivate func resolved(in document: JSONValue) -> JSONValue {
        var schema = self
        for _ in 0..<64 {
            guard case .string(let reference)? = schema["$ref"] else { return schema }
            if reference == "#" {
                schema = document
            } else if reference.hasPrefix("#/$defs/"), let target = document["$defs"]?[String(reference.dropFirst(8))] {
                schema = target
            } else {
                return .object([])
            }
        }
        return .object([])
    }

    fileprivate func requires(_ property: String) -> Bool {
        guard case .array(let names)? = self["required"] else { return false }
        return names.contains(.string(property))
    }
}

extension ReasoningLevelDeclaration {
    fileprivate var swift: String {
        switch self {
        case .light, .moderate, .deep: ".\(text)"
        case .tokens(let count): ".custom(\"\(count)\")"
        }
    }
}
