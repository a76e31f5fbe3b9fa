// The deterministic automaton of all expressions of a grammar, built as it is walked. A state is an expression; bytes
// outside the vocabulary's alphabet lead nowhere. Every state that a walk enters can be finished, and knows how: its
// witness is a shortest rest, and the witness after the witness's first byte is the rest of it.

internal struct LexemeAutomaton {
    /// How many states one search for a witness may visit.
    static let searchLimit = 20_000
    private static let unexplored: Int32 = -2
    static let dead: Int32 = -1
    private static let farAway: Int32 = .max

    var store: RegexStore
    let vocabulary: VocabularyTrie
    var partitions = PartitionTable()
    var characterTargets: [Int32: AfterCharacter] = [:]
    /// By state: the kinds of characters that were asked about, and those of them that lead back to it.
    var loopKnown: [CharacterKinds] = []
    var loopHolds: [CharacterKinds] = []
    var shortest: [Int32: ShortestStrings] = [:]
    var openStrings: [RegexID: OpenStrings] = [:]

    /// The partition of each expression that was asked about. See `LexemeAutomaton+Classes`.
    var classNumbers = NumberTable()
    var classProducts = NumberTable()
    var alphabetNumber: Int32 = -1
    /// By state: the state without large counts, and the least of those; see `LexemeAutomaton+Counts`.
    var looseStates: [Int32: (state: Int32, limit: Int)] = [:]

    /// By expression; -1 where it is no state.
    private var numbers: [Int32] = []
    private(set) var expressions: [RegexID] = []
    private(set) var accepting: [Bool] = []
    private(set) var partition: [Int32] = []
    private var rowStart: [Int32] = []
    /// Targets by class: a state known to be alive; `dead`; `unexplored`; or -3 - q for a state q not yet judged.
    private var rows: [Int32] = []
    /// The length of the witness; -1 where not known yet.
    private var distance: [Int32] = []
    private var witnessByte: [UInt8] = []
    /// Tokens for the witness; -1 where not known yet.
    private var charge: [Int32] = []

    init(store: RegexStore, vocabulary: VocabularyTrie) {
        self.store = store
        self.vocabulary = vocabulary
    }

    var count: Int { expressions.count }

    /// A measure of the memory in use.
    var byteCount: Int {
        store.byteCount + expressions.count * 90 + classNumbers.count * 24 + classProducts.count * 24 + rows.count * 4
            + partitions.count * 600
    }

    mutating func state(_ id: RegexID) -> Int32 {
        let place = Int(id.index)
        if place < numbers.count, numbers[place] >= 0 { return numbers[place] }
        let state = Int32(expressions.count)
        while numbers.count <= place { numbers.append(-1) }
        numbers[place] = state
        expressions.append(id)
        accepting.append(store.isNullable(id))
        partition.append(-1)
        loopKnown.append(.others)
        loopHolds.append([])
        rowStart.append(0)
        distance.append(accepting[Int(state)] ? 0 : -1)
        witnessByte.append(0)
        charge.append(accepting[Int(state)] ? 0 : -1)
        return state
    }

    /// The number of its partition; the bytes of a class lead to one state.
    mutating func partition(of state: Int32) -> Int32 {
        let known = partition[Int(state)]
        if known >= 0 { return known }
        let number = classNumber(spellable: expressions[Int(state)])
        partition[Int(state)] = number
        rowStart[Int(state)] = Int32(rows.count)
        rows.append(contentsOf: repeatElement(Self.unexplored, count: partitions.representatives(number).count))
        return number
    }

    /// The state after `byte`, or `dead`.
    @inline(__always)
    mutating func step(_ state: Int32, _ byte: UInt8) -> Int32 {
        let number = partition[Int(state)]
        if number >= 0 {
            let known = rows[Int(rowStart[Int(state)]) + Int(partitions.classOf(number, byte))]
            if known >= Self.dead { return known }
        }
        return judge(state, byte)
    }

