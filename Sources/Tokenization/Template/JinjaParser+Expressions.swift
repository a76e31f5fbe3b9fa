// The grammar of expressions, from the loosest binding to the tightest: `if`-`else`, `or`, `and`, `not`, comparisons,
// `+ -`, `~`, `* / // %`, `**`, signs, then attributes, items, calls, filters and tests. As in Jinja, `~` binds tighter than
// `+`, and `**` reads from the left.

extension JinjaParser {
    /// One expression, or several between commas: a tuple.
    mutating func parseTuple(
        withConditional: Bool = true, allowsEmpty: Bool = false
    ) throws(TemplateError) -> JinjaExpression {
        let start = position
        var elements: [JinjaExpression] = []
        var isTuple = false
        while !isAtTupleEnd {
            elements.append(try withConditional ? parseExpression() : parseNestedOr())
            guard skip(",") else { break }
            isTuple = true
        }
        if isTuple { return JinjaExpression(kind: .tuple(elements), position: start) }
        if let element = elements.first { return element }
        guard allowsEmpty else { throw unexpected("an expression") }
        return JinjaExpression(kind: .tuple([]), position: start)
    }

    private var isAtTupleEnd: Bool {
        current.kind == .tagEnd || current.kind == .outputEnd || isAt(")")
    }

    mutating func parseExpression() throws(TemplateError) -> JinjaExpression {
        try enter()
        let start = position
        var levels = 1
        var expression = try parseOr()
        while skip(name: "if") {
            let condition = try parseOr()
            let otherwise = skip(name: "else") ? try parseExpression() : nil
            expression = JinjaExpression(
                kind: .conditional(expression, condition: condition, otherwise: otherwise), position: start)
            // A further `if` takes this one in: the tree grows by a level.
            try enter()
            levels += 1
        }
        for _ in 0..<levels { leave() }
        return expression
    }

    private mutating func parseNestedOr() throws(TemplateError) -> JinjaExpression {
        try enter()
        let expression = try parseOr()
        leave()
        return expression
    }

    private mutating func parseOr() throws(TemplateError) -> JinjaExpression {
        let start = position
        var operands = [try parseAnd()]
        while skip(name: "or") { operands.append(try parseAnd()) }
        return operands.count == 1 ? operands[0] : JinjaExpression(kind: .any(operands), position: start)
    }

    private mutating func parseAnd() throws(TemplateError) -> JinjaExpression {
        let start = position
        var operands = [try parseNot()]
        while skip(name: "and") { operands.append(try parseNot()) }
        return operands.count == 1 ? operands[0] : JinjaExpression(kind: .all(operands), position: start)
    }

    private mutating func parseNot() throws(TemplateError) -> JinjaExpression {
        let start = position
        guard skip(name: "not") else { return try parseComparison() }
        try enter()
        let operand = try parseNot()
        leave()
        return JinjaExpression(kind: .not(operand), position: start)
    }

    private mutating func parseComparison() throws(TemplateError) -> JinjaExpression {
        let start = position
        let first = try parseArithmetic(level: 0)
        var comparisons: [JinjaExpression.Comparison] = []
        while true {
            let place = position
            let symbol: String
            if case .symbol(let found) = current.kind, ["==", "!=", "<", "<=", ">", ">="].contains(found) {
                symbol = found
                advance()
            } else if skip(name: "in") {
                symbol = "in"
            } else if isAt(name: "not"), next.kind == .name("in") {
                symbol = "not in"
                advance()
                advance()
            } else {
                break
            }
            comparisons.append(.init(symbol: symbol, operand: try parseArithmetic(level: 0), position: place))
        }
        return comparisons.isEmpty ? first : JinjaExpression(kind: .comparison(first, comparisons), position: start)
    }

    private static let operators: [Set<String>] = [["+", "-"], ["~"], ["*", "/", "//", "%"], ["**"]]

    private mutating func parseArithmetic(level: Int) throws(TemplateError) -> JinjaExpression {
        guard level < Self.operators.count else { return try parseUnary() }
        let start = position
        let first = try parseArithmetic(level: level + 1)
        var operations: [JinjaExpression.Operation] = []
        while case .symbol(let symbol) = current.kind, Self.operators[level].contains(symbol) {
            let place = position
            advance()
            let operand = try parseArithmetic(level: level + 1)
            operations.append(.init(symbol: symbol, operand: operand, position: place))
        }
        return operations.isEmpty ? first : JinjaExpression(kind: .arithmetic(first, operations), position: start)
    }

    /// A sign covers attributes, items and calls, but not filters: `-x.y|abs` is `(-(x.y))|abs`.
    private mutating func parseUnary(withFilters: Bool = true) throws(TemplateError) -> JinjaExpression {
        let start = position
        let expression: JinjaExpression
        if isAt("-") || isAt("+") {
            let isNegative = isAt("-")
            advance()
            try enter()
            let operand = try parseUnary(withFilters: false)
            leave()
            expression = JinjaExpression(kind: .sign(operand, isNegative: isNegative), position: start)
        } else {
            expression = try parsePrimary()
        }
        return try parsePostfix(expression, withFilters: withFilters)
    }

    mutating func parsePrimary() throws(TemplateError) -> JinjaExpression {
        let start = position
        let kind: JinjaExpression.Kind
        switch current.kind {
        case .name(let name):
            advance()
            switch name {
            case "true", "True": kind = .literal(.bool(true))
            case "false", "False": kind = .literal(.bool(false))
            case "none", "None": kind = .literal(.none)
            default:
                if name == "varargs" || name == "kwargs" { mentionsSurplus = true }
                kind = .name(name)
            }
        case .string:
            var text = ""
            while case .string(let part) = current.kind {
                text += part
                advance()
            }
            kind = .literal(.text(.trusted(text)))
        case .integer(let value):
            advance()
            kind = .literal(.integer(value))
        case .double(let value):
            advance()
            kind = .literal(.double(value))
        case .symbol("("):
            advance()
            let inner = try parseTuple(allowsEmpty: true)
            try expect(")")
            return inner
        case .symbol("["):
            kind = .list(try parseElements())
        case .symbol("{"):
            kind = .dictionary(try parseEntries())
        default:
            throw unexpected("an expression")
        }
        return JinjaExpression(kind: kind, position: start)
    }

    private mutating func parseElements() throws(TemplateError) -> [JinjaExpression] {
        advance()
        var elements: [JinjaExpression] = []
        while !isAt("]") {
            if !elements.isEmpty {
                try expect(",")
                if isAt("]") { break }
            }
            elements.append(try parseExpression())
        }
        try expect("]")
        return elements
    }

    private mutating func parseEntries() throws(TemplateError) -> [(key: JinjaExpression, value: JinjaExpression)] {
        advance()
        var entries: [(key: JinjaExpression, value: JinjaExpression)] = []
        while !isAt("}") {
            if !entries.isEmpty {
                try expect(",")
                if isAt("}") { break }
            }
            let key = try parseExpression()
            try expect(":")
            entries.append((key, try parseExpression()))
        }
        try expect("}")
        return entries
    }
}
