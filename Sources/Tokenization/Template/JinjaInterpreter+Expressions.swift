// The value of an expression.

extension JinjaInterpreter {
    mutating func evaluate(_ expression: JinjaExpression) throws(TemplateError) -> JinjaValue {
        position = expression.position
        try charge()
        return try nested { interpreter throws(TemplateError) in
            let value = try interpreter.value(of: expression)
            interpreter.position = expression.position
            try interpreter.checkDepth(value)
            return value
        }
    }

    private mutating func value(of expression: JinjaExpression) throws(TemplateError) -> JinjaValue {
        switch expression.kind {
        case .literal(let value): return value
        case .name(let name): return lookUp(name)
        case .list(let elements): return .list(try evaluate(elements))
        case .tuple(let elements): return .tuple(try evaluate(elements))
        case .dictionary(let entries): return try dictionary(of: entries)
        case .not(let operand): return .bool(!(try evaluate(operand).isTrue))
        case .sign(let operand, let isNegative):
            let value = try evaluate(operand)
            position = expression.position
            return try signed(value, isNegative: isNegative)
        case .arithmetic(let first, let operations): return try arithmetic(first, operations)
        case .all(let operands): return try lastValue(of: operands) { !$0.isTrue }
        case .any(let operands): return try lastValue(of: operands) { $0.isTrue }
        case .comparison(let first, let comparisons): return .bool(try holds(first, comparisons))
        case .conditional(let value, let condition, let otherwise):
            if try evaluate(condition).isTrue { return try evaluate(value) }
            guard let otherwise else { return .undefined("the inline 'if' is false and has no 'else'") }
            return try evaluate(otherwise)
        case .postfix(let base, let steps): return try applying(steps, to: base)
        }
    }

    private mutating func evaluate(_ expressions: [JinjaExpression]) throws(TemplateError) -> [JinjaValue] {
        var values: [JinjaValue] = []
        for expression in expressions { values.append(try evaluate(expression)) }
        return values
    }

    private mutating func dictionary(
        of entries: [(key: JinjaExpression, value: JinjaExpression)]
    ) throws(TemplateError) -> JinjaValue {
        var dictionary = JinjaDictionary()
        for entry in entries {
            let value = try evaluate(entry.key)
            let key = try key(of: value)
            dictionary.set(key, to: try evaluate(entry.value))
        }
        return .dictionary(dictionary)
    }

    func key(of value: JinjaValue) throws(TemplateError) -> JinjaKey {
        guard let key = JinjaKey(value) else {
            throw failure(.type("\(value.typePhrase) can't be the key of a dictionary"))
        }
        return key
    }

    /// The first value that decides, or the last one.
    private mutating func lastValue(
        of operands: [JinjaExpression], decides: (JinjaValue) -> Bool
    ) throws(TemplateError) -> JinjaValue {
        var value = JinjaValue.none
        for operand in operands {
            value = try evaluate(operand)
            if decides(value) { break }
        }
        return value
    }

    private mutating func arithmetic(
        _ first: JinjaExpression, _ operations: [JinjaExpression.Operation]
    ) throws(TemplateError) -> JinjaValue {
        var value = try evaluate(first)
        for operation in operations {
            let operand = try evaluate(operation.operand)
            position = operation.position
            value = try compute(value, operation.symbol, operand)
            try checkDepth(value)
        }
        return value
    }

    private mutating func holds(
        _ first: JinjaExpression, _ comparisons: [JinjaExpression.Comparison]
    ) throws(TemplateError) -> Bool {
        var left = try evaluate(first)
        for comparison in comparisons {
            let right = try evaluate(comparison.operand)
            position = comparison.position
            guard try compare(left, comparison.symbol, right) else { return false }
            left = right
        }
        return true
    }

    private mutating func applying(
        _ steps: [JinjaExpression.Step], to base: JinjaExpression
    ) throws(TemplateError) -> JinjaValue {
        var value = try evaluate(base)
        for step in steps {
            value = try apply(step, to: value)
            try checkDepth(value)
        }
        return value
    }

    mutating func apply(_ step: JinjaExpression.Step, to value: JinjaValue) throws(TemplateError) -> JinjaValue {
        position = step.position
        try charge()
        switch step.kind {
        case .attribute(let name):
            return try attribute(name, of: value)
        case .item(let expression):
            let key = try evaluate(expression)
            position = step.position
            return try item(key, of: value)
        case .slice(let start, let end, let stride):
            let start = try start.map { expression throws(TemplateError) in try evaluate(expression) }
            let end = try end.map { expression throws(TemplateError) in try evaluate(expression) }
            let stride = try stride.map { expression throws(TemplateError) in try evaluate(expression) }
            position = step.position
            return try slice(value, from: start, to: end, by: stride)
        case .call(let arguments):
            let values = try evaluate(arguments)
            position = step.position
            return try call(value, values)
        case .filter(let name, let arguments):
            let values = try evaluate(arguments)
            position = step.position
            return try filter(name, value, values)
        case .test(let name, let arguments, let isNegated):
            let values = try evaluate(arguments)
            position = step.position
            return .bool(try test(name, value, values) != isNegated)
        }
    }

    mutating func evaluate(_ arguments: JinjaArguments) throws(TemplateError) -> JinjaCall {
        var values = JinjaCall(positional: try evaluate(arguments.positional))
        for argument in arguments.named { values.named.append((argument.name, try evaluate(argument.value))) }
        if let rest = arguments.rest { values.positional += try elements(of: try evaluate(rest)) }
        if let rest = arguments.namedRest {
            let value = try evaluate(rest)
            guard case .dictionary(let dictionary) = value else {
                throw failure(.type("found \(value.typePhrase) after '**', wanted a dict"))
            }
            for (key, value) in zip(dictionary.keys, dictionary.values) {
                guard case .text(let name) = key else { throw failure(.type("names of arguments must be strings")) }
                values.named.append((name.string, value))
            }
        }
        return values
    }
}
