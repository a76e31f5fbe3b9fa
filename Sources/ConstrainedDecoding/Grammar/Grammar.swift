// What a schema becomes: a graph of values, each spelled in exactly one way. The schema compiler writes it, the parser reads
// it; neither knows the other. Names of members and spellings of scalars are bytes of UTF-8 JSON text, quotes included.

/// The set of documents that may be generated.
package struct Grammar: Sendable {
    /// A node's place in `nodes`.
    package struct NodeID: Sendable, Hashable {
        package let index: Int
        package init(_ index: Int) { self.index = index }
    }

    package enum Node: Sendable {
        /// A scalar: every spelling that the expression matches, whole.
        case lexeme(RegexID)
        case object(ObjectShape)
        case array(ArrayShape)
        /// Any of these. Alternatives may overlap.
        case choice([NodeID])
    }

    /// Members stand in the order of `members`; those of `additional` follow them. No name stands twice.
    package struct ObjectShape: Sendable {
        package struct Member: Sendable {
            /// The name as it is spelled, quotes and escapes included.
            package var name: [UInt8]
            package var value: NodeID
            package var isRequired: Bool

            package init(name: [UInt8], value: NodeID, isRequired: Bool) {
                self.name = name
                self.value = value
                self.isRequired = isRequired
            }
        }

        /// Members whose names match an expression. Groups exclude each other's names and those of `members`.
        package struct Group: Sendable {
            /// The whole spelling of a name, quotes included.
            package var name: RegexID
            package var value: NodeID

            package init(name: RegexID, value: NodeID) {
                self.name = name
                self.value = value
            }
        }

        package var members: [Member]
        package var additional: [Group]
        package var minimumCount: Int
        package var maximumCount: Int?

        package init(
            members: [Member], additional: [Group] = [], minimumCount: Int = 0, maximumCount: Int? = nil
        ) {
            self.members = members
            self.additional = additional
            self.minimumCount = minimumCount
            self.maximumCount = maximumCount
        }
    }

    package struct ArrayShape: Sendable {
        /// How many elements must match: each element is either of `matching` or of `other`, which exclude each other.
        /// Both narrow `rest`; such a shape has no `prefix`.
        package struct Contains: Sendable {
            package var matching: NodeID
            package var other: NodeID?
            package var minimum: Int
            package var maximum: Int?

            package init(matching: NodeID, other: NodeID?, minimum: Int, maximum: Int?) {
                self.matching = matching
                self.other = other
                self.minimum = minimum
                self.maximum = maximum
            }
        }

        package var prefix: [NodeID]
        /// What follows the prefix; nil: nothing does.
        package var rest: NodeID?
        package var minimumCount: Int
        package var maximumCount: Int?
        /// No element stands twice. Elements are then scalars: lexemes, or choices of lexemes.
        package var isDistinct: Bool
        package var contains: Contains?

        package init(
            prefix: [NodeID] = [], rest: NodeID?, minimumCount: Int = 0, maximumCount: Int? = nil,
            isDistinct: Bool = false, contains: Contains? = nil
        ) {
            self.prefix = prefix
            self.rest = rest
            self.minimumCount = minimumCount
            self.maximumCount = maximumCount
            self.isDistinct = isDistinct
            self.contains = contains
        }
    }

    /// White space between the parts of a document.
    package enum Spacing: Sendable, Hashable {
        /// `{"a":1,"b":[1,2]}`
        case compact
        /// `{"a": 1, "b": [1, 2]}`
        case spaced
    }

    /// The expressions that `nodes` speak of. A grammar without its arena says nothing.
    package let arena: RegexArena
    package var nodes: [Node]
    package var root: NodeID
    package var spacing: Spacing

    package init(arena: RegexArena, nodes: [Node], root: NodeID, spacing: Spacing) {
        self.arena = arena
        self.nodes = nodes
        self.root = root
        self.spacing = spacing
    }
}
