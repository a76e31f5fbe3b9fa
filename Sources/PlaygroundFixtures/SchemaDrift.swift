// Where the schema of a file and the schema of a Swift type say different things.

internal import FoundationModels

/// The first difference of two schemas, in the order of the file's.
struct SchemaDrift: Equatable {
    /// JSON Pointer into the file's schema.
    var pointer: String
    var reason: String

    /// Keywords that both sides can say. What only a file can, such as `maxLength`, is left to the file.
    private static let compared: Set<String> = [
        "type", "enum", "const", "minimum", "maximum", "minItems", "maxItems", "pattern", "additionalProperties",
    ]

    /// - Returns: nil where the schemas mean the same, property order included: it is the order of generation.
    static func first(file: GenerationSchema, type: GenerationSchema) -> SchemaDrift? {
        var comparison = Comparison(file: file.document, type: type.document)
        return comparison.drift(comparison.file, comparison.type, at: "#")
    }

    private struct Comparison {
        let file: JSONValue
        let type: JSONValue
        /// Pairs of references that are being compared or were: a schema may contain itself.
        private var seen: Set<[String]> = []

        init(file: JSONValue, type: JSONValue) {
            self.file = file
            self.type = type
        }

        mutating func drift(_ left: JSONValue, _ right: JSONValue, at pointer: String) -> SchemaDrift? {
            if left["$ref"] != nil || right["$ref"] != nil {
                let names = [left, right].map { $0["$ref"].map { $0.text(.compact) } ?? $0.text(.compact) }
                guard seen.insert(names).inserted else { return nil }
                guard let left = Self.resolved(left, in: file), let right = Self.resolved(right, in: type) else {
                    return SchemaDrift(pointer: pointer, reason: "a reference leads nowhere")
                }
                return drift(left, right, at: pointer)
            }
            return ownDrift(left, right, at: pointer) ?? partsDrift(left, right, at: pointer)
        }

        /// Follows references of the document; nil where they lead nowhere.
        private static func resolved(_ schema: JSONValue, in document: JSONValue) -> JSONValue? {
            var schema = schema
            for _ in 0..<64 {
                guard case .string(let reference)? = schema["$ref"] else { return schema }
                if reference == "#" {
                    schema = document
                } else if reference.hasPrefix("#/$defs/"),
                    let target = document["$defs"]?[String(reference.dropFirst("#/$defs/".count))]
                {
                    schema = target
                } else {
                    return nil
                }
            }
            return nil
        }

        /// Keywords that stand for themselves.
        private func ownDrift(_ left: JSONValue, _ right: JSONValue, at pointer: String) -> SchemaDrift? {
            let keywords = (left.keys + right.keys).filter(SchemaDrift.compared.contains)
            for keyword in keywords where left[keyword]?.sorted != right[keyword]?.sorted {
                let here = left[keyword].map { $0.text(.spaced) }
                let there = right[keyword].map { $0.text(.spaced) }
                let reason =
                    switch (here, there) {
                    case (let here?, let there?): "the file says \(here), the type \(there)"
                    case (let here?, nil): "the file says \(here), the type nothing"
                    default: "the type says \(there ?? ""), the file nothing"
                    }
                return SchemaDrift(pointer: "\(pointer)/\(keyword)", reason: reason)
            }
            return nil
        }

        /// Schemas within.
        private mutating func partsDrift(_ left: JSONValue, _ right: JSONValue, at pointer: String) -> SchemaDrift? {
            let (own, others) = (left.order, right.order)
            if let name = own.first(where: { !others.contains($0) }) {
                return SchemaDrift(pointer: "\(pointer)/properties/\(name)", reason: "the type has no such property")
            }
            if let name = others.first(where: { !own.contains($0) }) {
                return SchemaDrift(
                    pointer: "\(pointer)/properties", reason: "the type has the property '\(name)', the file has not")
            }
            if own != others {
                return SchemaDrift(
                    pointer: "\(pointer)/properties",
                    reason:
                        "the order is \(own.joined(separator: ", ")), that of the type \(others.joined(separator: ", "))"
                )
            }
            let (required, requiredThere) = (left.required, right.required)
            if let name = own.first(where: { required.contains($0) != requiredThere.contains($0) }) {
                let standing =
                    required.contains(name)
                    ? "required in the file and optional in the type"
                    : "optional in the file and required in the type"
                return SchemaDrift(pointer: "\(pointer)/properties/\(name)", reason: "it is \(standing)")
            }
            for name in own {
                guard let one = left["properties"]?[name], let other = right["properties"]?[name] else { continue }
                if let found = drift(one, other, at: "\(pointer)/properties/\(name)") { return found }
            }
            switch (left["items"], right["items"]) {
            case (let one?, let other?):
                if let found = drift(one, other, at: "\(pointer)/items") { return found }
            case (nil, nil): break
            default:
                return SchemaDrift(pointer: "\(pointer)/items", reason: "only one of file and type says what items are")
            }
            let (choices, choicesThere) = (left["anyOf"]?.elements ?? [], right["anyOf"]?.elements ?? [])
            guard choices.count == choicesThere.count else {
                return SchemaDrift(
                    pointer: "\(pointer)/anyOf",
                    reason: "the file has \(choices.count) choices, the type \(choicesThere.count)")
            }
            for (index, (one, other)) in zip(choices, choicesThere).enumerated() {
                if let found = drift(one, other, at: "\(pointer)/anyOf/\(index)") { return found }
            }
            return nil
        }
    }
}

extension JSONValue {
    fileprivate var keys: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }

    fileprivate var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The names of the properties in the order of generation.
    fileprivate var order: [String] { self["properties"]?.keys ?? [] }

    fileprivate var required: Set<String> {
        Set((self["required"]?.elements ?? []).compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
}
