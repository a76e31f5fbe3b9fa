// The tests: what follows `is`.

extension JinjaInterpreter {
    private static let comparisons: [String: String] = [
        "eq": "==", "equalto": "==", "==": "==", "ne": "!=", "!=": "!=", "lt": "<", "lessthan": "<", "<": "<",
        "le": "<=", "<=": "<=", "gt": ">", "greaterthan": ">", ">": ">", "ge": ">=", ">=": ">=", "in": "in",
    ]

    mutating func test(
        _ name: String, _ value: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> Bool {
        if let symbol = Self.comparisons[name] {
            let bound = try bind(arguments, to: name, ["other"], required: 1)
            return try compare(value, symbol, bound["other"] ?? .none)
        }
        if name == "divisibleby" {
            let bound = try bind(arguments, to: name, ["num"], required: 1)
            return try areEqual(try compute(value, "%", bound["num"] ?? .none), .integer(0))
        }
        if name == "sameas" {
            let bound = try bind(arguments, to: name, ["other"], required: 1)
            let other = bound["other"] ?? .none
            return try value.typeName == other.typeName ? areEqual(value, other) : false
        }
        guard arguments.positional.isEmpty, arguments.named.isEmpty else {
            throw failure(.argument("the test '\(name)' takes no argument"))
        }
        switch name {
        case "defined" where isMissingClock(value): return false
        case "undefined" where isMissingClock(value): return true
        case "lower", "upper":
            let text = try text(of: value)
            return name == "lower" ? text.isLowercase : text.isUppercase
        case "even", "odd":
            let remainder = try compute(value, "%", .integer(2))
            return try areEqual(remainder, .integer(name == "even" ? 0 : 1))
        default:
            guard let result = Self.hasType(name, value) else { throw failure(.unknownTest(name)) }
            return result
        }
    }

    /// Templates that ask whether there is a clock have a date of their own where there is none.
    private func isMissingClock(_ value: JinjaValue) -> Bool {
        guard now == nil, case .function(.strftimeNow) = value else { return false }
        return true
    }

    /// The tests of a value's type alone; nil for an unknown one.
    private static func hasType(_ name: String, _ value: JinjaValue) -> Bool? {
        switch (name, value) {
        case ("defined", _): !value.isUndefined
        case ("undefined", _): value.isUndefined
        case ("none", _): value.isNone
        case ("boolean", .bool): true
        case ("true", .bool(let value)): value
        case ("false", .bool(let value)): !value
        case ("integer", .integer): true
        case ("float", .double): true
        case ("number", .integer), ("number", .double), ("number", .bool): true
        case ("string", .text): true
        case ("mapping", .dictionary): true
        case ("sequence", .list(let list)): list.form != .generator
        case ("sequence", .text), ("sequence", .dictionary), ("sequence", .undefined): true
        case ("iterable", .list), ("iterable", .text), ("iterable", .dictionary), ("iterable", .undefined),
            ("iterable", .loop):
            true
        case ("callable", .macro), ("callable", .function), ("callable", .method), ("callable", .joiner): true
        case ("callable", .undefined), ("callable", .loop): true
        case ("filter", .text(let name)): filterNames.contains(name.string)
        case ("boolean", _), ("true", _), ("false", _), ("integer", _), ("float", _), ("number", _), ("string", _),
            ("mapping", _), ("sequence", _), ("iterable", _), ("callable", _), ("filter", _), ("escaped", _):
            false
        default: nil
        }
    }
}
