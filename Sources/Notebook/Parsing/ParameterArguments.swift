// Values of parameters from outside the file: text from the command line becomes a value of the declared type, or a
// problem that says what would have been one.

/// What is wrong with the values given to a run. Has no place in a file; `declaration` is where the parameter stands.
package struct ParameterProblem: Error, Sendable, Equatable {
    /// As in `Diagnostic`.
    package var code: String
    package var message: String
    package var declaration: SourceLocation?
}

extension PlaygroundDocument {
    /// The values of all parameters: those given, and the defaults of the others.
    ///
    /// - Parameter given: names and texts, as in `-p name=value`; of several with one name the last counts.
    /// - Returns: A value for every parameter that has one, and all problems: unknown names, texts that are not of the
    ///   declared type or not among its values, and parameters without any value.
    package func parameterValues(
        given: [(name: String, text: String)]
    ) -> (values: [String: ParameterValue], problems: [ParameterProblem]) {
        var values: [String: ParameterValue] = [:]
        var problems: [ParameterProblem] = []
        let names = parameters.map(\.name.value)
        for (name, text) in given {
            guard let parameter = parameters.first(where: { $0.name.value == name }) else {
                let rest = Suggestion.phrase(for: name, among: names)
                problems.append(
                    ParameterProblem(code: "notebook.unknown-parameter", message: "unknown parameter '\(name)'\(rest)"))
                continue
            }
            do throws(ParameterProblem) {
                values[name] = try parameter.value(of: text)
            } catch {
                problems.append(error)
            }
        }
        for parameter in parameters where !given.contains(where: { $0.name == parameter.name.value }) {
            let name = parameter.name.value
            if let value = parameter.defaultValue {
                values[name] = value
            } else {
                problems.append(
                    ParameterProblem(
                        code: "notebook.missing-parameter",
                        message: "parameter '\(name)' has no default; give it a value with -p \(name)=…",
                        declaration: parameter.name.location))
            }
        }
        return (values, problems)
    }
}

extension ParameterDeclaration {
    /// A text as a value of this parameter.
    package func value(of text: String) throws(ParameterProblem) -> ParameterValue {
        guard let value = ParameterValue(text, as: type) else {
            throw problem("parameter '\(name.value)' must be \(type.phrase), found '\(text)'")
        }
        if let allowedValues, !allowedValues.contains(sameAs: value) {
            let texts = allowedValues.map(\.text)
            let suggestion = type == .string ? Suggestion.phrase(for: text, among: texts) : ""
            let rest = suggestion.isEmpty ? "; it must be \(DocumentParser.alternatives(texts))" : suggestion
            throw problem("parameter '\(name.value)' can't be '\(text)'\(rest)")
        }
        return value
    }

    private func problem(_ message: String) -> ParameterProblem {
        ParameterProblem(code: "notebook.parameter-value", message: message, declaration: name.location)
    }
}

extension ParameterValue {
    /// A text read as a type: any text is a string, numbers follow JSON's grammar, truth values are `true` and `false`.
    package init?(_ text: String, as type: ParameterType) {
        switch type {
        case .string: content = .string(text)
        case .integer:
            guard NumberSyntax.isInteger(text), let value = Int(text) else { return nil }
            content = .integer(value)
        case .number:
            guard NumberSyntax.isNumber(text), let value = Double(text), value.isFinite else { return nil }
            content = .number(value)
        case .boolean:
            guard text == "true" || text == "false" else { return nil }
            content = .boolean(text == "true")
        }
        self.text = text
    }
}

extension [ParameterValue] {
    /// Whether one of them is the same value, however it is written: `1` and `1.0` are one number.
    func contains(sameAs value: ParameterValue) -> Bool {
        contains { $0.content == value.content }
    }
}

extension ParameterType {
    /// With its article.
    var phrase: String {
        switch self {
        case .string: "text"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}
