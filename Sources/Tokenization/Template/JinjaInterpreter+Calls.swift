// Calling what can be called: macros, the functions that every template finds, and methods.

extension JinjaInterpreter {
    mutating func call(_ callee: JinjaValue, _ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        switch try defined(callee) {
        case .macro(let index): return try call(macros[index], arguments)
        case .function(let function): return try call(function, arguments)
        case .method(let receiver, let name): return try call(name, of: receiver, arguments)
        case .cycler(let items, let cell): return try nextItem(items, cell: cell)
        case .joiner(let separator, let cell):
            let isFirst = !cells[cell].isTrue
            cells[cell] = .bool(true)
            return .text(isFirst ? TracedText() : separator)
        default: throw failure(.type("\(callee.typePhrase) can't be called"))
        }
    }

    private mutating func call(_ closure: Closure, _ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        let macro = closure.macro
        let start = position
        var arguments = arguments
        var caller: JinjaValue?
        if let index = arguments.named.firstIndex(where: { $0.name == "caller" }),
            !macro.parameters.contains(where: { $0.name == "caller" })
        {
            caller = arguments.named.remove(at: index).value
        }
        let names = macro.parameters.map(\.name)
        var surplus = JinjaCall()
        if macro.takesSurplus {
            surplus.positional = Array(arguments.positional.dropFirst(names.count))
            arguments.positional = Array(arguments.positional.prefix(names.count))
            surplus.named = arguments.named.filter { !names.contains($0.name) }
            arguments.named.removeAll { !names.contains($0.name) }
        }
        let bound = try bind(arguments, to: macro.name, names)
        let text = try captured { interpreter throws(TemplateError) in
            try interpreter.inScope(of: closure.scope) { inner throws(TemplateError) in
                if let caller { inner.define("caller", as: caller) }
                if macro.takesSurplus { inner.define(surplus) }
                for parameter in macro.parameters {
                    if let value = bound[parameter.name] {
                        inner.define(parameter.name, as: value)
                    } else if let expression = parameter.defaultValue {
                        inner.define(parameter.name, as: try inner.evaluate(expression))
                    } else {
                        inner.define(parameter.name, as: .undefined("the argument '\(parameter.name)' was not given"))
                    }
                }
                _ = try inner.execute(macro.body)
            }
        }
        position = start
        return .text(text)
    }

    private mutating func define(_ surplus: JinjaCall) {
        var named = JinjaDictionary()
        for argument in surplus.named { named.set(.text(.trusted(argument.name)), to: argument.value) }
        define("varargs", as: .tuple(surplus.positional))
        define("kwargs", as: .dictionary(named))
    }

    // MARK: Functions

    private mutating func call(
        _ function: JinjaFunction, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        switch function {
        case .range: return try range(arguments)
        case .namespace:
            namespaces.append(try dictionary(arguments))
            return .namespace(namespaces.count - 1)
        case .dict:
            return .dictionary(try dictionary(arguments))
        case .cycler:
            guard !arguments.positional.isEmpty else { throw failure(.argument("'cycler' needs an item")) }
            cells.append(.integer(0))
            return .cycler(JinjaList(arguments.positional), cell: cells.count - 1)
        case .joiner:
            let bound = try bind(arguments, to: "joiner", ["sep"])
            cells.append(.bool(false))
            let separator = try textArgument(bound["sep"]) ?? .trusted(", ")
            return .joiner(separator: separator, cell: cells.count - 1)
        case .raiseException:
            let bound = try bind(arguments, to: function.rawValue, ["message"], required: 1)
            let message = try text(of: bound["message"] ?? .none)
            throw failure(.raised(message: message.string))
        case .strftimeNow:
            let bound = try bind(arguments, to: function.rawValue, ["format"], required: 1)
            return .text(try time(try textArgument(bound["format"]) ?? TracedText()))
        }
    }

    private mutating func range(_ arguments: JinjaCall) throws(TemplateError) -> JinjaValue {
        var bounds: [Int] = []
        for value in arguments.positional { bounds.append(try integer(try defined(value), else: 0)) }
        guard (1...3).contains(bounds.count), arguments.named.isEmpty else {
            throw failure(.argument("'range' takes one to three integers"))
        }
        let step = bounds.count == 3 ? bounds[2] : 1
        if step == 0 { throw failure(.argument("the step of a range is zero")) }
        let start = bounds.count == 1 ? 0 : bounds[0]
        let end = bounds.count == 1 ? bounds[0] : bounds[1]
        var numbers: [JinjaValue] = []
        for number in stride(from: start, to: end, by: step) {
            if numbers.count == limits.rangeLength {
                throw failure(.rangeTooLong(limit: limits.rangeLength))
            }
            numbers.append(.integer(number))
        }
        try charge(numbers.count)
        return .list(numbers)
    }

    private mutating func dictionary(_ arguments: JinjaCall) throws(TemplateError) -> JinjaDictionary {
        var dictionary = JinjaDictionary()
        if let first = arguments.positional.first {
            guard case .dictionary(let values) = first, arguments.positional.count == 1 else {
                throw failure(.argument("found \(first.typePhrase), wanted a dict"))
            }
            dictionary = values
        }
        for argument in arguments.named { dictionary.set(.text(.trusted(argument.name)), to: argument.value) }
        try charge(dictionary.count)
        return dictionary
    }

    private mutating func nextItem(_ items: JinjaList, cell: Int) throws(TemplateError) -> JinjaValue {
        let count = cells[cell].integer ?? 0
        cells[cell] = .integer(count + 1)
        return items.elements[count % items.elements.count]
    }

    /// The fixed clock by `format`; `%-d` leaves out the padding of `%d`.
    private func time(_ format: TracedText) throws(TemplateError) -> TracedText {
        guard let now else {
            throw failure(.argument("'strftime_now' has no clock to read"))
        }
        var result = TracedText()
        var index = 0
        while index < format.count {
            let element = format.scalars[index]
            index += 1
            guard element.scalar == "%", index < format.count else {
                result.scalars.append(element)
                continue
            }
            let isBare = format.scalars[index].scalar == "-" && index + 1 < format.count
            if isBare { index += 1 }
            let directive = format.scalars[index].scalar
            index += 1
            guard let text = now.text(of: directive) else {
                throw failure(.unsupported("the time format '%\(directive)'"))
            }
            let shown = isBare ? String(text.drop { $0 == "0" || $0 == " " }) : text
            result.append(made: shown.isEmpty ? "0" : shown)
        }
        return result
    }
}
