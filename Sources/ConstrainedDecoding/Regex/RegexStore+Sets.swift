// Union and intersection in their one form.

extension RegexStore {
    /// Above this many operands, the plain strings among them become one trie.
    private static let literalLimit = 24

    mutating func union(_ operands: [RegexID]) -> RegexID {
        var set = ByteSet()
        var rest: [RegexID] = []
        rest.reserveCapacity(operands.count)
        for operand in operands {
            switch self[operand] {
            case .nothing: continue
            case .bytes(let bytes): set = set.union(bytes)
            case .union(let inner):
                for part in inner {
                    if case .bytes(let bytes) = self[part] { set = set.union(bytes) } else { rest.append(part) }
                }
            default: rest.append(operand)
            }
        }
        sort(&rest)
        if holds(rest, Self.anything) { return Self.anything }
        for operand in rest {
            if case .complement(let inner) = self[operand], holds(rest, inner) { return Self.anything }
        }
        if rest.first == Self.epsilon, rest.dropFirst().contains(where: isNullable) { rest.removeFirst() }
        mergeRepetitions(&rest)
        if rest.count > Self.literalLimit { gatherLiterals(&rest) }
        if !set.isEmpty {
            rest.append(bytes(set))
            sort(&rest)
        }
        switch rest.count {
        case 0: return Self.nothing
        case 1: return rest[0]
        default: return intern(.union(rest))
        }
    }

    mutating func intersection(_ operands: [RegexID]) -> RegexID {
        var set: ByteSet?
        var rest: [RegexID] = []
        rest.reserveCapacity(operands.count)
        func add(_ part: RegexID) {
            if case .bytes(let bytes) = self[part] {
                set = set.map { $0.intersection(bytes) } ?? bytes
            } else if part != Self.anything {
                rest.append(part)
            }
        }
        for operand in operands {
            if case .intersection(let inner) = self[operand] { inner.forEach(add) } else { add(operand) }
        }
        sort(&rest)
        if rest.first == Self.nothing { return Self.nothing }
        if let set, set.isEmpty { return Self.nothing }
        if rest.first == Self.epsilon {
            return set == nil && rest.allSatisfy(isNullable) ? Self.epsilon : Self.nothing
        }
        for operand in rest {
            if case .complement(let inner) = self[operand], holds(rest, inner) { return Self.nothing }
        }
        if let set {
            rest.append(bytes(set))
            sort(&rest)
        }
        switch rest.count {
        case 0: return Self.anything
        case 1: return rest[0]
        default: return intern(.intersection(rest))
        }
    }

    private func holds(_ operands: [RegexID], _ operand: RegexID) -> Bool {
        var low = 0
        var high = operands.count
        while low < high {
            let middle = (low + high) / 2
            if operands[middle].index < operand.index { low = middle + 1 } else { high = middle }
        }
        return low < operands.count && operands[low] == operand
    }

    /// Ascending and without repetition.
    private func sort(_ operands: inout [RegexID]) {
        if operands.count < 2 { return }
        operands.sort { $0.index < $1.index }
        var kept = 1
        for place in 1..<operands.count where operands[place] != operands[kept - 1] {
            operands[kept] = operands[place]
            kept += 1
        }
        operands.removeSubrange(kept...)
    }

    /// What a counted operand repeats, and what follows it.
    private struct Counted: Hashable {
        let operand: RegexID
        let tail: RegexID
    }

    /// r{a,b}t and r{c,d}t are one operand where the counts touch: without this, counters multiply.
    private mutating func mergeRepetitions(_ operands: inout [RegexID]) {
        var members: [(place: Int, key: Counted, minimum: Int, maximum: Int?)] = []
        for (place, id) in operands.enumerated() {
            let (head, tail) =
                if case .concatenation(let head, let tail) = self[id] { (head, tail) } else { (id, Self.epsilon) }
            if case .repetition(let operand, let minimum, let maximum) = self[head] {
                members.append((place, Counted(operand: operand, tail: tail), minimum, maximum))
            }
        }
        guard members.count > 1 else { return }
        let groups = Dictionary(grouping: members, by: \.key).filter { $0.value.count > 1 }
        var dropped: Set<Int> = []
        var merged: [RegexID] = []
        for (key, members) in groups {
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
            dropped.formUnion(members.map(\.place))
            for range in ranges {
                let head = repetition(key.operand, minimum: range.minimum, maximum: range.maximum)
                merged.append(concatenation(head, key.tail))
            }
        }
        guard !merged.isEmpty else { return }
        operands = operands.indices.filter { !dropped.contains($0) }.map { operands[$0] } + merged
        sort(&operands)
    }

    private mutating func gatherLiterals(_ operands: inout [RegexID]) {
        var found: [[UInt8]] = []
        var others: [RegexID] = []
        for id in operands {
            if let bytes = literalBytes(id) { found.append(bytes) } else { others.append(id) }
        }
        guard found.count > Self.literalLimit else { return }
        operands = others + [automaton(LiteralAutomaton(found))]
        sort(&operands)
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
    /// none.
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
                if case .complement(let operand) = self[part], let lengths = literalLengths(operand) {
                    exceptions += lengths.map { $0 + length }
                } else {
                    kept.append(withoutExceptions(part, beside: length, &exceptions) ?? part)
                }
            }
            return kept == parts ? nil : intersection(kept)
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
