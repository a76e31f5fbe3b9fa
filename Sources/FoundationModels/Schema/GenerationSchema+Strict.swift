// Schemas that are written for a model, as those of playground files: every keyword is enforced or refused with its place,
// and objects have the members that they declare and no others. What can be enforced is for the compiler of grammars to say.

internal import ConstrainedDecoding

extension GenerationSchema {
    /// Why a document is no schema that a model can be held to.
    package struct StrictError: Error, Sendable {
        package struct Problem: Sendable, Hashable {
            /// JSON Pointer as a URI fragment, down to the keyword at fault where that is known.
            package var pointer: String
            /// Lower case, without a code.
            package var message: String
            package var code: String
            /// The keyword itself should not be there; else it is its value that is wrong.
            package var isAboutKeyword: Bool
            /// For whoever knows what may have been meant.
            package var unknownKeyword: String?
        }

        /// At least one. What is malformed is told all at once; what can't be enforced, one at a time.
        package let problems: [Problem]
    }

    /// Reads a JSON Schema by whose letter a model is to answer. Objects are closed to the members that they declare, once
    /// all that applies to them is taken together, unless `additionalProperties` says otherwise; where one object says it
    /// all, the schema says so in Apple's dialect. `$comment` is left out.
    package init(strict document: JSONValue) throws(StrictError) {
        let malformed = Self.malformed(in: document)
        guard malformed.isEmpty else { throw StrictError(problems: malformed) }
        let plain = document.mappingSchemas { schema in
            var schema = schema
            schema["$comment"] = nil
            return schema
        }
        let closer = ObjectCloser(plain)
        guard closer.undeclared.isEmpty else {
            throw StrictError(
                problems: closer.undeclared.map { pointer, name in
                    StrictError.Problem(
                        pointer: pointer, message: "'\(name)' is required, but the object has no such property",
                        code: "schema.unsatisfiable", isAboutKeyword: false)
                })
        }
        let closed = closer.closed
        do throws(ConstrainedDecoding.SchemaError) {
            _ = try SchemaCompiler.compile(closed.text(.compact), options: .strict)
        } catch {
            throw StrictError(problems: [StrictError.Problem(error, in: closed)])
        }
        self.init(document: closed)
    }

    /// What is malformed in a document, unknown keywords among it, all at once.
    package static func malformed(in document: JSONValue) -> [StrictError.Problem] {
        var checker = JSONSchemaChecker(document)
        checker.check()
        let unknown = checker.ignored.compactMap { pointer -> StrictError.Problem? in
            guard let keyword = JSONSchemaChecker.parts(of: pointer)?.last, !keyword.hasPrefix("x-") else { return nil }
            return StrictError.Problem(
                pointer: pointer, message: "unknown keyword '\(keyword)' in a schema", code: "schema.unknown-keyword",
                isAboutKeyword: true, unknownKeyword: keyword)
        }
        return checker.problems.map { StrictError.Problem($0) } + unknown
    }
}

extension GenerationSchema.StrictError.Problem {
    fileprivate init(_ problem: GenerationSchema.JSONSchemaError.Problem) {
        // The code ends the message: `expected a string, found null [json-schema.type]`.
        let start = problem.message.lastIndex(of: "[") ?? problem.message.endIndex
        let code = problem.message[start...].dropFirst().dropLast()
        self.init(
            pointer: problem.pointer,
            message: String(problem.message[..<start].reversed().drop { $0 == " " }.reversed()), code: String(code),
            isAboutKeyword: code.hasSuffix("unsupported"))
    }

    fileprivate init(_ error: ConstrainedDecoding.SchemaError, in document: JSONValue) {
        var keyword: String?
        var isAboutKeyword = false
        switch error.kind {
        case .malformed(let name, _): keyword = name
        case .unknownKeyword(let name):
            keyword = name
            isAboutKeyword = true
        case .pattern(let text, _): keyword = text == Self.text(of: "format", error, document) ? "format" : "pattern"
        case .unresolvedReference, .endlessReference: keyword = "$ref"
        case .unsupported(let reason), .unsatisfiable(let reason), .limit(let reason, _):
            // A message that is about one keyword begins with it, or names it first.
            let quoted = reason.split(separator: "'", omittingEmptySubsequences: false)
            keyword = quoted.count > 2 ? String(quoted[1]) : nil
        case .json: break
        }
        let place = error.pointer.isEmpty ? "#" : error.pointer
        let schema = JSONSchemaChecker.parts(of: place).flatMap { document.value(at: $0) }
        let named = keyword.flatMap { schema?[$0] == nil ? nil : $0 }
        self.init(
            pointer: place + (named.map { "/\(JSONCursor.escape($0))" } ?? ""), message: error.reason,
            code: error.code, isAboutKeyword: isAboutKeyword)
    }

    private static func text(
        of keyword: String, _ error: ConstrainedDecoding.SchemaError, _ document: JSONValue
    ) -> String? {
        let schema = JSONSchemaChecker.parts(of: error.pointer).flatMap { document.value(at: $0) }
        if case .string(let text)? = schema?[keyword] { return text }
        return nil
    }
}
