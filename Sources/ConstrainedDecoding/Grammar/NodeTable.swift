// The nodes of a grammar as the parser walks them: expressions as automaton states, names as texts, counts as far as they
// matter, and for every node the tokens that its cheapest value takes.

internal enum CompiledNode {
    case lexeme(Int32)
    case choice([Int32])
    case object(CompiledObject)
    case array(CompiledArray)
}

internal struct CompiledObject {
    /// The name with its colon, as first member and as a later one.
    var firstText: [Int32] = []
    var laterText: [Int32] = []
    var value: [Int32] = []
    var isRequired: [Bool] = []
    /// The first required member at or after each place; the number of members where none is.
    var nextRequired: [Int] = []
    var groupName: [RegexID] = []
    var groupValue: [Int32] = []
    var minimum: Int
    /// nil where it cannot be reached.
    var maximum: Int?
    /// Counts above this are not told apart.
    var countLimit: Int
    /// The columns of `charges`: counts that can occur before additional members.
    var width: Int
    /// The tokens from member p with count c, at p * width + c.
    var charges: [Int32] = []

    var memberCount: Int { value.count }
}

internal struct CompiledArray {
    var prefix: [Int32]
    var rest: Int32?
    var minimum: Int
    var maximum: Int?
    var countLimit: Int
    var isDistinct: Bool
    var contains: CompiledContains?
    /// The expression of an element of each kind, where the array is distinct: the prefix's, then rest, matching, other.
    var spelling: [RegexID?] = []
}

internal struct CompiledContains {
    var matching: Int32
    var other: Int32?
    var minimum: Int
    var maximum: Int?
    var countLimit: Int { maximum ?? minimum }
}
