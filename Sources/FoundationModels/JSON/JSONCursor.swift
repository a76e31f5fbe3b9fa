// A place in a JSON document: reads what must stand there and says, with a JSON Pointer, what stands there instead.

/// A document that is JSON, but not the one that was wanted.
package struct JSONFormError: Error, Sendable, Hashable, CustomStringConvertible {
    /// JSON Pointer (RFC 6901) as a URI fragment.
    package var pointer: String
    package var message: String
    /// Stable code of the message.
    package var code: String

    package var description: String { "\(pointer): error: \(message) [\(code)]" }
}

/// A value and where it stands.
struct JSONCursor {
    var value: JSONValue
    var pointer: String
    /// First part of the codes of errors: the kind of document.
    var format: String

    init(_ value: JSONValue, pointer: String = "#", format: String) {
        self.value = value
        self.pointer = pointer
        self.format = format
    }

    /// What stands under `key`; nil where nothing or null does. Throws where this is no object.
    func optional(_ key: String) throws(JSONFormError) -> JSONCursor? {
        guard case .object = value else { throw mismatch("an object") }
        guard let member = value[key], member != .null else { return nil }
        return JSONCursor(member, pointer: "\(pointer)/\(Self.escape(key))", format: format)
    }

    func member(_ key: String) throws(JSONFormError) -> JSONCursor {
        guard let member = try optional(key) else { throw error("the key '\(key)' is missing", code: "key") }
        return member
    }

    func elements() throws(JSONFormError) -> [JSONCursor] {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return elements.enumerated().map { JSONCursor($1, pointer: "\(pointer)/\($0)", format: format) }
    }

    func members() throws(JSONFormError) -> [(key: String, cursor: JSONCursor)] {
        guard case .object(let members) = value else { throw mismatch("an object") }
        return members.map {
            ($0.key, JSONCursor($0.value, pointer: "\(pointer)/\(Self.escape($0.key))", format: format))
        }
    }

    func string() throws(JSONFormError) -> String {
        guard case .string(let string) = value else { throw mismatch("a string") }
        return string
    }

    func bool() throws(JSONFormError) -> Bool {
        guard case .bool(let bool) = value else { throw mismatch("a boolean") }
        return bool
    }

    func double() throws(JSONFormError) -> Double {
        guard case .number(let number) = value else { throw mismatch("a number") }
        guard number.double.isFinite else { throw mismatch("a number that a double can come near to") }
        return number.double
    }

    func int() throws(JSONFormError) -> Int {
        guard case .number(let number) = value, let int = number.int else { throw mismatch("an integer") }
        return int
    }

    func unsigned() throws(JSONFormError) -> UInt64 {
        guard case .number(let number) = value, let unsigned = number.unsigned else {
            throw mismatch("an unsigned integer of 64 bits")
        }
        return unsigned
    }

    func error(_ message: String, code: String) -> JSONFormError {
        JSONFormError(pointer: pointer, message: message, code: "\(format).\(code)")
    }

    private func mismatch(_ wanted: String) -> JSONFormError {
        error("expected \(wanted), found \(value.typeName)", code: "type")
    }

    /// A key as a part of a JSON Pointer.
    static func escape(_ key: String) -> String {
        var escaped = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
