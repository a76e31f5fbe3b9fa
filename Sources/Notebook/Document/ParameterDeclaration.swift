// Parameters of a playground: what is declared, and the values that fill it. A value keeps the text it was written as,
// because that text is what goes into a prompt.

/// One entry of `params:`.
package struct ParameterDeclaration: Sendable, Equatable {
    package var name: Located<String>
    package var type: ParameterType
    /// Used where a run gives no value; a parameter without one is required.
    package var defaultValue: ParameterValue?
    /// The only values allowed, or nil for any of the type.
    package var allowedValues: [ParameterValue]?

    package init(
        name: Located<String>, type: ParameterType, defaultValue: ParameterValue? = nil,
        allowedValues: [ParameterValue]? = nil
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.allowedValues = allowedValues
    }
}

/// The declared type of a parameter.
package enum ParameterType: String, Sendable, Hashable, CaseIterable {
    case string
    case integer
    case number
    case boolean
}

/// A value of a declared type.
package struct ParameterValue: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case string(String)
        case integer(Int)
        case number(Double)
        case boolean(Bool)
    }

    package var content: Content
    /// What templates insert: the value as it was written.
    package var text: String

    package init(content: Content, text: String) {
        self.content = content
        self.text = text
    }
}
