// What a stack of the parser is made of.

/// A piece of a document that is still to come.
internal struct Symbol: Equatable {
    enum Kind: UInt8 {
        /// a: text, b: bytes of it already read.
        case literal
        /// a: state of the lexeme automaton.
        case lexeme
        /// a: node.
        case value
        /// The rest of an object after a member or `{`. a: node, b: next member, c: members so far, d: set of names used,
        /// or -1 - n where they are n unknown ones.
        case object
        /// The rest of an array after an element or `[`. a: node, b: elements so far, c: matches so far, d: as there.
        case array
        /// A lexeme whose spelling matters to what follows. a: state, b: spelling so far, c: the object or array symbol
        /// that it stands in, d: group or kind of element. b is -1 where the spelling is not followed.
        case capture
        /// A capture not begun yet, of a container whose used names are not known: c: the container's symbol, d: group or
        /// kind. See `Parser+Anonymous`.
        case unknown
    }

    var kind: Kind
    var a: Int32
    var b: Int32 = 0
    var c: Int32 = 0
    var d: Int32 = 0

    /// Equal symbols have equal ones.
    var hash: UInt64 { HashChains.mix(HashChains.mix(UInt64(kind.rawValue), a, b), c, d) }

    var isTerminal: Bool { kind == .literal || kind == .lexeme || kind == .capture || kind == .unknown }

    /// A capture of which nothing is written yet. What it takes is bounded without a look at the names that are used.
    var isUnbegun: Bool { kind == .unknown || kind == .capture && b == 0 }
}

/// Byte strings that the grammar spells, each with the fewest tokens for every suffix.
internal struct TextTable {
    private var numbers: [[UInt8]: Int32] = [:]
    private(set) var texts: [[UInt8]] = []
    private var charges: [[Int32]] = []

    mutating func number(_ text: [UInt8], _ vocabulary: VocabularyTrie) -> Int32 {
        if let known = numbers[text] { return known }
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(text)
        var counts = [Int32](repeating: Charge.infinite, count: text.count + 1)
        counts[text.count] = 0
        for start in text.indices.reversed() where vocabulary.alphabet.contains(text[start]) {
            var node = 0
            var place = start
            while place < text.count, let child = vocabulary.child(of: node, text[place]) {
                place += 1
                node = child
                if vocabulary.hasToken(node) { counts[start] = min(counts[start], Charge.sum(1, counts[place])) }
            }
        }
        if !text.allSatisfy(vocabulary.alphabet.contains) {
            // A text with a byte that is no token is never begun, so that what is generated has one alphabet.
            for start in text.indices where text[start...].contains(where: { !vocabulary.alphabet.contains($0) }) {
                counts[start] = Charge.infinite
            }
        }
        charges.append(counts)
        return number
    }

    func charge(_ text: Int32, from offset: Int32) -> Int32 { charges[Int(text)][Int(offset)] }
}
