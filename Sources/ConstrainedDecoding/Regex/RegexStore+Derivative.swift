// Derivatives: what may follow a byte. Work lists instead of recursion, since expressions are as deep as their authors like.

extension RegexStore {
    mutating func derivative(_ root: RegexID, by byte: UInt8) -> RegexID {
        if let known = knownDerivative(root, byte) { return known }
        if derivatives.count > Self.derivativeLimit { derivatives.removeAll() }
        var work = [root]
        var needs: [RegexID] = []
        while let id = work.last {
            if knownDerivative(id, byte) != nil {
                work.removeLast()
                continue
            }
            needs.removeAll(keepingCapacity: true)
            switch self[id] {
            case .nothing, .epsilon, .bytes, .automaton, .names: break
            case .concatenation(let head, let tail):
                needs.append(head)
                if isNullable(head) { needs.append(tail) }
            case .union(let operands), .intersection(let operands): needs = operands
            case .complement(let operand), .repetition(let operand, _, _): needs.append(operand)
            }
            let before = work.count
            for need in needs where knownDerivative(need, byte) == nil { work.append(need) }
            if work.count > before { continue }
            derivatives.set(key(id, byte), combine(id, byte).index)
            work.removeLast()
        }
        return knownDerivative(root, byte) ?? Self.nothing
    }

    private func knownDerivative(_ id: RegexID, _ byte: UInt8) -> RegexID? {
        let known = derivatives[key(id, byte)]
        return known < 0 ? nil : RegexID(index: known)
    }

    private func key(_ id: RegexID, _ byte: UInt8) -> UInt64 {
        UInt64(UInt32(bitPattern: id.index)) << 8 | UInt64(byte)
    }

    private mutating func combine(_ id: RegexID, _ byte: UInt8) -> RegexID {
        func part(_ id: RegexID) -> RegexID { knownDerivative(id, byte) ?? Self.nothing }
        switch self[id] {
        case .nothing, .epsilon: return Self.nothing
        case .bytes(let set): return set.contains(byte) ? Self.epsilon : Self.nothing
        case .automaton(let index, let state):
            guard let next = automata[index].step(state, byte) else { return Self.nothing }
            return intern(.automaton(index, state: next))
        case .names(let node): return names(below: names.child(node, byte))
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
            case .bytes(let set): sets.insert(set)
            case .automaton(let index, let state):
                var labels = [Int32](repeating: -1, count: 256)
                for byte in automata[index].bytes(from: state).bytes {
                    labels[Int(byte)] = Int32(automata[index].step(state, byte) ?? -1)
                }
                result.refine(by: BytePartition(labels: labels))
            case .names(let node):
                // Each byte leads elsewhere.
                var labels = [Int32](repeating: -1, count: 256)
                for byte in names.bytes(from: node) { labels[Int(byte)] = Int32(byte) }
                result.refine(by: BytePartition(labels: labels))
            case .concatenation(let head, let tail):
                visit(head)
                if isNullable(head) { visit(tail) }
            case .union(let operands), .intersection(let operands): operands.forEach(visit)
            case .complement(let operand), .repetition(let operand, _, _): visit(operand)
            }
        }
        if !sets.isEmpty { result.refine(by: Array(sets)) }
        return result
    }

    /// A shortest string that `root` matches; nil where there is none.
    /// - Throws: `RegexError.tooManyStates` where `limit` derivatives don't decide it.
    mutating func shortestMatch(_ root: RegexID, alphabet: ByteSet, limit: Int) throws -> [UInt8]? {
        if isNullable(root) { return [] }
        var from: [RegexID: (before: RegexID, byte: UInt8)] = [root: (root, 0)]
        var depths = [root: 0]
        var queue = BucketQueue<OpenEnd>()
        queue.push(OpenEnd(state: root, depth: 0), leastLength(root))
        while let (first, priority) = queue.pop() {
            var end = first
            guard depths[end.state] == end.depth else { continue }
            if isNullable(end.state) { return path(to: end.state, from) }
            let bytes = classes(end.state).representatives(in: alphabet)
            while end.next < bytes.count {
                let byte = bytes[end.next]
                end.next += 1
                let target = derivative(end.state, by: byte)
                let depth = end.depth + 1
                let hope = depth + leastLength(target)
                guard leastLength(target) < Self.farLength, depth < depths[target] ?? .max else { continue }
                guard depths.count < limit else { throw RegexError.tooManyStates(limit: limit) }
                depths[target] = depth
                from[target] = (end.state, byte)
                if isNullable(target), depth <= priority { return path(to: target, from) }
                // Straight ahead; the other classes only where this leads nowhere.
                if hope <= priority { queue.push(end, priority) }
                queue.push(OpenEnd(state: target, depth: depth), max(priority, hope))
                if hope <= priority { break }
            }
        }
        return nil
    }

    /// A place in a search for a match: the next of its classes to look at.
    private struct OpenEnd {
        let state: RegexID
        let depth: Int
        var next = 0
    }

    private func path(to end: RegexID, _ from: [RegexID: (before: RegexID, byte: UInt8)]) -> [UInt8] {
        var result: [UInt8] = []
        var place = end
        while let step = from[place], step.before != place {
            result.append(step.byte)
            place = step.before
        }
        return result.reversed()
    }
}
