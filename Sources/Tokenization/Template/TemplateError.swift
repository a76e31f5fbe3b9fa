// What can be wrong with a chat template, or with the values that one was rendered with. Every error names a line and a
// column of the template.

/// A place in a template's source: line and column count from 1, the column in Unicode scalars.
package struct TemplatePosition: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A template that can't be parsed or rendered.
package struct TemplateError: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A token where the grammar wants another.
        case unexpected(found: String, wanted: String)
        /// A delimiter, string or bracket without its end.
        case unclosed(String, closing: String)
        case unknownTag(String)
        case unknownFilter(String)
        case unknownTest(String)
        /// A construct of Jinja that chat templates do without.
        case unsupported(String)
        /// A use of a value that is not there; the text says what is not there.
        case undefined(String)
        /// An operation that the types of its values don't allow.
        case type(String)
        /// Arguments that a function, filter, test or macro doesn't take.
        case argument(String)
        /// A method that would change its list or dictionary.
        case mutation(method: String, type: String)
        case divisionByZero
        /// An integer beyond 64 bits.
        case overflow
        /// Nesting of the source, of calls or of values.
        case tooDeep(limit: Int)
        /// More work than a template may cause; see `TemplateLimits`.
        case tooMuchWork(limit: Int)
        /// A text of more Unicode scalars than allowed.
        case tooLong(limit: Int)
        case rangeTooLong(limit: Int)
        /// The template called `raise_exception`: it refuses this conversation, and says why.
        case raised(message: String)
    }

    package var kind: Kind
    package var position: TemplatePosition

    package init(_ kind: Kind, at position: TemplatePosition) {
        self.kind = kind
        self.position = position
    }

    /// A stable name of the kind.
    package var code: String {
        switch kind {
        case .unexpected: "template.syntax"
        case .unclosed: "template.unclosed"
        case .unknownTag: "template.unknown-tag"
        case .unknownFilter: "template.unknown-filter"
        case .unknownTest: "template.unknown-test"
        case .unsupported: "template.unsupported"
        case .undefined: "template.undefined"
        case .type: "template.type"
        case .argument: "template.argument"
        case .mutation: "template.mutation"
        case .divisionByZero, .overflow: "template.arithmetic"
        case .tooDeep: "template.depth"
        case .tooMuchWork: "template.work"
        case .tooLong, .rangeTooLong: "template.size"
        case .raised: "template.raised"
        }
    }

    /// What is wrong, without the place and the code.
    package var message: String {
        switch kind {
        case .unexpected(let found, let wanted): "found \(found), wanted \(wanted)"
        case .unclosed(let opening, let closing): "\(opening) is never closed; add \(closing)"
        case .unknownTag(let name): "unknown tag '\(name)'"
        case .unknownFilter(let name): "unknown filter '\(name)'"
        case .unknownTest(let name): "unknown test '\(name)'"
        case .unsupported(let construct): "\(construct) is not supported in a chat template"
        case .undefined(let what): what
        case .type(let what): what
        case .argument(let what): what
        case .mutation(let method, let type):
            "'\(method)' would change a \(type), and the values of a template never change; make a new one, as in "
                + (type == "list" ? "'a + [b]'" : "'dict(a, key=b)'")
        case .divisionByZero: "division by zero"
        case .overflow: "the result does not fit into 64 bits"
        case .tooDeep(let limit): "nested more than \(limit) levels deep"
        case .tooMuchWork(let limit): "the template takes more than \(limit) steps; it may loop over too much"
        case .tooLong(let limit): "a text is longer than \(limit) characters"
        case .rangeTooLong(let limit): "a range has more than \(limit) numbers"
        case .raised(let message): "the template refuses this conversation: \(message)"
        }
    }
}

extension TemplateError: CustomStringConvertible {
    package var description: String {
        "template:\(position.line):\(position.column): error: \(message) [\(code)]"
    }
}
