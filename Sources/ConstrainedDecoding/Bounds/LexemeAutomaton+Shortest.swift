// How much the shortest strings of an expression take: what is sure to be left when some of them are used, whichever.

/// The strings of an expression by length, as far as they were asked for.
internal struct ShortestStrings {
    /// Strings by the state that they lead to; nil where there are too many to be listed.
    fileprivate var listed: [(state: Int32, bytes: [UInt8])]?
    fileprivate var layer: [Int32: Int]
    /// At n: strings of n bytes or less, counted to `LexemeAutomaton.countLimit`.
    fileprivate var counts: [Int] = []
    /// At n: the most tokens that a string of n bytes or less takes.
    fileprivate var charges: [Int32] = []

    fileprivate init(_ start: Int32) {
        listed = [(start, [])]
        layer = [start: 1]
    }
}

/// The strings of an expression as all those from a state but a few, given by their lengths.
internal struct OpenStrings {
    let start: Int32
    /// Ascending.
    let exceptions: [Int]
}

extension LexemeAutomaton {
    private static let countLimit = 1 << 30
    /// More beginnings of one length than this are not listed: their strings count a token a byte.
    private static let listLimit = 256

    /// The most tokens that a shortest string of `id` takes that is none of `count - 1` others, whichever these are; nil
    /// where there are not so many.
    ///
    /// Names that are not declared are all but a few: they are counted as all, less those few, so that the objects of a
    /// grammar share one count.
    mutating func shortestStrings(_ id: RegexID, count: Int) -> Int32? {
        let open: OpenStrings
        if let known = openStrings[id] {
            open = known
        } else {
            var exceptions: [Int] = []
            let all = store.withoutExceptions(id, beside: 0, &exceptions)
            open = OpenStrings(start: state(all ?? id), exceptions: all == nil ? [] : exceptions.sorted())
            openStrings[id] = open
        }
        if let charge = shortestStrings(open, count: count) { return charge }
        // Some of the exceptions may be none.
        return open.exceptions.isEmpty
            ? nil : shortestStrings(OpenStrings(start: state(id), exceptions: []), count: count)
    }

    private mutating func shortestStrings(_ open: OpenStrings, count: Int) -> Int32? {
        guard isAlive(open.start) else { return nil }
        var strings = shortest.removeValue(forKey: open.start) ?? ShortestStrings(open.start)
        defer { shortest[open.start] = strings }
        var excluded = 0
        var length = 0
        while true {
            if length == strings.counts.count {
                if strings.layer.isEmpty { return nil }
                addLength(&strings)
            }
            while excluded < open.exceptions.count, open.exceptions[excluded] <= length { excluded += 1 }
            if strings.counts[length] - excluded >= count { return strings.charges[length] }
            length += 1
        }
    }

    /// Counts the strings of the next length.
    private mutating func addLength(_ strings: inout ShortestStrings) {
        let length = strings.counts.count
        var total = strings.counts.last ?? 0
        var charge = strings.charges.last ?? 0
        var next: [Int32: Int] = [:]
        for (state, ways) in strings.layer {
            if accepting[Int(state)] { total = min(Self.countLimit, total.addingSaturated(ways)) }
            let number = partition(of: state)
            let sizes = partitions.sizes(number)
            for (index, byte) in partitions.representatives(number).enumerated() {
                let target = step(state, byte)
                guard target != Self.dead else { continue }
                let more = min(Self.countLimit, ways.multipliedSaturated(by: sizes[index]))
                next[target] = min(Self.countLimit, next[target, default: 0] + more)
            }
        }
        if let listed = strings.listed {
            for (state, bytes) in listed where accepting[Int(state)] { charge = max(charge, fewestTokens(bytes)) }
        } else if total > strings.counts.last ?? 0 {
            charge = max(charge, Int32(clamping: length))
        }
        strings.counts.append(total)
        strings.charges.append(charge)
        strings.layer = next
        strings.listed = strings.listed.flatMap { list($0) }
    }

    /// The listed strings with one byte more.
    private mutating func list(_ listed: [(state: Int32, bytes: [UInt8])]) -> [(state: Int32, bytes: [UInt8])]? {
        guard listed.first?.bytes.count ?? 0 < Self.listLimit else { return nil }
        var result: [(state: Int32, bytes: [UInt8])] = []
        for (state, bytes) in listed {
            for byte in vocabulary.alphabet.bytes {
                let target = step(state, byte)
                guard target != Self.dead else { continue }
                if result.count == Self.listLimit { return nil }
                result.append((target, bytes + [byte]))
            }
        }
        return result
    }

    private func fewestTokens(_ text: [UInt8]) -> Int32 {
        var fewest = [Int32](repeating: Charge.infinite, count: text.count + 1)
        fewest[text.count] = 0
        for start in text.indices.reversed() {
            var node = 0
            var place = start
            while place < text.count, let child = vocabulary.child(of: node, text[place]) {
                place += 1
                node = child
                if vocabulary.hasToken(node) { fewest[start] = min(fewest[start], Charge.sum(1, fewest[place])) }
            }
        }
        return fewest[0]
    }
}
