// The tokens of a template: text between tags, the tags' delimiters, and the tokens inside them.

struct JinjaToken: Sendable {
    enum Kind: Sendable, Hashable {
        /// Text outside of tags, with white space control applied.
        case text(String)
        /// `{%` and `%}`
        case tagBegin, tagEnd
        /// `{{` and `}}`
        case outputBegin, outputEnd
        case name(String)
        case string(String)
        case integer(Int)
        case double(Double)
        case symbol(String)
        case end
    }

    let kind: Kind
    let position: TemplatePosition

    /// The token as errors name it.
    var description: String {
        switch kind {
        case .text: "text"
        case .tagBegin: "'{%'"
        case .tagEnd: "'%}'"
        case .outputBegin: "'{{'"
        case .outputEnd: "'}}'"
        case .name(let name): "'\(name)'"
        case .string: "a string"
        case .integer(let value): "'\(value)'"
        case .double(let value): "'\(value)'"
        case .symbol(let symbol): "'\(symbol)'"
        case .end: "the end of the template"
        }
    }
}
