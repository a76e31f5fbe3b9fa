// The completions that a token is tried with, in order: the witness, a probe of each kind of next byte, and ways to the next
// word. The list is fixed for a state, so that every path asks the same question, and made as far as it is asked for.

/// The completions of a state that begin with a probe, as far as they were asked for.
internal struct Probes {
    var numbers: [Int] = []
    var nextKind = 0
    /// Whether the next kind has to be asked of the state itself, not of its twin.
    var endsTwin = false
}

extension CertificateSearch {
    /// A byte of each kind is a probe: the kinds of next byte that can change a split before it. Letters but s and t, which
    /// make contractions; those; capitals; digits; then bytes one by one, and UTF-8 by length.
    private static let kinds: [[UInt8]] = [
        Array("abcefghijklmnopqruvwxyz".utf8), Array("std".utf8), Array(65...90), Array(48...57), [32], [34], [39],
        [91],
        [123], [93], [125], [44], Array(".:;!?-_#$%&()*+/<=>@^`|~".utf8), [92], Array(0xC2...0xDF), Array(0xE0...0xEF),
        Array(0xF0...0xF4), Array(0x80...0x8F), Array(0x90...0x9F), Array(0xA0...0xAF), Array(0xB0...0xBF),
    ]
    /// Beyond those, the first bytes of completions that go on to a word.
    private static let reaching = Array("},[{]".utf8)
    private static let wordBytes = kinds[0] + kinds[1] + kinds[2] + kinds[3]
    private static let wayToWords = Array("\" {[,]}".utf8)

    /// The completions of a state, in order.
    mutating func completionTexts(_ state: Int32, _ parser: inout Parser) -> [[UInt8]] {
        ([witnessNumber(state, &parser)] + probeNumbers(state, &parser)).map { completions[$0].text }
    }

    mutating func number(_ text: [UInt8]) -> Int {
        if let known = numbers[text] { return known }
        completions.append(Completion(text, canonicalizer))
        numbers[text] = completions.count - 1
        return completions.count - 1
    }

    mutating func witnessNumber(_ state: Int32, _ parser: inout Parser) -> Int {
        // Twins end alike, unless names must still follow.
        let twin = parser.anonymous(state)
        if let known = witness[twin] ?? witness[state] { return known }
        let shared = parser.knownWitness(twin)
        let result = number(shared ?? parser.witness(state))
        witness[shared == nil ? state : twin] = result
        return result
    }

    mutating func probeNumbers(_ state: Int32, _ parser: inout Parser) -> [Int] {
        var result: [Int] = []
        while let next = probe(result.count, state, &parser) { result.append(next) }
        return result
    }

    /// The completion of a state that begins with its probe of a number; nil where there are no more. Those of the twin are
    /// shared, up to the first that only the state itself knows.
    mutating func probe(_ place: Int, _ state: Int32, _ parser: inout Parser) -> Int? {
        let twin = parser.anonymous(state)
        var known = probes[twin] ?? Probes()
        if place < known.numbers.count { return known.numbers[place] }
        if twin != state, !known.endsTwin {
            extend(&known, to: place, twin, exact: nil, &parser)
            probes[twin] = known
            if place < known.numbers.count { return known.numbers[place] }
        }
        guard twin == state || known.endsTwin else { return nil }
        known = probes[state] ?? known
        extend(&known, to: place, twin, exact: state, &parser)
        probes[state] = known
        return place < known.numbers.count ? known.numbers[place] : nil
    }

    /// - Parameter exact: the state itself; nil: what the twin does not know ends the list.
    private mutating func extend(
        _ probes: inout Probes, to place: Int, _ twin: Int32, exact: Int32?, _ parser: inout Parser
    ) {
        while probes.numbers.count <= place, probes.nextKind < Self.kinds.count + Self.reaching.count {
            var found: [UInt8]?
            if exact == nil, probes.nextKind == Self.kinds.count {
                probes.endsTwin = true
                return
            }
            if probes.nextKind < Self.kinds.count {
                for byte in Self.kinds[probes.nextKind] where found == nil {
                    var next = parser.step(twin, byte)
                    var rest = parser.isUnknown(next) ? nil : next < 0 ? [] : parser.knownWitness(next)
                    if rest == nil {
                        guard let exact else {
                            probes.endsTwin = true
                            return
                        }
                        next = parser.step(exact, byte)
                        rest = next < 0 ? [] : parser.witness(next)
                    }
                    if next >= 0, let rest { found = [byte] + rest }
                }
            } else if let exact {
                found = reach(exact, Self.reaching[probes.nextKind - Self.kinds.count], &parser)
            }
            if let found {
                let number = number(found)
                if !probes.numbers.contains(number) { probes.numbers.append(number) }
            }
            probes.nextKind += 1
        }
    }

    /// A completion that goes on with `first` to the next word: what a run of punctuation merges to depends on all of it, and
    /// the shortest witness has the longest runs.
    private mutating func reach(_ state: Int32, _ first: UInt8, _ parser: inout Parser) -> [UInt8]? {
        var text = [first]
        var place = parser.step(state, first)
        while place >= 0, text.count < 8 {
            if let byte = Self.wordBytes.first(where: { parser.step(place, $0) >= 0 }) {
                return text + [byte] + parser.witness(parser.step(place, byte))
            }
            guard let byte = Self.wayToWords.first(where: { parser.step(place, $0) >= 0 }) else { return nil }
            text.append(byte)
            place = parser.step(place, byte)
        }
        return nil
    }
}
