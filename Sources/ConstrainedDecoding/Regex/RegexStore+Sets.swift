// Union and intersection in their one form.

extension RegexStore {
    /// Above this many operands, the plain strings among them become one trie.
    private static let literalLimit = 24

    mutating func union(_ operands: [RegexID]) -> RegexID {
        var set = ByteSet()
        var rest: Set<RegexID> = []
        for operand in operands {
            switch self[operand] {
            case .nothing: continue
            case .bytes(let bytes): set = set.union(bytes)
            case .union(let inner):
                for part in inner {
                    if case .bytes(let bytes) = self[part] { set = set.union(bytes) } else { rest.insert(part) }
                }
            default: rest.insert(operand)
            }
        }
        if rest.contains(Self.anything) { return Self.anything }
        for operand in rest {
            if case .complement(let inner) = self[operand], rest.contains(inner) { return Self.anything }
        }
        if rest.contains(Self.epsilon), rest.contains(where: { $0 != Self.epsilon && isNullable($0) }) {
            rest.remove(Self.epsilon)
        }
        mergeRepetitions(&rest)
        if rest.count > Self.literalLimit { gatherLiterals(&rest) }
        if !set.isEmpty { rest.insert(bytes(set)) }
        return sorted(rest, empty: Self.nothing) { .union($0) }
    }

    mutating func intersection(_ operands: [RegexID]) -> RegexID {
        var set: ByteSet?
        var rest: Set<RegexID> = []
        for operand in operands {
            let parts: [RegexID]
            if case .intersection(let inner) = self[operand] { parts = inner } else { parts = [operand] }
            for part in parts {
                if case .bytes(let bytes) = self[part] {
                    set = set.map { $0.intersection(bytes) } ?? bytes
                } else if part != Self.anything {
                    rest.insert(part)
                }
            }
        }
        if rest.contains(Self.nothing) { return Self.nothing }
        if let set, set.isEmpty { return Self.nothing }
        if rest.contains(Self.epsilon) {
            return set == nil && rest.allSatisfy(isNullable) ? Self.epsilon : Self.nothing
        }
        for operand in rest {
            if case .complement(let inner) = self[operand], rest.contains(inner) { return Self.nothing }
        }
        if let set { rest.insert(bytes(set)) }
        return sorted(rest, empty: Self.anything) { .intersection($0) }
    }

    private mutating func sorted(
        _ operands: Set<RegexID>, empty: RegexID, make: ([RegexID]) -> RegexNode
    ) -> RegexID {
        if operands.isEmpty { return empty }
        if operands.count == 1, let only = operands.first { return only }
        return intern(make(operands.sorted { $0.index < $1.index }))
    }

    /// What a counted operand repeats, and what follows it.
    private struct Counted: Hashable {
        let operand: RegexID
        let tail: RegexID
    }

    /// r{a,b}t and r{c,d}t are one operand where the counts touch: without this, counters multiply.
    private mutating func mergeRepetitions(_ operands: inout Set<RegexID>) {
        var groups: [Counted: [(id: RegexID, minimum: Int, maximum: Int?)]] = [:]
        for id in operands {
            let (head, tail) =
                if case .concatenation(let head, let tail) = self[id] { (head, tail) } else { (id, Self.epsilon) }
            if case .repetition(let operand, let minimum, let maximum) = self[head] {
                groups[Counted(operand: operand, tail: tail), default: []].append((id, minimum, maximum))
            }
        }
        for (key, members) in groups where members.count > 1 {
            let ordered = members.sorted { ($0.minimum, $0.maximum ?? .max) < ($1.minimum, $1.maximum ?? .max) }
            var ranges: [(minimum: Int, maximum: Int?)] = []
            for member in ordered {
                if let last = ranges.last, (last.maximum ?? .max).addingSaturated(1) >= member.minimum {
                    let maximum = last.maximum.flatMap { known in member.maximum.map { max(known, $0) } }
                    ranges[ranges.count - 1].maximum = maximum
                } else {
                    ranges.append((member.minimum, member.maximum))
                }
            }
            guard ranges.count < members.count else { continue }
            for member in members { operands.remove(member.id) }
            for range in ranges {
                let head = repetition(key.operand, minimum: range.minimum, maximum: range.maximum)
                operands.insert(concatenation(head, key.tail))
            }
        }
    }

    private mutating func gatherLiterals(_ operands: inout Set<RegexID>) {
        var found: [(id: RegexID, bytes: [UInt8])] = []
        for id in operands {
            if let bytes = literalBytes(id) { found.append((id, bytes)) }
        }
        guard found.count > Self.literalLimit else { return }
        for literal in found { operands.remove(literal.id) }
        operands.insert(automaton(LiteralAutomaton(found.map(\.bytes))))
    }

    /// The lengths of the strings that an expression matches that is made of literals; nil for others.
    func literalLengths(_ id: RegexID) -> [Int]? {
        switch self[id] {
        case .epsilon: return [0]
        case .automaton(let index, let state):
            guard let literals = automata[index] as? LiteralAutomaton else { return nil }
            return literals.lengths(from: state)
        case .names(let node): return names.lengths(node)
        case .union(let operands):
            var all: [Int] = []
            for operand in operands {
                guard let lengths = literalLengths(operand) else { return nil }
                all += lengths
            }
            return all
        default: return literalBytes(id).map { [$0.count] }
        }
    }

    /// An expression without the finite sets that it excludes, such as the names of declared members; nil where it excludes
    /// others, or none.
    /// - Parameters:
    ///   - length: of what stands beside it: literals before and after.
    ///   - exceptions: the lengths of the strings that are excluded.
    mutating func withoutExceptions(_ id: RegexID, beside length: Int, _ exceptions: inout [Int]) -> RegexID? {
        switch self[id] {
        case .concatenation(let head, let tail):
            if let before = literalBytes(head) {
                let rest = withoutExceptions(tail, beside: length + before.count, &exceptions)
                return rest.map { concatenation(head, $0) }
            }
            guard let after = literalBytes(tail) else { return nil }
            return withoutExceptions(head, beside: length + after.count, &exceptions).map { concatenation($0, tail) }
        case .intersection(let parts):
            var kept: [RegexID] = []
            for part in parts {
                guard case .complement(let operand) = self[part] else {
                    kept.append(part)
                    continue
                }
                guard let lengths = literalLengths(operand) else { return nil }
                exceptions += lengths.map { $0 + length }
            }
            return kept.count < parts.count ? intersection(kept) : nil
        default: return nil
        }
    }

    private func literalBytes(_ id: RegexID) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = id
        while true {
            switch self[rest] {
            case .concatenation(let head, let tail):
                guard case .bytes(let set) = self[head], set.count == 1, let byte = set.first else { return nil }
                result.append(byte)
                rest = tail
            case .bytes(let set):
                guard set.count == 1, let byte = set.first else { return nil }
                return result + [byte]
            default: return nil
            }
        }
    }
}
