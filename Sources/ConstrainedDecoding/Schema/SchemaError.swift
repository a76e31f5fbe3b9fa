// Why a schema is refused, and where: one line in the form of the Swift compiler's.

/// A refused schema.
package struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The text is no JSON.
        case json(JSONError)
        /// A keyword's value has a form that it can't have.
        case malformed(keyword: String, wanted: String)
        /// A keyword that this compiler doesn't know.
        case unknownKeyword(String)
        /// A keyword, or a combination of them, that can't be enforced.
        case unsupported(String)
        /// A pattern that is none, or that can't be enforced.
        case pattern(String, PatternError)
        /// A reference that leads nowhere in this document.
        case unresolvedReference(String)
        /// References and combinations that lead back to themselves without a value in between.
        case endlessReference
        /// No value satisfies the schema.
        case unsatisfiable(String)
        /// A limit that keeps compiling bounded.
        case limit(String, Int)
    }

    package let kind: Kind
    /// A JSON pointer as a fragment, `#/properties/age`; empty where the text is no JSON.
    package let pointer: String

    package var code: String {
        switch kind {
        case .json: "schema.json"
        case .malformed: "schema.malformed"
        case .unknownKeyword: "schema.unknown-keyword"
        case .unsupported: "schema.unsupported"
        case .pattern(_, let error):
            if case .invalid = error.kind { "schema.pattern" } else { "schema.unsupported" }
        case .unresolvedReference: "schema.reference"
        case .endlessReference: "schema.endless-reference"
        case .unsatisfiable: "schema.unsatisfiable"
        case .limit: "schema.limit"
        }
    }

    /// The reason alone.
    package var reason: String {
        switch kind {
        case .json(let error): error.description
        case .malformed(let keyword, let wanted): "'\(keyword)' must be \(wanted)"
        case .unknownKeyword(let keyword): "unknown keyword '\(keyword)'"
        case .unsupported(let what): what
        case .pattern(let text, let error): "pattern '\(text)': \(error)"
        case .unresolvedReference(let reference): "'\(reference)' is nowhere in this document"
        case .endlessReference: "the schema refers to itself without a value in between"
        case .unsatisfiable(let reason): reason
        case .limit(let what, let limit): "\(what); at most \(limit) are enforced"
        }
    }

    package var description: String {
        if case .json(let error) = kind { return error.description }
        return "\(pointer): error: \(reason) [\(code)]"
    }
}
