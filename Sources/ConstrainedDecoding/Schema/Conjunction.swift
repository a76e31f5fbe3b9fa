// What a value must satisfy: a set of schemas, each as it stands or negated. Sets are interned, so that references,
// recursion and intersections end: there are only so many schemas in a document.

/// A schema, or a constant, of the document; or all that it doesn't allow.
struct Literal: Hashable, Comparable {
    private let code: Int

    init(schema node: Int, isNegated: Bool = false) { code = node << 2 | (isNegated ? 1 : 0) }

    init(constant node: Int, isNegated: Bool = false) { code = node << 2 | 2 | (isNegated ? 1 : 0) }

    private init(code: Int) { self.code = code }

    var node: Int { code >> 2 }
    var isConstant: Bool { code & 2 != 0 }
    var isNegated: Bool { code & 1 != 0 }
    var negated: Literal { Literal(code: code ^ 1) }

    static func < (left: Literal, right: Literal) -> Bool { left.code < right.code }
}

/// An interned set of literals, all of which hold.
struct Conjunction: Hashable {
    let index: Int

    /// No condition.
    static let everything = Conjunction(index: 0)
    /// A contradiction on its face.
    static let nothing = Conjunction(index: 1)
}

/// The conjunctions of one compilation.
struct ConjunctionTable {
    /// The literals of each, in the order in which they came together first.
    private(set) var literals: [[Literal]] = [[], []]
    private var numbers: [[Literal]: Conjunction] = [[]: .everything]
    private var pairs: [[Conjunction]: Conjunction] = [:]

    subscript(_ conjunction: Conjunction) -> [Literal] { literals[conjunction.index] }

    mutating func intern(_ parts: [Literal]) -> Conjunction {
        var seen: Set<Literal> = []
        var ordered: [Literal] = []
        for part in parts where seen.insert(part).inserted {
            if seen.contains(part.negated) { return .nothing }
            ordered.append(part)
        }
        let key = ordered.sorted()
        if let known = numbers[key] { return known }
        let conjunction = Conjunction(index: literals.count)
        numbers[key] = conjunction
        literals.append(ordered)
        return conjunction
    }

    mutating func both(_ left: Conjunction, _ right: Conjunction) -> Conjunction {
        if left == right || right == .everything { return left }
        if left == .everything { return right }
        if left == .nothing || right == .nothing { return .nothing }
        if let known = pairs[[left, right]] { return known }
        let result = intern(self[left] + self[right])
        pairs[[left, right]] = result
        return result
    }
}
