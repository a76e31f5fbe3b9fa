// References as JSON Pointers: what a schema says by `$anchor`, by `$id` and by the dynamic forms that mean one place,
// written so that whoever walks over the document can follow it.

internal import ConstrainedDecoding

extension JSONValue {
    /// This schema with `#/…` in place of references by names, and without the `$id`s of schemas inside it. References that
    /// lead nowhere stay as they are, and so does a document that is malformed, which is for others to say.
    package var withPointerReferences: JSONValue {
        guard usesNames(isRoot: true), let references = try? SchemaReferences(text(.compact)) else { return self }
        return following(references, at: "#")
    }

    private func usesNames(isRoot: Bool) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.usesNames(isRoot: false) }
        case .object(let members):
            members.contains { member in
                switch (member.key, member.value) {
                case ("$ref", .string(let text)): text != "#" && !text.hasPrefix("#/")
                case ("$dynamicRef", _), ("$recursiveRef", _): true
                case ("$id", .string), ("id", .string): !isRoot
                default: member.value.usesNames(isRoot: false)
                }
            }
        default: false
        }
    }

    private func following(_ references: SchemaReferences, at pointer: String) -> JSONValue {
        switch self {
        case .array(let elements):
            return .array(elements.enumerated().map { $1.following(references, at: "\(pointer)/\($0)") })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    let path = "\(pointer)/\(JSONCursor.escape(member.key))"
                    if references.identifiers.contains(path) { return nil }
                    guard let target = references.targets[path] else {
                        return JSONMember(key: member.key, value: member.value.following(references, at: path))
                    }
                    // Two references in one schema can't both be its `$ref`.
                    guard member.key == "$ref" || self["$ref"] == nil else { return member }
                    return JSONMember(key: "$ref", value: .string(target.replacing("%", with: "%25")))
                })
        default: return self
        }
    }
}
