// The expressions of an arena, each stored once, and the constructors that bring them into one form: unions and
// intersections flat, sorted and without repetition, sequences leaning right, what absorbs absorbed. Without this form
// the derivatives of an expression would not be finitely many.

/// An expression, its parts by number.
internal enum RegexNode: Hashable {
    case nothing
    case epsilon
    case bytes(ByteSet)
    /// The head is no sequence, but for one longer than `RegexStore.spineLimit`.
    case concatenation(RegexID, RegexID)
    case union([RegexID])
    case intersection([RegexID])
    case complement(RegexID)
    case repetition(RegexID, minimum: Int, maximum: Int?)
    case automaton(Int, state: Int)
    /// The strings below a node of `RegexStore.names`.
    case names(Int32)
}

internal struct RegexStore {
    static let nothing = RegexID(index: 0)
    static let epsilon = RegexID(index: 1)
    /// Every string.
    static let anything = RegexID(index: 2)

    /// Longer sequences are not brought to lean right: deep nesting would cost the square of its depth.
    private static let spineLimit = 64

    private(set) var nodes: [RegexNode] = []
    private(set) var nullable: [Bool] = []
    /// No match of an expression is shorter.
    private(set) var leastLength: [Int32] = []
    /// The length of matches that do not exist, or are too long for a search.
    static let farLength: Int32 = 1 << 20
    private var numbers = HashChains()
    /// Derivatives by expression and byte; forgotten beyond `derivativeLimit`.
    var derivatives = NumberTable()
    static let derivativeLimit = 30_000
    /// Classes by expression; forgotten beyond `partitionLimit`.
    var partitions: [RegexID: BytePartition] = [:]
    static let partitionLimit = 1_000
    private(set) var automata: [any ByteAutomaton] = []
    var names = NameTrie()

    init() {
        _ = intern(.nothing)
        _ = intern(.epsilon)
        _ = intern(.complement(Self.nothing))
    }

    subscript(id: RegexID) -> RegexNode { nodes[Int(id.index)] }

    func isNullable(_ id: RegexID) -> Bool { nullable[Int(id.index)] }

    mutating func intern(_ node: RegexNode) -> RegexID {
        let hash = Self.hash(node)
        var known = numbers.last(hash)
        while known >= 0 {
            if nodes[Int(known)] == node { return RegexID(index: known) }
            known = numbers.before(known)
        }
        let id = RegexID(index: Int32(nodes.count))
        numbers.append(hash)
        nodes.append(node)
        nullable.append(holdsEmptyString(node))
        leastLength.append(min(Self.farLength, nullable[nullable.count - 1] ? 0 : lengthBound(node)))
        return id
    }

    private static func hash(_ node: RegexNode) -> UInt64 {
        func mix(_ kind: UInt64, _ parts: [RegexID]) -> UInt64 {
            parts.reduce(kind) { HashChains.mix($0, UInt64($1.index)) }
        }
        switch node {
        case .nothing: return 1
        case .epsilon: return 2
        case .bytes(let set): return set.words.reduce(3) { HashChains.mix($0, $1) }
        case .concatenation(let head, let tail): return HashChains.mix(4, head.index, tail.index)
        case .union(let parts): return mix(5, parts)
        case .intersection(let parts): return mix(6, parts)
        case .complement(let operand): return HashChains.mix(7, 0, operand.index)
        case .repetition(let operand, let minimum, let maximum):
            let counts = HashChains.mix(HashChains.mix(8, UInt64(minimum)), UInt64(bitPattern: Int64(maximum ?? -1)))
            return HashChains.mix(counts, 0, operand.index)
        case .automaton(let index, let state): return HashChains.mix(HashChains.mix(9, UInt64(index)), UInt64(state))
        case .names(let node): return HashChains.mix(10, 0, node)
        }
    }

    private func lengthBound(_ node: RegexNode) -> Int32 {
        func least(_ id: RegexID) -> Int32 { leastLength[Int(id.index)] }
        switch node {
        case .nothing: return Self.farLength
        case .epsilon, .complement: return 0
        case .bytes: return 1
        case .concatenation(let head, let tail): return least(head) + least(tail)
        case .union(let operands): return operands.reduce(Self.farLength) { min($0, least($1)) }
        case .intersection(let operands): return operands.reduce(0) { max($0, least($1)) }
        case .repetition(let operand, let minimum, _):
            return Int32(min(Int(Self.farLength), minimum.multipliedSaturated(by: Int(least(operand)))))
        case .automaton(let index, let state): return Int32(clamping: automata[index].leastLength(from: state))
        case .names(let node): return names.accepts(node) ? 0 : 1
        }
    }

    /// A length that no match of `id` is below.
    func leastLength(_ id: RegexID) -> Int { Int(leastLength[Int(id.index)]) }

