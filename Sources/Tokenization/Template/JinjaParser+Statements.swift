// The grammar of statements: the tags, their bodies and their ends.

extension JinjaParser {
    /// Statements up to a tag that `ends` names, which is passed except for its own end; without `ends`, up to the end.
    mutating func parseStatements(
        until ends: Set<String>, opening: (tag: String, position: TemplatePosition)?
    ) throws(TemplateError) -> (body: [JinjaStatement], end: String) {
        try enter()
        var body: [JinjaStatement] = []
        while true {
            let start = position
            switch current.kind {
            case .text(let text):
                advance()
                body.append(JinjaStatement(kind: .text(.trusted(text)), position: start))
            case .outputBegin:
                advance()
                let expression = try parseTuple()
                try expect(.outputEnd, "'}}'")
                body.append(JinjaStatement(kind: .output(expression), position: start))
            case .tagBegin:
                advance()
                let name = try expectName()
                if ends.contains(name) {
                    leave()
                    return (body, name)
                }
                body.append(JinjaStatement(kind: try parseTag(name, at: start), position: start))
            default:
                if let opening {
                    throw TemplateError(
                        .unclosed("'{% \(opening.tag) %}'", closing: "'{% end\(opening.tag) %}'"),
                        at: opening.position)
                }
                guard current.kind == .end else { throw unexpected("text or a tag") }
                leave()
                return (body, "")
            }
        }
    }

    /// The body of a tag that only its end tag closes.
    private mutating func parseBody(
        of tag: String, at start: TemplatePosition
    ) throws(TemplateError) -> [JinjaStatement] {
        try expectTagEnd()
        let body = try parseStatements(until: ["end" + tag], opening: (tag, start)).body
        try expectTagEnd()
        return body
    }

    private mutating func parseTag(
        _ name: String, at start: TemplatePosition
    ) throws(TemplateError) -> JinjaStatement.Kind {
        switch name {
        case "if": return try parseIf(at: start)
        case "for": return try parseFor(at: start)
        case "set": return try parseSet(at: start)
        case "macro": return try parseMacro(at: start)
        case "call": return try parseCall(at: start)
        case "with": return try parseWith(at: start)
        case "filter":
            let filters = try parseFilters(leading: true)
            return .filter(filters, body: try parseBody(of: "filter", at: start))
        case "generation":
            return .generation(try parseBody(of: "generation", at: start))
        case "break", "continue":
            try expectTagEnd()
            return name == "break" ? .breakLoop : .continueLoop
        case "include", "import", "from", "extends", "block", "autoescape", "do", "print", "trans":
            throw TemplateError(.unsupported("the tag '\(name)'"), at: start)
        default:
            throw TemplateError(.unknownTag(name), at: start)
        }
    }

    private mutating func parseIf(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        var branches: [JinjaStatement.Branch] = []
        var otherwise: [JinjaStatement] = []
        var end = "elif"
        while end == "elif" {
            let condition = try parseTuple(withConditional: false)
            try expectTagEnd()
            let parsed = try parseStatements(until: ["elif", "else", "endif"], opening: ("if", start))
            branches.append(.init(condition: condition, body: parsed.body))
            end = parsed.end
        }
        if end == "else" {
            try expectTagEnd()
            otherwise = try parseStatements(until: ["endif"], opening: ("if", start)).body
        }
        try expectTagEnd()
        return .condition(branches, otherwise: otherwise)
    }

    private mutating func parseFor(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        let target = try parseTarget()
        try expect(name: "in")
        let items = try parseTuple(withConditional: false)
        let condition = skip(name: "if") ? try parseExpression() : nil
        if isAt(name: "recursive") { throw TemplateError(.unsupported("a recursive loop"), at: position) }
        try expectTagEnd()
        let parsed = try parseStatements(until: ["else", "endfor"], opening: ("for", start))
        var otherwise: [JinjaStatement] = []
        if parsed.end == "else" {
            try expectTagEnd()
            otherwise = try parseStatements(until: ["endfor"], opening: ("for", start)).body
        }
        try expectTagEnd()
        return .loop(
            .init(target: target, items: items, condition: condition, body: parsed.body, otherwise: otherwise))
    }

