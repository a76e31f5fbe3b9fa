// Arithmetic, comparison and membership, with Python's results.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension JinjaInterpreter {
    /// The value itself, or the error of its not being there.
    func defined(_ value: JinjaValue) throws(TemplateError) -> JinjaValue {
        if case .undefined(let what) = value { throw failure(.undefined(what)) }
        return value
    }

    /// What a loop over `value` goes through: elements, scalars or keys; nothing for what is undefined.
    mutating func elements(of value: JinjaValue) throws(TemplateError) -> [JinjaValue] {
        try charge(value.size)
        switch value {
        case .undefined: return []
        case .list(let list): return list.elements
        case .dictionary(let dictionary): return dictionary.keys.map(\.value)
        case .text(let text): return text.scalars.map { .text(TracedText(scalars: [$0])) }
        default: throw failure(.type("\(value.typePhrase) can't be looped over"))
        }
    }

    func signed(_ value: JinjaValue, isNegative: Bool) throws(TemplateError) -> JinjaValue {
        if case .double(let number) = try defined(value) { return .double(isNegative ? -number : number) }
        guard let number = value.integer else { throw failure(.type("\(value.typePhrase) has no sign")) }
        return try isNegative ? checked(0.subtractingReportingOverflow(number)) : .integer(number)
    }

    func checked(_ result: (partialValue: Int, overflow: Bool)) throws(TemplateError) -> JinjaValue {
        if result.overflow { throw failure(.overflow) }
        return .integer(result.partialValue)
    }

    mutating func compute(
        _ left: JinjaValue, _ symbol: String, _ right: JinjaValue
    ) throws(TemplateError) -> JinjaValue {
        if symbol == "~" {
            let leftText = try text(of: left)
            let rightText = try text(of: right)
            try reserve(leftText.count + rightText.count)
            return .text(leftText + rightText)
        }
        switch (try defined(left), symbol, try defined(right)) {
        case (.text(let left), "+", .text(let right)):
            try reserve(left.count + right.count)
            return .text(left + right)
        case (.list(let left), "+", .list(let right)) where left.form == right.form && left.form != .generator:
            try reserve(left.elements.count + right.elements.count)
            return .list(JinjaList(left.elements + right.elements, form: left.form))
        case (.text(let text), "*", let number), (let number, "*", .text(let text)):
            guard let times = number.integer else { break }
            return .text(TracedText(scalars: try repeated(text.scalars, times)))
        case (.list(let list), "*", let number), (let number, "*", .list(let list)):
            guard let times = number.integer, list.form != .generator else { break }
            return .list(JinjaList(try repeated(list.elements, times), form: list.form))
        case (.text(let format), "%", let value):
            let values: JinjaCall =
                if case .list(let list) = value, list.isTuple {
                    JinjaCall(positional: list.elements)
                } else {
                    JinjaCall(positional: [value])
                }
            return .text(try formatted(format, values))
        default:
            if let left = left.integer, let right = right.integer { return try compute(left, symbol, right) }
            if let left = left.double, let right = right.double { return try compute(left, symbol, right) }
        }
        throw failure(.type("'\(symbol)' doesn't take \(left.typePhrase) and \(right.typePhrase)"))
    }

    private mutating func repeated<Element>(_ elements: [Element], _ times: Int) throws(TemplateError) -> [Element] {
        guard times > 0, !elements.isEmpty else { return [] }
        let (count, overflow) = elements.count.multipliedReportingOverflow(by: times)
        try reserve(overflow ? Int.max : count)
        return Array(repeatElement(elements, count: times).joined())
    }

    private func compute(_ left: Int, _ symbol: String, _ right: Int) throws(TemplateError) -> JinjaValue {
        switch symbol {
        case "+": return try checked(left.addingReportingOverflow(right))
        case "-": return try checked(left.subtractingReportingOverflow(right))
        case "*": return try checked(left.multipliedReportingOverflow(by: right))
        case "/":
            if right == 0 { throw failure(.divisionByZero) }
            return .double(Double(left) / Double(right))
        case "//", "%":
            if right == 0 { throw failure(.divisionByZero) }
            if right == -1 { return try symbol == "%" ? .integer(0) : checked(0.subtractingReportingOverflow(left)) }
            let (quotient, remainder) = left.quotientAndRemainder(dividingBy: right)
            // Python rounds down, and a remainder has the sign of its divisor.
            let isBelow = remainder != 0 && (remainder < 0) != (right < 0)
            return .integer(symbol == "%" ? remainder + (isBelow ? right : 0) : quotient - (isBelow ? 1 : 0))
        default:
            if right < 0 {
                if left == 0 { throw failure(.divisionByZero) }
                return .double(pow(Double(left), Double(right)))
            }
            return try power(left, right)
        }
    }

    private func power(_ base: Int, _ exponent: Int) throws(TemplateError) -> JinjaValue {
        if base == 0 || base == 1 { return .integer(exponent == 0 ? 1 : base) }
        if base == -1 { return .integer(exponent % 2 == 0 ? 1 : -1) }
        var result = 1
        for _ in 0..<min(exponent, 64) {
            let product = result.multipliedReportingOverflow(by: base)
            if product.overflow { throw failure(.overflow) }
            result = product.partialValue
        }
        return .integer(result)
    }

    private func compute(_ left: Double, _ symbol: String, _ right: Double) throws(TemplateError) -> JinjaValue {
        switch symbol {
        case "+": return .double(left + right)
        case "-": return .double(left - right)
        case "*": return .double(left * right)
        case "/", "//", "%":
            if right == 0 { throw failure(.divisionByZero) }
            if symbol == "/" { return .double(left / right) }
            let remainder = left.truncatingRemainder(dividingBy: right)
            let floored = remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder
            return .double(symbol == "%" ? floored : ((left - floored) / right).rounded())
        default:
            if left == 0, right < 0 { throw failure(.divisionByZero) }
            return .double(pow(left, right))
        }
    }

    // MARK: Comparison

    mutating func compare(
        _ left: JinjaValue, _ symbol: String, _ right: JinjaValue
    ) throws(TemplateError) -> Bool {
        switch symbol {
        case "==": return try areEqual(left, right)
        case "!=": return try !areEqual(left, right)
        case "in": return try contains(right, left)
        case "not in": return try !contains(right, left)
        case "<": return try isLess(left, right)
        case ">": return try isLess(right, left)
        case "<=": return try areEqual(left, right) ? true : isLess(left, right)
        default: return try areEqual(left, right) ? true : isLess(right, left)
        }
    }

    mutating func areEqual(_ left: JinjaValue, _ right: JinjaValue) throws(TemplateError) -> Bool {
        try charge(min(left.size, right.size))
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.text(let left), .text(let right)): return left == right
        case (.namespace(let left), .namespace(let right)): return left == right
        case (.macro(let left), .macro(let right)): return left == right
        case (.function(let left), .function(let right)): return left == right
        case (.list(let left), .list(let right)):
            guard left.form == right.form, left.elements.count == right.elements.count else { return false }
            for (left, right) in zip(left.elements, right.elements) {
                guard try areEqual(left, right) else { return false }
            }
            return true
        case (.dictionary(let left), .dictionary(let right)):
            guard left.count == right.count else { return false }
            for (key, value) in zip(left.keys, left.values) {
                guard let other = right[key], try areEqual(value, other) else { return false }
            }
            return true
        default:
            if let left = left.integer, let right = right.integer { return left == right }
            if let left = left.double, let right = right.double { return left == right }
            return false
        }
    }

    mutating func isLess(_ left: JinjaValue, _ right: JinjaValue) throws(TemplateError) -> Bool {
        try charge(min(left.size, right.size))
        switch (try defined(left), try defined(right)) {
        case (.text(let left), .text(let right)): return left < right
        case (.list(let left), .list(let right)) where left.form == right.form && left.form != .generator:
            for (left, right) in zip(left.elements, right.elements) where try !areEqual(left, right) {
                return try isLess(left, right)
            }
            return left.elements.count < right.elements.count
        default:
            if let left = left.integer, let right = right.integer { return left < right }
            if let left = left.double, let right = right.double { return left < right }
            throw failure(.type("\(left.typePhrase) and \(right.typePhrase) have no order"))
        }
    }

    mutating func contains(_ container: JinjaValue, _ value: JinjaValue) throws(TemplateError) -> Bool {
        switch container {
        case .undefined: return false
        case .text(let text):
            guard case .text(let part) = try defined(value) else {
                throw failure(.type("'in' a string wants a string, found \(value.typePhrase)"))
            }
            try charge(text.count + part.count)
            return text.firstIndex(of: part) != nil
        case .list(let list):
            for element in list.elements where try areEqual(element, value) { return true }
            return false
        case .dictionary(let dictionary):
            return dictionary[try key(of: value)] != nil
        default:
            throw failure(.type("\(container.typePhrase) contains nothing"))
        }
    }
}
