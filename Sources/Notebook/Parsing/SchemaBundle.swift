// Schemas that refer to each other by name, each made whole: `$ref: Ticket` is the schema of that name, `Ticket#/…` a part
// of it, and `#/…` a part of the schema that the reference stands in.

internal import FoundationModels

/// The schemas of one playground as they were written.
struct SchemaBundle {
    /// A reference taken apart.
    private enum Reference {
        /// A part of the same schema.
        case own(String)
        case other(String, fragment: String)
    }

    private let schemas: [String: WrittenSchema]

    /// The name that parameters of a tool go by: one that no schema can have.
    static let parameters = ""

    init(_ schemas: [String: WrittenSchema]) {
        self.schemas = schemas
    }

    func adding(_ schema: WrittenSchema, named name: String) -> SchemaBundle {
        SchemaBundle(schemas.merging([name: schema]) { _, new in new })
    }

    func holds(_ name: String) -> Bool { schemas[name] != nil }

    private static func reference(_ text: String) -> Reference {
        guard let hash = text.firstIndex(of: "#") else { return .other(text, fragment: "") }
        let fragment = String(text[text.index(after: hash)...])
        return hash == text.startIndex ? .own(fragment) : .other(String(text[..<hash]), fragment: fragment)
    }

    private static func isPointer(_ fragment: String) -> Bool { fragment.isEmpty || fragment.hasPrefix("/") }

    /// What is wrong with the names in a schema's references: pointers and words.
    func wrongNames(in schema: WrittenSchema, known: [String]) -> [(pointer: String, message: String)] {
        schema.json.schemaPlaces.compactMap { place in
            guard case .string(let text)? = place.schema["$ref"] else { return nil }
            let pointer = place.pointer + "/$ref"
            switch Self.reference(text) {
            case .own(let fragment):
                // As in a description of an interface, where `#` is the whole file.
                let name = fragment.split(separator: "/").last.map(String.init) ?? ""
                guard fragment == "/schemas/\(name)", known.contains(name), schema.json["schemas"] == nil else {
                    return nil
                }
                return (pointer, "'#' is this schema, and has no '\(text)'; write '\(name)'")
            case .other(let name, _):
                if known.contains(name) { return nil }
                return (
                    pointer,
                    "unknown schema '\(name)'"
                        + (Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
                            ?? "; a reference is the name of a schema of this playground, or '#/…' for a part of its own")
                )
            }
        }
    }

    /// A schema with all others that it refers to under its `$defs`.
    struct Whole {
        var document: JSONValue
        /// Where under `$defs` each of the others stands, as the beginning of pointers.
        var bases: [(name: String, pointer: String)]

        /// Whose part a pointer leads to, and what it is called there.
        func origin(of pointer: String, root: String) -> (name: String, pointer: String) {
            for (name, base) in bases where pointer == base || pointer.hasPrefix(base + "/") {
                return (name, "#" + pointer.dropFirst(base.count))
            }
            return (root, pointer)
        }
    }

    /// - Parameter name: of a schema whose references, and theirs, are all known.
    func whole(_ name: String) -> Whole {
        let order = dependencies(of: name)
        var taken: Set<String> = []
        if case .object(let own)? = schemas[name]?.json["$defs"] { taken = Set(own.map(\.key)) }
        var keys: [String: String] = [:]
        for other in order {
            var key = other
            var number = 2
            while taken.contains(key) {
                key = "\(other)-\(number)"
                number += 1
            }
            taken.insert(key)
            keys[other] = key
        }
        func base(_ other: String) -> String { other == name ? "#" : "#/$defs/\(keys[other] ?? other)" }
        func rewritten(_ owner: String) -> JSONValue {
            var json = schemas[owner]?.json ?? .object([])
            json["$id"] = nil
            if owner != name { json["$schema"] = nil }
            if owner != Self.parameters, json["title"] == nil, case .object(let members) = json {
                json = .object([JSONMember(key: "title", value: .string(owner))] + members)
            }
            return json.mappingSchemas { schema in
                guard case .string(let text)? = schema["$ref"] else { return schema }
                var schema = schema
                switch Self.reference(text) {
                case .own(let fragment) where Self.isPointer(fragment):
                    schema["$ref"] = .string(base(owner) + fragment)
                case .other(let other, let fragment) where Self.isPointer(fragment):
                    schema["$ref"] = .string(base(other) + fragment)
                // An anchor that is not there, or that of another schema.
                case .own, .other: break
                }
                return schema
            }
        }
        var document = rewritten(name)
        if !order.isEmpty {
            var definitions: [JSONMember] = []
            if case .object(let own)? = document["$defs"] { definitions = own }
            definitions += order.map { JSONMember(key: keys[$0] ?? $0, value: rewritten($0)) }
            document["$defs"] = .object(definitions)
        }
        return Whole(document: document, bases: order.map { ($0, base($0)) })
    }

    /// The names that a schema refers to, directly or through others, in the order of the first use, without its own.
    func dependencies(of name: String) -> [String] {
        var order: [String] = []
        var waiting = [name]
        var seen: Set<String> = [name]
        while let next = waiting.popLast() {
            if next != name { order.append(next) }
            let names = (schemas[next]?.json.schemaPlaces ?? []).compactMap { place -> String? in
                guard case .string(let text)? = place.schema["$ref"], case .other(let other, _) = Self.reference(text)
                else { return nil }
                return seen.insert(other).inserted ? other : nil
            }
            waiting += names.reversed()
        }
        return order
    }
}