    private mutating func judge(_ state: Int32, _ byte: UInt8) -> Int32 {
        let place = self.place(state, byte)
        let raw = explore(state, byte, place)
        if raw == Self.dead { return raw }
        let alive = isAlive(raw)
        rows[place] = alive ? raw : Self.dead
        return rows[place]
    }

    private mutating func place(_ state: Int32, _ byte: UInt8) -> Int {
        let number = partition(of: state)
        return Int(rowStart[Int(state)]) + Int(partitions.classOf(number, byte))
    }

    private mutating func explore(_ state: Int32, _ byte: UInt8, _ place: Int) -> Int32 {
        let known = rows[place]
        if known != Self.unexplored { return known < Self.unexplored ? -3 - known : known }
        guard vocabulary.alphabet.contains(byte) else {
            rows[place] = Self.dead
            return Self.dead
        }
        let target = store.derivative(expressions[Int(state)], by: byte)
        if target == RegexStore.nothing {
            rows[place] = Self.dead
            return Self.dead
        }
        let number = self.state(target)
        rows[place] = -3 - number
        return number
    }

    mutating func isAlive(_ state: Int32) -> Bool {
        if distance[Int(state)] < 0 { _ = findWitness(state) }
        return distance[Int(state)] < Self.farAway
    }

    /// Whether the witness of a state is found within the limit; false: given up, and the state counts as dead.
    mutating func isDecided(_ state: Int32) -> Bool {
        distance[Int(state)] >= 0 || findWitness(state)
    }

    /// Whether any byte leads on.
    mutating func hasContinuation(_ state: Int32) -> Bool {
        let number = partition(of: state)
        for byte in partitions.representatives(number) where step(state, byte) != Self.dead { return true }
        return false
    }

    /// A place in a search for a witness: the next of its classes to look at.
    private struct OpenEnd {
        let state: Int32
        let depth: Int
        var next = 0
    }

    /// The shortest string first that a state may still need by its form (Hart, Nilsson and Raphael, 1968,
    /// doi:10.1109/TSSC.1968.300136), over states that may already know their witness.
    private mutating func findWitness(_ root: Int32) -> Bool {
        if goStraight(root) { return true }
        var from: [Int32: (before: Int32, byte: UInt8)] = [:]
        var depths: [Int32: Int] = [root: 0]
        var queue = BucketQueue<OpenEnd>()
        queue.push(OpenEnd(state: root, depth: 0), hope(root) ?? 0)
        var best: (total: Int, state: Int32)?
        search: while let (first, priority) = queue.pop() {
            var end = first
            if let best, best.total <= priority { break }
            guard depths[end.state] == end.depth else { continue }
            let number = partition(of: end.state)
            let bytes = partitions.preferred(number, vocabulary.alphabet)
            while end.next < bytes.count {
                let byte = bytes[end.next]
                end.next += 1
                let target = explore(end.state, byte, place(end.state, byte))
                let depth = end.depth + 1
                guard target != Self.dead, let rest = hope(target), depth < depths[target] ?? .max else { continue }
                depths[target] = depth
                from[target] = (end.state, byte)
                if distance[Int(target)] >= 0 {
                    if depth + rest < best?.total ?? .max { best = (depth + rest, target) }
                    if depth + rest <= priority { break search }
                    continue
                }
                // Straight ahead; the other classes only where this leads nowhere.
                let isStraight = depth + rest <= priority
                if isStraight { queue.push(end, priority) }
                queue.push(OpenEnd(state: target, depth: depth), max(priority, depth + rest))
                if isStraight { break }
            }
            if depths.count > Self.searchLimit {
                if best != nil { break }
                distance[Int(root)] = Self.farAway
                return false
            }
        }
        guard let best else {
            for state in depths.keys { distance[Int(state)] = Self.farAway }
            return true
        }
        var state = best.state
        while state != root, let step = from[state] {
            distance[Int(step.before)] = distance[Int(state)] + 1
            witnessByte[Int(step.before)] = step.byte
            state = step.before
        }
        return true
    }

