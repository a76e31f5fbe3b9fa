// A JSON text as a flat list of nodes: order of members, digits of numbers and positions are kept, and a text that is
// nested ten thousand deep is as flat as any other.

/// A JSON value and all values inside it, each under its number.
package struct JSONDocument: Sendable {
    package struct Member: Sendable {
        package let name: JSONString
        package let value: Int
    }

    package enum Node: Sendable {
        case null
        case boolean(Bool)
        case number(ExactDecimal)
        case string(JSONString)
        case array([Int])
        case object([Member])
    }

    package internal(set) var nodes: [Node] = []
    /// Where each node's text starts, in bytes.
    package internal(set) var offsets: [Int] = []
    package internal(set) var root = 0

    package init() {}

    package subscript(_ node: Int) -> Node { nodes[node] }

    /// The value of a member of an object; nil where there is none.
    package func member(_ name: String, of node: Int) -> Int? {
        guard case .object(let members) = nodes[node] else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Whether two values are equal as JSON says: objects without order, numbers by value.
    package func areEqual(_ left: Int, _ right: Int) -> Bool {
        var work = [(left, right)]
        while let (left, right) = work.popLast() {
            switch (nodes[left], nodes[right]) {
            case (.null, .null): continue
            case (.boolean(let a), .boolean(let b)): if a != b { return false }
            case (.number(let a), .number(let b)): if a != b { return false }
            case (.string(let a), .string(let b)): if a != b { return false }
            case (.array(let a), .array(let b)):
                guard a.count == b.count else { return false }
                work += zip(a, b)
            case (.object(let a), .object(let b)):
                guard a.count == b.count else { return false }
                let byName = Dictionary(b.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
                for member in a {
                    guard let other = byName[member.name] else { return false }
                    work.append((member.value, other))
                }
            default: return false
            }
        }
        return true
    }
}

/// Why a text is no JSON.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case unexpectedEnd
        case unexpected(Unicode.Scalar)
        case unpairedSurrogate
        case invalidUTF8
        case duplicateName(String)
        case hugeExponent
        case tooLong(limit: Int)
    }

    package let kind: Kind
    package let line: Int
    package let column: Int

    package var description: String {
        let reason =
            switch kind {
            case .unexpectedEnd: "the text ends inside a value"
            case .unexpected(let scalar): "unexpected '\(scalar)'"
            case .unpairedSurrogate: "an escaped surrogate stands without its other half"
            case .invalidUTF8: "the text is not UTF-8"
            case .duplicateName(let name): "the name '\(name)' stands twice in one object"
            case .hugeExponent: "the exponent is beyond one million"
            case .tooLong(let limit): "the text is longer than \(limit) bytes"
            }
        return "\(line):\(column): error: \(reason) [schema.json]"
    }
}
