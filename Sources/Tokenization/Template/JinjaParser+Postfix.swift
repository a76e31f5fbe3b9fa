// What follows a value in an expression: attributes, items, slices, calls, filters and tests.

extension JinjaParser {
    mutating func parsePostfix(
        _ base: JinjaExpression, withFilters: Bool
    ) throws(TemplateError) -> JinjaExpression {
        var steps: [JinjaExpression.Step] = []
        var isPastFilter = false
        while true {
            let start = position
            if !isPastFilter, skip(".") {
                steps.append(.init(kind: try parseAttribute(), position: start))
            } else if !isPastFilter, isAt("[") {
                steps.append(.init(kind: try parseItem(), position: start))
            } else if isAt("(") {
                steps.append(.init(kind: .call(try parseArguments()), position: start))
            } else if withFilters, isAt("|") {
                steps.append(try parseFilter())
                isPastFilter = true
            } else if withFilters, isAt(name: "is") {
                steps.append(try parseTest())
                isPastFilter = true
            } else {
                break
            }
        }
        return steps.isEmpty ? base : JinjaExpression(kind: .postfix(base, steps), position: base.position)
    }

    private mutating func parseAttribute() throws(TemplateError) -> JinjaExpression.Step.Kind {
        switch current.kind {
        case .name(let name):
            advance()
            return .attribute(name)
        case .integer(let index):
            let start = position
            advance()
            return .item(JinjaExpression(kind: .literal(.integer(index)), position: start))
        default:
            throw unexpected("a name")
        }
    }

    private mutating func parseItem() throws(TemplateError) -> JinjaExpression.Step.Kind {
        advance()
        var parts: [JinjaExpression?] = [nil]
        while !isAt("]") {
            if isAt(":"), parts.count < 3 {
                advance()
                parts.append(nil)
            } else if isAt(",") || parts[parts.count - 1] != nil {
                throw unexpected("']'")
            } else {
                parts[parts.count - 1] = try parseExpression()
            }
        }
        if parts.count == 1 {
            guard let item = parts[0] else { throw unexpected("an expression") }
            try expect("]")
            return .item(item)
        }
        try expect("]")
        return .slice(start: parts[0], end: parts[1], stride: parts.count > 2 ? parts[2] : nil)
    }

    mutating func parseArguments() throws(TemplateError) -> JinjaArguments {
        try expect("(")
        var arguments = JinjaArguments()
        var isFirst = true
        while !isAt(")") {
            if !isFirst {
                try expect(",")
                if isAt(")") { break }
            }
            isFirst = false
            if skip("*") {
                arguments.rest = try parseExpression()
            } else if skip("**") {
                arguments.namedRest = try parseExpression()
            } else if case .name(let name) = current.kind, next.kind == .symbol("=") {
                advance()
                advance()
                arguments.named.append((name, try parseExpression()))
            } else {
                guard arguments.named.isEmpty, arguments.rest == nil, arguments.namedRest == nil else {
                    throw unexpected("a named argument")
                }
                arguments.positional.append(try parseExpression())
            }
        }
        try expect(")")
        return arguments
    }

    /// `|name` or `|name(arguments)`.
    mutating func parseFilter() throws(TemplateError) -> JinjaExpression.Step {
        let start = position
        try expect("|")
        return try parseFilterCall(at: start)
    }

    mutating func parseFilterCall(at start: TemplatePosition) throws(TemplateError) -> JinjaExpression.Step {
        var name = try expectName()
        while skip(".") { name += "." + (try expectName()) }
        let arguments = isAt("(") ? try parseArguments() : JinjaArguments()
        return .init(kind: .filter(name, arguments), position: start)
    }

    /// `is name`, `is not name`, with arguments in parentheses or one without.
    private mutating func parseTest() throws(TemplateError) -> JinjaExpression.Step {
        let start = position
        try expect(name: "is")
        let isNegated = skip(name: "not")
        var name = try expectName()
        while skip(".") { name += "." + (try expectName()) }
        var arguments = JinjaArguments()
        if isAt("(") {
            arguments = try parseArguments()
        } else if startsTestArgument {
            if isAt(name: "is") { throw unexpected("one test at a time") }
            try enter()
            arguments.positional = [try parsePostfix(try parsePrimary(), withFilters: false)]
            leave()
        }
        return .init(kind: .test(name, arguments, isNegated: isNegated), position: start)
    }

    private var startsTestArgument: Bool {
        switch current.kind {
        case .name(let name): !["else", "or", "and"].contains(name)
        case .string, .integer, .double, .symbol("["), .symbol("{"): true
        default: false
        }
    }
}
