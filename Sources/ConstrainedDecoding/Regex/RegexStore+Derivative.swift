// Derivatives: what may follow a byte. Work lists instead of recursion, since expressions are as deep as their authors like.

extension RegexStore {
    mutating func derivative(_ root: RegexID, by byte: UInt8) -> RegexID {
        if let known = derivatives[key(root, byte)] { return known }
        if derivatives.count > Self.derivativeLimit { derivatives.removeAll(keepingCapacity: true) }
        var work = [root]
        var needs: [RegexID] = []
        while let id = work.last {
            if derivatives[key(id, byte)] != nil {
                work.removeLast()
                continue
            }
            needs.removeAll(keepingCapacity: true)
            switch self[id] {
            case .nothing, .epsilon, .bytes, .automaton: break
            case .concatenation(let head, let tail):
                needs.append(head)
                if isNullable(head) { needs.append(tail) }
            case .union(let operands), .intersection(let operands): needs = operands
            case .complement(let operand), .repetition(let operand, _, _): needs.append(operand)
            }
            let before = work.count
            for need in needs where derivatives[key(need, byte)] == nil { work.append(need) }
            if work.count > before { continue }
            derivatives[key(id, byte)] = combine(id, byte)
            work.removeLast()
        }
        return derivatives[key(root, byte)] ?? Self.nothing
    }

    private func key(_ id: RegexID, _ byte: UInt8) -> UInt64 {
        UInt64(UInt32(bitPattern: id.index)) << 8 | UInt64(byte)
    }

    private mutating func combine(_ id: RegexID, _ byte: UInt8) -> RegexID {
        func part(_ id: RegexID) -> RegexID { derivatives[key(id, byte)] ?? Self.nothing }
        switch self[id] {
        case .nothing, .epsilon: return Self.nothing
        case .bytes(let set): return set.contains(byte) ? Self.epsilon : Self.nothing
        case .automaton(let index, let state):
            guard let next = automata[index].step(state, byte) else { return Self.nothing }
            return intern(.automaton(index, state: next))
        case .concatenation(let head, let tail):
            let first = concatenation(part(head), tail)
            return isNullable(head) ? union([first, part(tail)]) : first
        case .union(let operands): return union(operands.map(part))
        case .intersection(let operands): return intersection(operands.map(part))
        case .complement(let operand): return complement(part(operand))
        case .repetition(let operand, let minimum, let maximum):
            let rest = repetition(operand, minimum: max(minimum - 1, 0), maximum: maximum.map { $0 - 1 })
            return concatenation(part(operand), rest)
        }
    }

    /// Bytes of one class have the same derivative. The classes may be finer than need be.
    mutating func classes(_ root: RegexID) -> BytePartition {
        var root = root
        var rest: [RegexID] = []
        while true {
            switch self[root] {
            case .repetition(let operand, _, _), .complement(let operand): root = operand
            case .concatenation(let head, let tail):
                if isNullable(head) { rest.append(tail) }
                root = head
            default:
                var result = knownClasses(root)
                for next in rest { result.refine(by: walkedClasses(next)) }
                return result
            }
        }
    }

    private mutating func knownClasses(_ root: RegexID) -> BytePartition {
        if let known = partitions[root] { return known }
        if partitions.count > Self.partitionLimit { partitions.removeAll() }
        let result = walkedClasses(root)
        partitions[root] = result
        return result
    }

    private func walkedClasses(_ root: RegexID) -> BytePartition {
        var result = BytePartition()
        var seen: Set<RegexID> = [root]
        var sets: Set<ByteSet> = []
        var work = [root]
        func visit(_ id: RegexID) { if seen.insert(id).inserted { work.append(id) } }
        while let id = work.popLast() {
            switch self[id] {
            case .nothing, .epsilon: break
            case .bytes(let set): if sets.insert(set).inserted { result.refine(by: set) }
            case .automaton(let index, let state):
                var labels = [Int32](repeating: -1, count: 256)
                for byte in automata[index].bytes(from: state).bytes {
                    labels[Int(byte)] = Int32(automata[index].step(state, byte) ?? -1)
                }
                result.refine(by: BytePartition(labels: labels))
            case .concatenation(let head, let tail):
                visit(head)
                if isNullable(head) { visit(tail) }
            case .union(let operands), .intersection(let operands): operands.forEach(visit)
            case .complement(let operand), .repetition(let operand, _, _): visit(operand)
            }
        }
        return result
    }

    /// A shortest string that `root` matches; nil where there is none.
    /// - Throws: `RegexError.tooManyStates` where `limit` derivatives don't decide it.
    mutating func shortestMatch(_ root: RegexID, alphabet: ByteSet, limit: Int) throws -> [UInt8]? {
        var from: [RegexID: (before: RegexID, byte: UInt8)] = [root: (root, 0)]
        var queue = [root]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            if isNullable(state) {
                var path: [UInt8] = []
                var place = state
                while place != root, let step = from[place] {
                    path.append(step.byte)
                    place = step.before
                }
                return path.reversed()
            }
            let partition = classes(state)
            var done = [Bool](repeating: false, count: partition.count)
            for byte in UInt8.min...UInt8.max where alphabet.contains(byte) && !done[Int(partition.classOf[Int(byte)])]
            {
                done[Int(partition.classOf[Int(byte)])] = true
                let target = derivative(state, by: byte)
                guard target != Self.nothing, from[target] == nil else { continue }
                guard queue.count < limit else { throw RegexError.tooManyStates(limit: limit) }
                from[target] = (state, byte)
                queue.append(target)
            }
        }
        return nil
    }
}
