// What a pattern says, flat: a node's parts stand before it, so that sixty thousand nested groups are a loop for
// whoever reads them.

/// The written form of patterns.
package enum PatternDialect: Sendable, Hashable {
    /// ECMA-262 with the `u` flag, as JSON Schema's `pattern` says; what older grammars let through harmlessly is let through.
    case ecmaScript
    /// What a Swift `Regex` gives as its literal pattern.
    case swift
}

/// A parsed pattern.
package struct PatternTree: Sendable {
    package enum Node: Sendable {
        case empty
        case set(CodePointSet)
        case sequence([Int])
        case alternation([Int])
        /// No maximum where nil.
        case repetition(Int, minimum: Int, maximum: Int?)
        case start
        case end
        case lookahead(Int, isNegative: Bool)
    }

    package internal(set) var nodes: [Node] = []
    package internal(set) var root = 0

    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }
}

/// Why a pattern is refused.
package struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// It isn't a pattern of its dialect.
        case invalid(String)
        /// It is one, and can't be enforced.
        case unsupported(String)
    }

    package let kind: Kind
    /// In Unicode scalars from the pattern's start.
    package let offset: Int

    package var description: String {
        switch kind {
        case .invalid(let reason): "\(reason) at offset \(offset)"
        case .unsupported(let what): "\(what) at offset \(offset) can't be enforced"
        }
    }
}
