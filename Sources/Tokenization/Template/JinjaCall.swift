// The values that a function, filter, test, method or macro is called with.

struct JinjaCall: Sendable {
    var positional: [JinjaValue] = []
    var named: [(name: String, value: JinjaValue)] = []

    /// The arguments by the names of their parameters.
    struct Bound {
        private var values: [String: JinjaValue] = [:]

        /// Nil if the argument was not given.
        subscript(name: String) -> JinjaValue? {
            get { values[name] }
            set { values[name] = newValue }
        }

        /// True if the argument was given and is true.
        func isTrue(_ name: String) -> Bool { values[name]?.isTrue ?? false }
    }
}

extension JinjaInterpreter {
    /// Sorts arguments to the `parameters` of `callee`, the first `required` of which must be given.
    func bind(
        _ call: JinjaCall, to callee: String, _ parameters: [String], required: Int = 0
    ) throws(TemplateError) -> JinjaCall.Bound {
        var bound = JinjaCall.Bound()
        guard call.positional.count <= parameters.count else {
            throw failure(
                .argument(
                    "'\(callee)' takes \(parameters.count) \(parameters.count == 1 ? "argument" : "arguments") at most, "
                        + "found \(call.positional.count)"))
        }
        for (name, value) in zip(parameters, call.positional) { bound[name] = value }
        for (name, value) in call.named {
            guard parameters.contains(name) else {
                throw failure(.argument("'\(callee)' has no parameter '\(name)'"))
            }
            guard bound[name] == nil else {
                throw failure(.argument("'\(callee)' is given '\(name)' twice"))
            }
            bound[name] = value
        }
        for name in parameters.prefix(required) where bound[name] == nil {
            throw failure(.argument("'\(callee)' needs '\(name)'"))
        }
        return bound
    }

    /// An integer argument, or `defaultValue` where none was given.
    func integer(_ value: JinjaValue?, else defaultValue: Int) throws(TemplateError) -> Int {
        guard let value else { return defaultValue }
        guard let integer = value.integer else {
            throw failure(.argument("found \(value.typePhrase), wanted an integer"))
        }
        return integer
    }

    /// A text argument; nil where none, or None, was given.
    func textArgument(_ value: JinjaValue?) throws(TemplateError) -> TracedText? {
        switch value {
        case .text(let text): return text
        case nil, .some(.none): return nil
        case .some(let value): throw failure(.argument("found \(value.typePhrase), wanted a string"))
        }
    }
}
