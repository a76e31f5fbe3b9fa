// Where a tool's answers come from, kind by kind. Beside each kind stand the facts that make it up, in a fixed order: they
// are hashed, so that any change of them is another tool.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    typealias MadeTool = (kind: ToolKind, facts: [String])

    mutating func builtin(_ parts: ToolParts) -> (MadeTool?, [ToolFunction]) {
        guard let node = parts.fields["use"] else {
            error("missing-key", "a builtin tool needs 'use': calculator, clock or file", at: firstLine(of: parts.node))
            return (nil, [])
        }
        guard let name = word(node, BuiltinName.self)?.value else { return (nil, []) }
        for (key, owner) in [("now", BuiltinName.clock), ("files", .file)] {
            switch (parts.fields[key], name == owner) {
            case (let node?, false):
                error("unknown-key", "'\(key)' belongs to the builtin \(owner.rawValue) alone", at: firstLine(of: node))
            case (nil, true):
                error("missing-key", "the builtin \(owner.rawValue) needs '\(key)'", at: firstLine(of: parts.node))
            default: break
            }
        }
        let tool: BuiltinTool =
            switch name {
            case .calculator: .calculator
            case .clock: .clock(now: parts.fields["now"].flatMap { text($0) }?.value ?? "")
            case .file: .file
            }
        let paths = texts(parts.fields["files"], of: "paths").map(\.value)
        let function = ToolFunction(
            name: parts.name.value,
            description: parts.fields["description"].flatMap { text($0) }?.value ?? tool.description,
            parameters: tool.parameters(files: paths))
        var facts = ["builtin", name.rawValue]
        if case .clock(let now) = tool { facts.append(now) }
        return ((.builtin(tool), facts), [function])
    }

    mutating func fixture(_ parts: ToolParts, _ function: ToolFunction?) -> MadeTool? {
        var cases: [FixtureTool.Case] = []
        if parts.fields["cases"] == nil, parts.fields["otherwise"] == nil {
            error("missing-key", "a fixture needs 'cases' or 'otherwise'", at: firstLine(of: parts.node))
        }
        if let node = parts.fields["cases"] { cases = self.cases(node, function) }
        if let node = parts.fields["otherwise"], let fields = mapping(node, .toolAnswer),
            let answers = answers(fields, node)
        {
            cases.append(FixtureTool.Case(when: nil, answers: answers))
        }
        let facts = cases.flatMap { one in
            [one.when?.text(.compact) ?? "any", "\(one.answers.count)"] + one.answers.map(\.text)
        }
        return (.fixture(FixtureTool(cases: cases)), ["fixture", "\(cases.count)"] + facts)
    }

    /// `cases:`, in place or from a file.
    private mutating func cases(_ node: Node, _ function: ToolFunction?) -> [FixtureTool.Case] {
        guard case .mapping = node.content else { return listedCases(node, function) }
        guard let included = includedNode(node) else { return [] }
        guard let root = included.root else {
            error(
                "type", "'\(included.path.value)' must hold a list of cases, found nothing", at: included.path.location)
            return []
        }
        // What is wrong with a case is told where it stands.
        let playground = source
        source = included.file
        defer { source = playground }
        return listedCases(root, function)
    }

    private mutating func listedCases(_ node: Node, _ function: ToolFunction?) -> [FixtureTool.Case] {
        (list(node, of: "cases") ?? []).compactMap { item in
            guard let fields = mapping(item, .toolCase) else { return nil }
            let when = fields["when"].flatMap { arguments($0, function) }
            return answers(fields, item).map { FixtureTool.Case(when: when, answers: $0) }
        }
    }

    /// `when:`, whose values are read as the parameters' types say.
    private mutating func arguments(_ node: Node, _ function: ToolFunction?) -> JSONValue? {
        guard case .mapping(let entries) = node.content else {
            error(
                "type", "'when' must be a mapping of arguments, found \(Self.kind(of: node))", at: firstLine(of: node))
            return nil
        }
        let properties = function?.parameters.document["properties"]
        return .object(
            entries.map { entry in
                let name = entry.key.text
                if let function, properties?[name] == nil {
                    var known: [String] = []
                    if case .object(let members)? = function.parameters.document["properties"] {
                        known = members.map(\.key)
                    }
                    error(
                        "unknown-argument",
                        "the tool '\(function.name)' has no parameter '\(name)'"
                            + Suggestion.phrase(for: name, among: known),
                        at: SourceLocation(file: source.path, range: entry.key.range))
                }
                if case .scalar(let scalar) = entry.value.content, properties?[name]?["type"] == .string("string") {
                    return JSONMember(key: name, value: .string(scalar.text))
                }
                return JSONMember(key: name, value: RecordedContent.json(entry.value))
            })
    }

    private mutating func answers(_ fields: [String: Node], _ node: Node) -> [FixtureTool.Answer]? {
        switch (fields["returns"], fields["error"]) {
        case (let value?, nil):
            guard case .mapping(let entries) = value.content, entries.count == 1, entries[0].key.text == "each" else {
                return [.value(RecordedContent.json(value))]
            }
            guard let items = list(entries[0].value, of: "answers") else { return nil }
            if items.isEmpty { error("missing-value", "'each' has no answers", at: entries[0].value) }
            return items.map { .value(RecordedContent.json($0)) }
        case (nil, let message?): return [.error(RecordedContent.json(message))]
        case (.some, .some):
            error("value", "an answer has 'returns' or 'error', found both", at: firstLine(of: node))
        case (nil, nil):
            error("missing-key", "an answer needs 'returns' or 'error'", at: firstLine(of: node))
        }
        return nil
    }

    mutating func command(_ parts: ToolParts) -> MadeTool? {
        program(parts).map { (.command($0), ["command"] + $0.facts) }
    }

    mutating func mcp(_ parts: ToolParts) -> MadeTool? {
        program(parts).map { (.mcp($0), ["mcp"] + $0.facts) }
    }

    private mutating func program(_ parts: ToolParts) -> CommandTool? {
        guard let node = parts.fields["argv"] else {
            error(
                "missing-key", "a tool that starts a program needs 'argv': a list of the program and its arguments",
                at: firstLine(of: parts.node))
            return nil
        }
        if case .scalar = node.content {
            error(
                "type", "'argv' is a list of the program and its arguments, and never a shell's command; put it in [ ]",
                at: node)
            return nil
        }
        let argv = texts(node, of: "words").map(\.value)
        guard let program = argv.first, !program.isEmpty else {
            error("missing-value", "'argv' has no program", at: node)
            return nil
        }
        if argv.contains(where: { $0.utf8.contains(0) }) {
            error("value", "a word of 'argv' holds a zero byte", at: node)
        }
        let environment = texts(parts.fields["env"], of: "names").filter { checkVariable($0) }.map(\.value)
        return CommandTool(
            argv: argv, environment: environment, timeout: timeout(parts), maxOutput: maxOutput(parts))
    }

    mutating func http(_ parts: ToolParts, _ function: ToolFunction?) -> MadeTool? {
        guard let node = parts.fields["url"], let url = text(node) else {
            error("missing-key", "an http tool needs 'url'", at: firstLine(of: parts.node))
            return nil
        }
        let method = parts.fields["method"].flatMap { word($0, HTTPMethod.self) }?.value ?? .get
        do throws(HTTPAddress.Problem) {
            let address = try HTTPAddress(url.value)
            for name in address.placeholders where function?.parameters.document["properties"]?[name] == nil {
                error("unknown-argument", "'{\(name)}' is no parameter of the tool", at: url.location)
            }
        } catch {
            self.error("value", error.reason, at: url.location)
            return nil
        }
        var headers: [HTTPTool.Header] = []
        if let node = parts.fields["headers"] {
            guard case .mapping(let entries) = node.content else {
                error("type", "headers must be a mapping of names, found \(Self.kind(of: node))", at: node)
                return nil
            }
            for entry in entries {
                guard let value = text(entry.value) else { continue }
                if entry.key.text.wholeMatch(of: #/[A-Za-z0-9!#$%&'*+.^_`|~-]+/#) == nil {
                    error("name", "'\(entry.key.text)' is no name of a header", at: value.location)
                }
                if value.value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
                    error("value", "a header is one line", at: value.location)
                }
                for match in value.value.matches(of: HTTPTool.secretPattern)
                where !parts.secrets.contains(where: { $0.value == match.1 }) {
                    error(
                        "unknown-secret",
                        "unknown secret '\(match.1)'; name it under 'secrets'", at: value.location)
                }
                headers.append(HTTPTool.Header(name: entry.key.text, value: value.value))
            }
        }
        let tool = HTTPTool(
            method: method.rawValue, url: url.value, headers: headers, timeout: timeout(parts),
            maxOutput: maxOutput(parts))
        return (.http(tool), ["http"] + tool.facts)
    }

    private mutating func timeout(_ parts: ToolParts) -> Duration {
        guard let node = parts.fields["timeout"], let text = text(node) else { return .seconds(10) }
        guard let match = text.value.wholeMatch(of: #/([0-9]{1,6})(ms|s|m)/#), let number = Int(match.1), number > 0
        else {
            error("value", "'\(text.value)' is no duration; write 10s, 500ms or 2m", at: node)
            return .zero
        }
        let duration: Duration =
            switch match.2 {
            case "ms": .milliseconds(number)
            case "s": .seconds(number)
            default: .seconds(60 * number)
            }
        if duration > .seconds(3600) { error("value", "a call may take an hour at most", at: node) }
        return duration
    }

    private mutating func maxOutput(_ parts: ToolParts) -> Int {
        guard let node = parts.fields["maxOutput"], let text = text(node) else { return 32 << 10 }
        guard let match = text.value.wholeMatch(of: #/([0-9]{1,9})(KiB|MiB|B)?/#), let number = Int(match.1), number > 0
        else {
            error("value", "'\(text.value)' is no size; write 32KiB or a number of bytes", at: node)
            return 0
        }
        let count = number << (match.2 == "KiB" ? 10 : match.2 == "MiB" ? 20 : 0)
        if count > 4 << 20 { error("value", "an output has 4MiB at most", at: node) }
        return count
    }

    /// The files of the project that a tool names under `files` or in `argv`.
    mutating func toolFiles(_ parts: ToolParts, of kind: ToolKind?) -> [ToolFile] {
        var found: [ToolFile] = []
        func add(_ path: Located<String>, isRequired: Bool, _ parser: inout DocumentParser) {
            guard !found.contains(where: { $0.path == path.value }) else { return }
            do throws(Diagnostic) {
                if let file = try parser.includes.toolFile(path, isRequired: isRequired) { found.append(file) }
            } catch let problem {
                parser.report([problem])
            }
        }
        for path in texts(parts.fields["files"], of: "paths") { add(path, isRequired: true, &self) }
        switch kind {
        case .command(let program), .mcp(let program):
            let words = parts.fields["argv"].map { texts($0, of: "words") } ?? []
            for (index, word) in words.enumerated() {
                // A program without a slash is looked for along PATH, and an absolute path is outside of the project.
                let isPath = !word.value.hasPrefix("/") && (index > 0 || program.argv[0].contains("/"))
                if isPath { add(word, isRequired: index == 0, &self) }
            }
        default: break
        }
        return found
    }
}

extension CommandTool {
    fileprivate var facts: [String] {
        ["\(argv.count)"] + argv + ["\(environment.count)"] + environment + ["\(timeout)", "\(maxOutput)"]
    }
}

extension HTTPTool {
    fileprivate var facts: [String] {
        [method, url, "\(headers.count)"] + headers.flatMap { [$0.name, $0.value] } + ["\(timeout)", "\(maxOutput)"]
    }
}
