// `tools:`, and the tools of cells. What the model sees of a tool is checked here as strictly as a schema of a content; where
// a tool's answers come from lies in `DocumentParser+ToolKinds.swift`.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    private static let toolLimit = 100

    /// The tools that cells may use. Those with a problem are left out; their names count as known.
    mutating func tools(_ node: Node, secrets: [Located<String>]) -> [ToolDeclaration] {
        guard case .mapping(let entries) = node.content else {
            error("type", "tools must be a mapping of names, found \(Self.kind(of: node))", at: firstLine(of: node))
            return []
        }
        toolNames = entries.map(\.key.text)
        guard entries.count <= Self.toolLimit else {
            error("value", "a playground can have at most \(Self.toolLimit) tools, found \(entries.count)", at: node)
            return []
        }
        return entries.compactMap { entry in
            let name = Located(entry.key.text, at: SourceLocation(file: source.path, range: entry.key.range))
            guard checkToolName(name) else { return nil }
            guard !entry.value.isAbsent else {
                error(
                    "missing-value", "tool '\(name.value)' has no declaration; write {kind: fixture, …}",
                    at: name.location)
                return nil
            }
            return tool(name, entry.value, secrets)
        }
    }

    private mutating func tool(_ name: Located<String>, _ node: Node, _ secrets: [Located<String>]) -> ToolDeclaration?
    {
        let before = errorCount
        guard let fields = mapping(node, .tool), let kind = fields["kind"].flatMap({ word($0, ToolKindName.self) })
        else { return nil }
        checkKeys(of: node, for: kind.value)
        let parts = ToolParts(name: name, node: node, fields: fields, secrets: secrets)
        var functions: [ToolFunction] = []
        let made: (kind: ToolKind, facts: [String])?
        switch kind.value {
        case .builtin:
            (made, functions) = builtin(parts)
        case .fixture:
            functions = declaredFunction(parts)
            made = fixture(parts, functions.first)
        case .command:
            functions = declaredFunction(parts)
            made = command(parts)
        case .http:
            functions = declaredFunction(parts)
            made = http(parts, functions.first)
        case .mcp:
            made = mcp(parts)
            functions = pinnedFunctions(name)
        }
        let files = toolFiles(parts, of: made?.kind)
        let volatile = texts(fields["volatile"], of: "JSON Pointers").compactMap { pointer -> String? in
            if pointer.value.hasPrefix("/") { return pointer.value }
            error("value", "'\(pointer.value)' is no JSON Pointer; it starts with '/'", at: pointer.location)
            return nil
        }
        guard errorCount == before, let made else { return nil }
        var tool = ToolDeclaration(
            name: name, functions: functions, kind: made.kind, volatile: volatile, surface: "", files: files)
        tool.surface = ToolSurface.hash(of: tool, facts: made.facts)
        return tool
    }

    private mutating func checkToolName(_ name: Located<String>) -> Bool {
        let scalars = name.value.unicodeScalars
        let isName =
            scalars.allSatisfy { $0.isASCII && TemplateScanner.continuesName($0) }
            && scalars.first.map { TemplateScanner.startsName($0) } == true && scalars.count <= 64
        if !isName {
            error(
                "name",
                "'\(name.value)' can't name a tool; a name is a letter or '_', then at most 63 letters, digits, '-' "
                    + "and '_'", at: name.location)
        }
        return isName
    }

    /// Keys that another kind of tool has.
    private mutating func checkKeys(of node: Node, for kind: ToolKindName) {
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries where FieldTable.tool.field(entry.key.text) != nil {
            let kinds = ToolKindName.allCases.filter { $0.keys.contains(entry.key.text) }
            guard !kinds.contains(kind), entry.key.text != "kind" else { continue }
            error(
                "unknown-key",
                "a tool of kind \(kind.rawValue) has no '\(entry.key.text)'; it belongs to "
                    + Self.alternatives(kinds.map(\.rawValue)),
                at: SourceLocation(file: source.path, range: entry.key.range))
        }
    }

    /// The function of a tool whose author describes it.
    private mutating func declaredFunction(_ parts: ToolParts) -> [ToolFunction] {
        var description: String?
        if let node = parts.fields["description"] {
            description = text(node)?.value
        } else {
            error(
                "missing-key", "a tool needs 'description': when and why to call it, in words for the model",
                at: firstLine(of: parts.node))
        }
        guard let parameters = parameters(parts), let description else { return [] }
        return [ToolFunction(name: parts.name.value, description: description, parameters: parameters)]
    }

    /// The schema of a tool's arguments; where there is none, of no arguments.
    private mutating func parameters(_ parts: ToolParts) -> GenerationSchema? {
        guard let node = parts.fields["parameters"] else { return ToolFunction.noParameters }
        guard let written = writtenSchema(node)?.withPointerReferences else { return nil }
        guard written.nodeCount <= SchemaReader.nodeLimit else {
            error(
                "schema-size", "the parameters have more than \(SchemaReader.nodeLimit) values; shorten them",
                at: firstLine(of: node))
            return nil
        }
        report(written.problems)
        guard written.problems.isEmpty else { return nil }
        guard written.json["type"] == .string("object") else {
            error("value", "parameters must have 'type: object': arguments have names", at: firstLine(of: node))
            return nil
        }
        // A reference to a schema that is wrong has been told of there.
        let bundle = schemaBundle.adding(written, named: SchemaBundle.parameters)
        let wrong = bundle.wrongNames(in: written, known: schemaNames)
        for (pointer, message) in wrong {
            error("unknown-schema", message, at: written.location(of: pointer, isAboutKeyword: false))
        }
        let others = bundle.dependencies(of: SchemaBundle.parameters)
        guard wrong.isEmpty, others.allSatisfy(bundle.holds) else { return nil }
        if let dynamic = others.first(where: { schemaReferences[$0]?.isEmpty == false }) {
            error(
                "from", "parameters of a tool can't refer to '\(dynamic)', which takes values from elsewhere",
                at: firstLine(of: node))
            return nil
        }
        let whole = bundle.whole(SchemaBundle.parameters)
        do throws(GenerationSchema.StrictError) {
            // Without references the text is the author's, as it always was.
            return try GenerationSchema(strict: others.isEmpty ? written.json : whole.document)
        } catch {
            for problem in error.problems {
                let (owner, pointer) = whole.origin(of: problem.pointer, root: SchemaBundle.parameters)
                if owner == SchemaBundle.parameters { report([Diagnostic(problem, at: pointer, in: written)]) }
            }
            return nil
        }
    }

    /// `secrets:`
    mutating func secrets(_ node: Node) -> [Located<String>] {
        texts(node, of: "names").filter { checkVariable($0) }
    }

    mutating func checkVariable(_ name: Located<String>) -> Bool {
        let isName = name.value.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil
        if !isName {
            error("name", "'\(name.value)' is no name of an environment variable", at: name.location)
        }
        return isName
    }

    /// The texts of a list; none where there is no list.
    mutating func texts(_ node: Node?, of what: String) -> [Located<String>] {
        guard let node else { return [] }
        return (list(node, of: what) ?? []).compactMap { text($0) }
    }

    /// `tools:` of a cell: the names that are known, each once.
    mutating func cellTools(_ node: Node) -> [Located<String>]? {
        guard let items = list(node, of: "names of tools") else { return nil }
        var seen: Set<String> = []
        return items.compactMap { text($0) }.filter { name in
            guard toolNames.contains(name.value) else {
                let near = Suggestion.phrase(for: name.value, among: toolNames)
                error(
                    "unknown-tool",
                    "unknown tool '\(name.value)'" + (near.isEmpty ? "; declare it under 'tools'" : near),
                    at: name.location)
                return false
            }
            guard seen.insert(name.value).inserted else {
                error("duplicate-tool", "the tool '\(name.value)' is listed twice", at: name.location)
                return false
            }
            return true
        }
    }

    /// What can be said of tools once all cells are known.
    mutating func checkTools(of document: PlaygroundDocument) {
        let cells = Dictionary(document.cells.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        for cell in document.cells {
            if let mode = cell.options.toolCallingMode, cell.toolNames.isEmpty, !cell.hasToolsByAxis {
                if mode.value == .required {
                    error(
                        "no-tools",
                        "a call of a tool is required, but the cell has no tools; list some under 'tools'",
                        at: mode.location)
                } else {
                    warn(
                        "no-effect", "'toolCallingMode' has no effect in a cell without tools; remove it",
                        mode.location.range)
                }
            }
            var owners: [String: String] = [:]
            for tool in document.visibleTools(of: cell) {
                if let owner = owners[tool.function.name] {
                    error(
                        "duplicate-tool",
                        "the tools '\(owner)' and '\(tool.declaration)' both bring the function "
                            + "'\(tool.function.name)'; list one of them", at: cell.id.location)
                }
                owners[tool.function.name] = tool.declaration
            }
            guard let parent = cell.continues.flatMap({ cells[$0.value] }) else { continue }
            for tool in cell.tools ?? [] where !parent.toolNames.contains(tool.value) {
                warn(
                    "tool-added",
                    "'\(tool.value)' is added in the middle of a conversation; what tools there are stands at its "
                        + "beginning, so all of it is computed anew; list it where the conversation starts",
                    tool.location.range)
            }
        }
    }
}

/// What the parts of one tool are read from.
struct ToolParts {
    var name: Located<String>
    var node: Node
    var fields: [String: Node]
    var secrets: [Located<String>]
}

extension ToolFunction {
    /// An object without members.
    static let noParameters = GenerationSchema(
        document: .members([
            "type": .string("object"), "properties": .object([]), "required": .array([]),
            "additionalProperties": .bool(false),
        ]))
}

extension ToolKindName {
    /// Beside `kind`.
    fileprivate var keys: Set<String> {
        switch self {
        case .builtin: ["use", "now", "files", "description"]
        case .fixture: ["description", "parameters", "cases", "otherwise"]
        case .command:
            ["description", "parameters", "argv", "files", "env", "timeout", "maxOutput", "volatile"]
        case .http:
            ["description", "parameters", "method", "url", "headers", "timeout", "maxOutput", "volatile"]
        case .mcp: ["argv", "files", "env", "timeout", "maxOutput", "volatile"]
        }
    }
}