    private mutating func parseSet(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        let target = try parseTarget()
        if skip("=") {
            let value = try parseTuple()
            try expectTagEnd()
            return .assign(target, value)
        }
        let filters = try parseFilters(leading: false)
        return .capture(target, filters: filters, body: try parseBody(of: "set", at: start))
    }

    private mutating func parseMacro(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        let name = try expectName()
        let parameters = try parseParameters()
        return .macro(try parseMacroBody(name, parameters, of: "macro", at: start))
    }

    private mutating func parseCall(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        let parameters = isAt("(") ? try parseParameters() : []
        let call = try parseExpression()
        return .call(call, caller: try parseMacroBody("caller", parameters, of: "call", at: start))
    }

    private mutating func parseMacroBody(
        _ name: String, _ parameters: [(name: String, defaultValue: JinjaExpression?)], of tag: String,
        at start: TemplatePosition
    ) throws(TemplateError) -> JinjaMacro {
        let outer = mentionsSurplus
        defer { mentionsSurplus = outer }
        mentionsSurplus = false
        let body = try parseBody(of: tag, at: start)
        return JinjaMacro(name: name, parameters: parameters, body: body, takesSurplus: mentionsSurplus)
    }

    private mutating func parseWith(at start: TemplatePosition) throws(TemplateError) -> JinjaStatement.Kind {
        var assignments: [(target: JinjaTarget, value: JinjaExpression)] = []
        while current.kind != .tagEnd {
            if !assignments.isEmpty { try expect(",") }
            let target = try parseTarget(isSingle: true)
            try expect("=")
            assignments.append((target, try parseExpression()))
        }
        return .with(assignments, body: try parseBody(of: "with", at: start))
    }

    private mutating func parseParameters() throws(TemplateError) -> [(name: String, defaultValue: JinjaExpression?)] {
        try expect("(")
        var parameters: [(name: String, defaultValue: JinjaExpression?)] = []
        while !isAt(")") {
            if !parameters.isEmpty { try expect(",") }
            let name = try expectName()
            if skip("=") {
                parameters.append((name, try parseExpression()))
            } else if parameters.last?.defaultValue != nil {
                throw unexpected("a default value, as the parameter before has one")
            } else {
                parameters.append((name, nil))
            }
        }
        try expect(")")
        return parameters
    }

    /// Filters one after another; the first one of a filter block stands without its `|`.
    private mutating func parseFilters(leading: Bool) throws(TemplateError) -> [JinjaExpression.Step] {
        var filters: [JinjaExpression.Step] = []
        if leading { filters.append(try parseFilterCall(at: position)) }
        while isAt("|") { filters.append(try parseFilter()) }
        return filters
    }

    /// A name, an attribute of a namespace, or a tuple of targets.
    private mutating func parseTarget(isSingle: Bool = false) throws(TemplateError) -> JinjaTarget {
        try enter()
        var targets: [JinjaTarget] = []
        var isTuple = false
        repeat {
            if !targets.isEmpty, isAt("=") || isAt(")") || isAt(name: "in") { break }
            if skip("(") {
                targets.append(try parseTarget())
                try expect(")")
            } else {
                targets.append(try parseTargetName())
            }
            guard !isSingle, skip(",") else { break }
            isTuple = true
        } while true
        leave()
        return isTuple ? .tuple(targets) : targets[0]
    }

    private mutating func parseTargetName() throws(TemplateError) -> JinjaTarget {
        let start = position
        let name = try expectName()
        if ["true", "false", "none", "True", "False", "None"].contains(name) {
            throw TemplateError(.unexpected(found: "'\(name)'", wanted: "a name to assign to"), at: start)
        }
        return skip(".") ? .attribute(namespace: name, name: try expectName()) : .name(name)
    }
}
