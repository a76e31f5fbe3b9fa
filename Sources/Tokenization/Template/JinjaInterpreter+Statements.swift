// What each statement does.

extension JinjaInterpreter {
    /// How a statement ended: `break` and `continue` unwind to their loop.
    enum Flow {
        case next, breakLoop, continueLoop
    }

    mutating func execute(_ statements: [JinjaStatement]) throws(TemplateError) -> Flow {
        try nested { interpreter throws(TemplateError) in
            for statement in statements {
                let flow = try interpreter.execute(statement)
                if flow != .next { return flow }
            }
            return .next
        }
    }

    private mutating func execute(_ statement: JinjaStatement) throws(TemplateError) -> Flow {
        position = statement.position
        try charge()
        switch statement.kind {
        case .text(let text):
            try write(text)
        case .output(let expression):
            let value = try evaluate(expression)
            try write(try text(of: value))
        case .condition(let branches, let otherwise):
            for branch in branches where try evaluate(branch.condition).isTrue { return try execute(branch.body) }
            return try execute(otherwise)
        case .loop(let loop):
            try execute(loop, at: statement.position)
        case .assign(let target, let expression):
            let value = try evaluate(expression)
            position = statement.position
            try assign(value, to: target)
        case .capture(let target, let filters, let body):
            let text = try capturedInScope(body)
            let value = try applying(filters, to: text)
            position = statement.position
            try assign(value, to: target)
        case .macro(let macro):
            macros.append(Closure(macro: macro, scope: currentScope, caller: nil))
            define(macro.name, as: .macro(macros.count - 1))
        case .call(let expression, let caller):
            try execute(expression, caller: caller)
        case .filter(let filters, let body):
            let value = try applying(filters, to: try capturedInScope(body))
            try write(try text(of: value))
        case .with(let assignments, let body):
            return try inScope { interpreter throws(TemplateError) in
                for assignment in assignments {
                    try interpreter.assign(try interpreter.evaluate(assignment.value), to: assignment.target)
                }
                return try interpreter.execute(body)
            }
        case .generation(let body):
            return try inScope { interpreter throws(TemplateError) in try interpreter.execute(body) }
        case .breakLoop: return .breakLoop
        case .continueLoop: return .continueLoop
        }
        return .next
    }

    private mutating func capturedInScope(_ body: [JinjaStatement]) throws(TemplateError) -> JinjaValue {
        .text(
            try captured { interpreter throws(TemplateError) in
                try interpreter.inScope { inner throws(TemplateError) in _ = try inner.execute(body) }
            })
    }

    private mutating func applying(
        _ filters: [JinjaExpression.Step], to value: JinjaValue
    ) throws(TemplateError) -> JinjaValue {
        var value = value
        for filter in filters { value = try apply(filter, to: value) }
        return value
    }

    private mutating func execute(
        _ loop: JinjaStatement.Loop, at start: TemplatePosition
    ) throws(TemplateError) {
        let iterable = try evaluate(loop.items)
        position = start
        var items = try elements(of: iterable)
        try charge(items.count)
        if let condition = loop.condition {
            var kept: [JinjaValue] = []
            for item in items {
                let isKept = try inScope { inner throws(TemplateError) in
                    try inner.assign(item, to: loop.target)
                    return try inner.evaluate(condition).isTrue
                }
                if isKept { kept.append(item) }
            }
            items = kept
        }
        if items.isEmpty {
            return try inScope { inner throws(TemplateError) in _ = try inner.execute(loop.otherwise) }
        }
        let list = JinjaList(items)
        cells.append(.undefined("no earlier value"))
        let cell = cells.count - 1
        for (index, item) in items.enumerated() {
            position = start
            try charge()
            let state = LoopState(items: list, index: index, cell: cell)
            let flow = try inScope { inner throws(TemplateError) in
                inner.define("loop", as: .loop(state))
                try inner.assign(item, to: loop.target)
                return try inner.execute(loop.body)
            }
            if flow == .breakLoop { break }
        }
    }

    private mutating func execute(_ expression: JinjaExpression, caller: JinjaMacro) throws(TemplateError) {
        guard case .postfix(let base, let steps) = expression.kind, case .call(let arguments)? = steps.last?.kind else {
            throw TemplateError(
                .unexpected(found: "an expression", wanted: "the call of a macro"), at: expression.position)
        }
        let callee = try evaluate(
            JinjaExpression(kind: .postfix(base, Array(steps.dropLast())), position: expression.position))
        macros.append(Closure(macro: caller, scope: currentScope, caller: nil))
        let callerValue = JinjaValue.macro(macros.count - 1)
        var values = try evaluate(arguments)
        values.named.append(("caller", callerValue))
        position = expression.position
        try write(try text(of: try call(callee, values)))
    }

    mutating func assign(_ value: JinjaValue, to target: JinjaTarget) throws(TemplateError) {
        switch target {
        case .name(let name):
            define(name, as: value)
        case .attribute(let name, let attribute):
            guard case .namespace(let index) = lookUp(name) else {
                throw failure(.type("'\(name)' is no namespace; only attributes of a namespace can be set"))
            }
            namespaces[index].set(.text(.trusted(attribute)), to: value)
        case .tuple(let targets):
            let values = try elements(of: value)
            guard values.count == targets.count else {
                throw failure(.type("found \(values.count) values to unpack, wanted \(targets.count)"))
            }
            for (target, value) in zip(targets, values) { try assign(value, to: target) }
        }
    }
}