    private func holdsEmptyString(_ node: RegexNode) -> Bool {
        switch node {
        case .nothing, .bytes: false
        case .epsilon: true
        case .concatenation(let head, let tail): isNullable(head) && isNullable(tail)
        case .union(let operands): operands.contains(where: isNullable)
        case .intersection(let operands): operands.allSatisfy(isNullable)
        case .complement(let operand): !isNullable(operand)
        case .repetition(let operand, let minimum, _): minimum == 0 || isNullable(operand)
        case .automaton(let index, let state): automata[index].accepts(state)
        case .names(let node): names.accepts(node)
        }
    }

    mutating func bytes(_ set: ByteSet) -> RegexID { set.isEmpty ? Self.nothing : intern(.bytes(set)) }

    mutating func literal(_ bytes: [UInt8]) -> RegexID {
        var result = Self.epsilon
        for byte in bytes.reversed() {
            let head = self.bytes(ByteSet(CollectionOfOne(byte)))
            result = result == Self.epsilon ? head : intern(.concatenation(head, result))
        }
        return result
    }

    mutating func literals(_ literals: [[UInt8]]) -> RegexID {
        switch literals.count {
        case 0: Self.nothing
        case 1: literal(literals[0])
        default: automaton(LiteralAutomaton(literals))
        }
    }

    /// A measure of the memory in use, in bytes.
    var byteCount: Int { nodes.count * 160 + derivatives.count * 24 + partitions.count * 320 + names.byteCount }

    /// Forgets what is worked out again when asked for.
    mutating func forgetDerivatives() {
        derivatives.removeAll()
        partitions.removeAll()
    }

    /// The strings below a node of `names`.
    mutating func names(below node: Int32) -> RegexID {
        if node == 0 { return Self.nothing }
        return names.isEnd(node) ? Self.epsilon : intern(.names(node))
    }

    mutating func automaton(_ automaton: any ByteAutomaton) -> RegexID {
        automata.append(automaton)
        return intern(.automaton(automata.count - 1, state: automaton.start))
    }

    mutating func concatenation(_ operands: [RegexID]) -> RegexID {
        var result = Self.epsilon
        for operand in operands.reversed() { result = concatenation(operand, result) }
        return result
    }

    mutating func concatenation(_ head: RegexID, _ tail: RegexID) -> RegexID {
        if head == Self.nothing || tail == Self.nothing { return Self.nothing }
        if head == Self.epsilon { return tail }
        var spine: [RegexID] = []
        var end = head
        while case .concatenation(let first, let rest) = self[end] {
            spine.append(first)
            end = rest
            if spine.count == Self.spineLimit { return intern(.concatenation(head, tail)) }
        }
        var result = tail == Self.epsilon ? end : prepend(end, to: tail)
        for part in spine.reversed() { result = prepend(part, to: result) }
        return result
    }

    /// r{a,b} before r{c,d} is r{a+c,b+d}.
    private mutating func prepend(_ head: RegexID, to tail: RegexID) -> RegexID {
        if head == Self.anything, tail == Self.anything { return tail }
        guard case .repetition(let operand, let minimum, let maximum) = self[head] else {
            return intern(.concatenation(head, tail))
        }
        let next: RegexID
        let rest: RegexID?
        if case .concatenation(let first, let remainder) = self[tail] {
            (next, rest) = (first, remainder)
        } else {
            (next, rest) = (tail, nil)
        }
        guard case .repetition(operand, let more, let most) = self[next] else {
            return intern(.concatenation(head, tail))
        }
        let sum = maximum.flatMap { maximum in most.map { maximum.addingSaturated($0) } }
        let merged = repetition(operand, minimum: minimum.addingSaturated(more), maximum: sum)
        return rest.map { intern(.concatenation(merged, $0)) } ?? merged
    }

    mutating func complement(_ operand: RegexID) -> RegexID {
        if case .complement(let inner) = self[operand] { return inner }
        return intern(.complement(operand))
    }

    mutating func repetition(_ operand: RegexID, minimum: Int, maximum: Int?) -> RegexID {
        if let maximum, maximum < minimum { return Self.nothing }
        if maximum == 0 || operand == Self.epsilon { return Self.epsilon }
        if operand == Self.nothing { return minimum <= 0 ? Self.epsilon : Self.nothing }
        let least = isNullable(operand) ? 0 : max(minimum, 0)
        if operand == Self.anything { return operand }
        if least == 1 && maximum == 1 { return operand }
        if isNullable(operand), maximum == 1 { return operand }
        if case .repetition(let inner, let from, let to) = self[operand] {
            if from == 0, to == nil { return operand }
            if from <= 1, least == 0, maximum == nil { return repetition(inner, minimum: 0, maximum: nil) }
            if from == 0, to == 1 { return repetition(inner, minimum: 0, maximum: maximum) }
        }
        if least == 0, maximum == nil, case .bytes(.all) = self[operand] { return Self.anything }
        return intern(.repetition(operand, minimum: least, maximum: maximum))
    }
}

extension Int {
    /// A sum that stays within the type.
    internal func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
