// Reads through a JSON Schema for what is malformed, what leads nowhere, and what is not known. What can be enforced while
// generating is for the schema's compiler to say.

/// Collects what there is to say about one document.
struct JSONSchemaChecker {
    private let document: JSONValue
    /// Draft 4 calls `$id` `id`.
    private var isDraft4 = false
    private(set) var problems: [GenerationSchema.JSONSchemaError.Problem] = []
    /// Pointers to keywords that are not known.
    private(set) var ignored: [String] = []
    /// Pointers to patterns that stand for a `Regex` without a text.
    private(set) var unreadablePatterns: [String] = []
    /// Pointers to the schemas that were read.
    private var read: Set<String> = []
    /// What references lead to.
    private var targets: [(pointer: String, schema: JSONValue)] = []

    /// - Parameter document: with references by JSON Pointers, as far as they lead anywhere.
    init(_ document: JSONValue) {
        self.document = document
        if case .string(let dialect) = document["$schema"] { isDraft4 = dialect.contains("draft-04") }
    }

    mutating func check() {
        check(document, at: "#")
        // References may lead to where no keyword does.
        while let target = targets.popLast() {
            guard !read.contains(target.pointer) else { continue }
            ignored.removeAll { target.pointer.hasPrefix($0 + "/") }
            check(target.schema, at: target.pointer)
        }
    }

    private mutating func report(_ message: String, at pointer: String, code: String) {
        problems.append(.init(pointer: pointer, message: "\(message) [json-schema.\(code)]"))
    }

    private mutating func check(_ schema: JSONValue, at pointer: String) {
        read.insert(pointer)
        switch schema {
        case .bool: break
        case .object(let members):
            for member in members {
                check(member, at: "\(pointer)/\(JSONCursor.escape(member.key))")
            }
        default:
            report("expected a schema (an object or a boolean), found \(schema.typeName)", at: pointer, code: "type")
        }
    }

    private mutating func check(_ member: JSONMember, at pointer: String) {
        guard let keyword = JSONSchemaKeyword(rawValue: member.key) else {
            if !(isDraft4 && member.key == "id") { ignored.append(pointer) }
            return
        }
        if keyword == .pattern, member.value == .string(SchemaConstraint.unreadableText) {
            unreadablePatterns.append(pointer)
        }
        check(member.value, is: keyword.content, at: pointer)
    }

    private mutating func check(_ value: JSONValue, is content: JSONSchemaKeyword.Content, at pointer: String) {
        switch (content, value) {
        case (.anything, _), (.text, .string), (.number, .number), (.flag, .bool), (.bound, .number),
            (.bound, .bool), (.values, .array):
            break
        case (.schema, _), (.schemaOrSchemas, .object), (.schemaOrSchemas, .bool): check(value, at: pointer)
        case (.schemas, .array(let schemas)), (.schemaOrSchemas, .array(let schemas)):
            for (index, schema) in schemas.enumerated() { check(schema, at: "\(pointer)/\(index)") }
        case (.schemaMap, .object(let members)):
            for member in members { check(member.value, at: "\(pointer)/\(JSONCursor.escape(member.key))") }
        case (.texts, .array(let elements)):
            for (index, element) in elements.enumerated() {
                check(element, is: .text, at: "\(pointer)/\(index)")
            }
        case (.count, .number(let number)):
            if !number.isWhole || number < JSONNumber(0) {
                report("expected a count, found \(number)", at: pointer, code: "value")
            }
        case (.types, .string(let name)):
            let names = ["string", "integer", "number", "boolean", "null", "object", "array"]
            if !names.contains(name) {
                report("unknown type '\(name)'; it can be \(names.joined(separator: ", "))", at: pointer, code: "value")
            }
        case (.types, .array(let names)):
            if names.isEmpty { report("expected at least one type", at: pointer, code: "value") }
            for (index, name) in names.enumerated() {
                if case .string = name {
                    check(name, is: .types, at: "\(pointer)/\(index)")
                } else {
                    report("expected a string, found \(name.typeName)", at: "\(pointer)/\(index)", code: "type")
                }
            }
        case (.pointer, .string(let reference)): check(reference: reference, at: pointer)
        default: report("expected \(content.name), found \(value.typeName)", at: pointer, code: "type")
        }
    }

    private mutating func check(reference: String, at pointer: String) {
        guard let parts = Self.parts(of: reference) else {
            report(
                reference.hasPrefix("#")
                    ? "'\(reference)' leads to no schema"
                    : "'\(reference)' is not in this document, and only references within it can be followed",
                at: pointer, code: "reference")
            return
        }
        var seen = [reference]
        var target = document.value(at: parts)
        if let target { targets.append(("#" + parts.map { "/" + JSONCursor.escape($0) }.joined(), target)) }
        while case .string(let next) = target?["$ref"], let parts = Self.parts(of: next) {
            guard !seen.contains(next) else {
                report("'\(reference)' leads back to itself", at: pointer, code: "reference")
                return
            }
            seen.append(next)
            target = document.value(at: parts)
        }
        switch target {
        case .object, .bool: break
        default: report("'\(seen.last ?? reference)' leads to no schema", at: pointer, code: "reference")
        }
    }

    /// The keys of a JSON Pointer in a fragment (RFC 6901, section 6); nil where it is none.
    static func parts(of reference: String) -> [String]? {
        guard reference == "#" || reference.hasPrefix("#/") else { return nil }
        var parts: [String] = []
        for part in reference.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = percentDecoded(part) else { return nil }
            parts.append(decoded.replacing("~1", with: "/").replacing("~0", with: "~"))
        }
        return parts
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// What stands under the keys of a JSON Pointer.
    func value(at parts: [String]) -> JSONValue? {
        parts.reduce(JSONValue?.some(self)) { value, part in
            if case .array(let elements) = value {
                return Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
            return value?[part]
        }
    }
}

extension JSONSchemaKeyword.Content {
    /// What to call it in a message.
    fileprivate var name: String {
        switch self {
        case .schema: "a schema"
        case .schemas: "an array of schemas"
        case .schemaOrSchemas: "a schema or an array of schemas"
        case .schemaMap: "an object of schemas"
        case .text, .pointer: "a string"
        case .texts: "an array of strings"
        case .number, .count: "a number"
        case .bound: "a number or a boolean"
        case .flag: "a boolean"
        case .types: "a type or an array of types"
        case .values: "an array"
        case .anything: "a value"
        }
    }
}