    /// The search where it never has to turn back: each byte leads to a state that hopes for one byte less.
    private mutating func goStraight(_ root: Int32) -> Bool {
        guard var rest = hope(root), rest > 0 else { return false }
        var path: [(state: Int32, byte: UInt8)] = []
        var state = root
        walk: while distance[Int(state)] < 0 {
            let number = partition(of: state)
            for byte in partitions.preferred(number, vocabulary.alphabet) {
                let target = explore(state, byte, place(state, byte))
                guard target != Self.dead, hope(target) == rest - 1 else { continue }
                path.append((state, byte))
                state = target
                rest -= 1
                continue walk
            }
            return false
        }
        for (length, step) in path.reversed().enumerated() {
            distance[Int(step.state)] = distance[Int(state)] + Int32(length) + 1
            witnessByte[Int(step.state)] = step.byte
        }
        return true
    }

    /// No rest of the state is shorter; nil where it is known to have none.
    private func hope(_ state: Int32) -> Int? {
        let known = distance[Int(state)]
        if known >= 0 { return known < Self.farAway ? Int(known) : nil }
        let least = store.leastLength(expressions[Int(state)])
        return least < RegexStore.farLength ? least : nil
    }

    /// The first byte of the witness and the state after it; nil where the witness is empty.
    mutating func witnessStep(_ state: Int32) -> (byte: UInt8, next: Int32)? {
        guard isAlive(state), distance[Int(state)] > 0 else { return nil }
        let byte = witnessByte[Int(state)]
        return (byte, step(state, byte))
    }

    /// The length of the witness; `.max` where there is none.
    mutating func witnessLength(_ state: Int32) -> Int { isAlive(state) ? Int(distance[Int(state)]) : .max }

    mutating func witness(_ state: Int32) -> [UInt8] {
        var result: [UInt8] = []
        var place = state
        while let step = witnessStep(place) {
            result.append(step.byte)
            place = step.next
        }
        return result
    }

    /// The fewest tokens that spell the witness; infinite where there is none.
    mutating func charge(of state: Int32) -> Int32 {
        let known = charge[Int(state)]
        if known >= 0 { return known }
        guard isAlive(state) else {
            charge[Int(state)] = Charge.infinite
            return Charge.infinite
        }
        var path = [state]
        while charge[Int(path[path.count - 1])] < 0, let step = witnessStep(path[path.count - 1]) {
            path.append(step.next)
        }
        for start in path.indices.reversed() where charge[Int(path[start])] < 0 {
            var best = Charge.infinite
            var node = 0
            var place = path[start]
            while let step = witnessStep(place), let child = vocabulary.child(of: node, step.byte) {
                place = step.next
                node = child
                if vocabulary.hasToken(node) { best = min(best, Charge.sum(1, charge[Int(place)])) }
            }
            charge[Int(path[start])] = best
        }
        return charge[Int(state)]
    }

    /// How many strings there are, counted to `limit`.
    mutating func languageSize(_ state: Int32, limit: Int) -> Int {
        guard isAlive(state) else { return 0 }
        var total = 0
        var layer: [Int32: Int] = [state: 1]
        var rounds = 0
        while !layer.isEmpty, total < limit {
            var next: [Int32: Int] = [:]
            for (state, ways) in layer {
                if accepting[Int(state)] { total = min(limit, total.addingSaturated(ways)) }
                let number = partition(of: state)
                let sizes = partitions.sizes(number)
                for (index, byte) in partitions.representatives(number).enumerated() {
                    let target = step(state, byte)
                    guard target != Self.dead else { continue }
                    let more = min(limit, ways.multipliedSaturated(by: sizes[index]))
                    next[target] = min(limit, next[target, default: 0] + more)
                }
            }
            layer = next
            rounds += 1
            // Every state can be finished: what lasts longer than all states together has a loop.
            if rounds > count + 1 { return limit }
        }
        return total
    }
}
