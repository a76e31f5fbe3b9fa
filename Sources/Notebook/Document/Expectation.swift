// What an author expects of an answer. None of it needs a model, and none is part of a key.

package import FoundationModels

/// One entry of `expect:`.
package struct Expectation: Sendable, Equatable {
    package indirect enum Check: Sendable, Equatable {
        case equals(ExpectedValue)
        case contains(PromptTemplate)
        case startsWith(PromptTemplate)
        /// A pattern of ECMA-262 that occurs in the text.
        case matches(String)
        case oneOf([ExpectedValue])
        /// Elements of a list, keys of an object, characters of a text.
        case count(ClosedRange<Int>)
        /// The calls of the answer, one for one.
        case calls([ExpectedCall])
        case finish(String)
        /// The failure holds this text: a code, or a part of the message.
        case error(String)
        /// The name of a schema of the playground.
        case schema(String)
        case maxTokens(Int)

        /// The key in the file.
        package var key: String {
            switch self {
            case .equals: "equals"
            case .contains: "contains"
            case .startsWith: "startsWith"
            case .matches: "matches"
            case .oneOf: "oneOf"
            case .count: "count"
            case .calls: "calls"
            case .finish: "finish"
            case .error: "error"
            case .schema: "schema"
            case .maxTokens: "maxTokens"
            }
        }
    }

    package var check: Check
    /// Whether the check must fail.
    package var isNegated: Bool
    /// The parts of a JSON Pointer into the content (RFC 6901); nil: the whole content.
    package var pointer: [String]?
    package var location: SourceLocation

    package init(check: Check, isNegated: Bool = false, pointer: [String]? = nil, location: SourceLocation) {
        self.check = check
        self.isNegated = isNegated
        self.pointer = pointer
        self.location = location
    }
}

/// A value as written, with templates in its texts.
package indirect enum ExpectedValue: Sendable, Equatable {
    /// A scalar that JSON reads as null, a truth value or a number, and how it was written.
    case scalar(JSONValue, written: String)
    case text(PromptTemplate)
    case list([ExpectedValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package var key: String
        package var value: ExpectedValue

        package init(key: String, value: ExpectedValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value with its templates filled in.
    func resolved<Failure: Error>(
        _ value: (TemplateReference) throws(Failure) -> String
    ) throws(Failure) -> JSONValue {
        switch self {
        case .scalar(let json, _): return json
        case .text(let template): return .string(try template.substituting(value))
        case .list(let elements):
            var resolved: [JSONValue] = []
            for element in elements { resolved.append(try element.resolved(value)) }
            return .array(resolved)
        case .object(let members):
            var resolved: [JSONMember] = []
            for member in members {
                resolved.append(JSONMember(key: member.key, value: try member.value.resolved(value)))
            }
            return .object(resolved)
        }
    }
}

/// One call that is expected.
package struct ExpectedCall: Sendable, Equatable {
    package var tool: String
    /// Nil: any.
    package var arguments: ExpectedValue?

    package init(tool: String, arguments: ExpectedValue?) {
        self.tool = tool
        self.arguments = arguments
    }
}
