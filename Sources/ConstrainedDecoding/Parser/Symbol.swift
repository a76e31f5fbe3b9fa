// What a stack of the parser is made of.

/// A piece of a document that is still to come.
internal struct Symbol: Hashable {
    enum Kind: UInt8 {
        /// a: text, b: bytes of it already read.
        case literal
        /// a: state of the lexeme automaton.
        case lexeme
        /// a: node.
        case value
        /// The rest of an object after a member or `{`. a: node, b: next member, c: members so far, d: names used.
        case object
        /// The rest of an array after an element or `[`. a: node, b: elements so far, c: matches so far, d: spellings used.
        case array
        /// A lexeme whose spelling matters to what follows. a: state, b: spelling so far, c: the object or array symbol
        /// that it stands in, d: group or kind of element.
        case capture
    }

    var kind: Kind
    var a: Int32
    var b: Int32 = 0
    var c: Int32 = 0
    var d: Int32 = 0

    var isTerminal: Bool { kind == .literal || kind == .lexeme || kind == .capture }
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

/// Spellings under way, as lists from the last byte to the first, and sets of finished ones.
internal struct SpellingTable {
    private struct Link: Hashable {
        let before: Int32
        let byte: UInt8
    }

    /// Spelling 0 is empty.
    private var links: [Link] = [Link(before: 0, byte: 0)]
    private var linkNumbers: [Link: Int32] = [:]
    /// Set 0 is empty.
    private(set) var sets: [Set<[UInt8]>] = [[]]
    private var setNumbers: [Set<[UInt8]>: Int32] = [[]: 0]

    mutating func append(_ byte: UInt8, to spelling: Int32) -> Int32 {
        let link = Link(before: spelling, byte: byte)
        if let known = linkNumbers[link] { return known }
        links.append(link)
        linkNumbers[link] = Int32(links.count - 1)
        return Int32(links.count - 1)
    }

    func bytes(_ spelling: Int32) -> [UInt8] {
        var result: [UInt8] = []
        var place = spelling
        while place != 0 {
            result.append(links[Int(place)].byte)
            place = links[Int(place)].before
        }
        return result.reversed()
    }

    mutating func insert(_ bytes: [UInt8], into set: Int32) -> Int32 {
        let larger = sets[Int(set)].union([bytes])
        if let known = setNumbers[larger] { return known }
        sets.append(larger)
        setNumbers[larger] = Int32(sets.count - 1)
        return Int32(sets.count - 1)
    }
}
