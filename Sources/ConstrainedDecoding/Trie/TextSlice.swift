// The tokens of plain text apart from the others. A string that takes any text takes all of these at once, and only the
// others need a walk: quotes, escapes, control characters, pieces of characters.

/// A split of the vocabulary: tokens of whole characters that no JSON string escapes and no `.` of a pattern leaves out, and
/// the rest.
internal final class TextSlice: Sendable {
    /// The characters of the longest token of the slice.
    static let characterLimit = 16

    /// At n: the tokens of the slice that have n characters at most.
    let tokens: [TokenMask]
    /// The tokens that are not in the slice.
    let others: VocabularyTrie
    /// The most characters that a token of the slice has.
    let maximumCharacters: Int

    init(_ vocabulary: VocabularyTrie) {
        var byCount: [[Int]] = [[]]
        var rest: [[UInt8]?] = []
        for token in 0..<vocabulary.count {
            let bytes = vocabulary.bytes(of: token)
            if let characters = Self.characters(bytes, vocabulary.alphabet) {
                while byCount.count <= characters { byCount.append([]) }
                byCount[characters].append(token)
                rest.append(nil)
            } else {
                rest.append(Array(bytes))
            }
        }
        var mask = TokenMask(tokenCount: vocabulary.count)
        tokens = byCount.map { some in
            for token in some { mask.insert(token) }
            return mask
        }
        others = VocabularyTrie(tokens: rest)
        maximumCharacters = byCount.count - 1
    }

    /// The number of characters; nil where the bytes are not of the slice.
    private static func characters(_ bytes: ArraySlice<UInt8>, _ alphabet: ByteSet) -> Int? {
        guard !bytes.isEmpty, bytes.count <= VocabularyTrie.usualLength,
            bytes.allSatisfy({ $0 >= 32 && $0 != 34 && $0 != 92 && alphabet.contains($0) }),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        // Line and paragraph separators stand in strings as they are, but patterns take them for ends of lines.
        let count = text.unicodeScalars.count { $0.value != 0x2028 && $0.value != 0x2029 }
        return count <= characterLimit && count == text.unicodeScalars.count ? count : nil
    }

    /// The bytes that may begin a plain character, and what continues it: (first byte, ranges after it).
    typealias Phase = (first: ClosedRange<UInt8>, after: [ClosedRange<UInt8>])

    static let phases: [Phase] = [
        (0x20...0x21, []), (0x23...0x5B, []), (0x5D...0x7F, []),
        (0xC2...0xDF, [0x80...0xBF]),
        (0xE0...0xE0, [0xA0...0xBF, 0x80...0xBF]),
        (0xE1...0xE1, [0x80...0xBF, 0x80...0xBF]),
        (0xE2...0xE2, [0x80...0x80, 0x80...0xA7]),
        (0xE2...0xE2, [0x80...0x80, 0xAA...0xBF]),
        (0xE2...0xE2, [0x81...0xBF, 0x80...0xBF]),
        (0xE3...0xEC, [0x80...0xBF, 0x80...0xBF]),
        (0xED...0xED, [0x80...0x9F, 0x80...0xBF]),
        (0xEE...0xEF, [0x80...0xBF, 0x80...0xBF]),
        (0xF0...0xF0, [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]),
        (0xF1...0xF3, [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]),
        (0xF4...0xF4, [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]),
    ]
}

/// What one plain character leads to.
internal enum AfterCharacter {
    case states([Int32])
    /// No plain character can follow.
    case end
    /// Some can and some can't, or they lead to too many states.
    case mixed
}

extension LexemeAutomaton {
    /// Text that leads to more states than this is walked token by token.
    private static let textStateLimit = 256

    /// The states after one plain character.
    mutating func afterCharacter(_ state: Int32) -> AfterCharacter {
        if let known = characterTargets[state] { return known }
        var result: Set<Int32> = []
        var (canFollow, cannotFollow) = (false, false)
        for phase in TextSlice.phases {
            let layer = after(state, phase, &cannotFollow)
            canFollow = canFollow || !layer.isEmpty
            result.formUnion(layer)
            if canFollow && cannotFollow || result.count > Self.textStateLimit { break }
        }
        let after: AfterCharacter =
            if canFollow, !cannotFollow, result.count <= Self.textStateLimit {
                .states(result.sorted())
            } else {
                canFollow ? .mixed : .end
            }
        characterTargets[state] = after
        return after
    }

    /// The states after the characters of one phase.
    private mutating func after(_ state: Int32, _ phase: TextSlice.Phase, _ cannotFollow: inout Bool) -> Set<Int32> {
        var layer: Set<Int32> = [state]
        for range in [phase.first] + phase.after {
            var next: Set<Int32> = []
            for place in layer {
                let number = partition(of: place)
                for byte in partitions.representatives(number, within: range, vocabulary.alphabet) {
                    let target = step(place, byte)
                    if target >= 0 { next.insert(target) } else { cannotFollow = true }
                }
            }
            layer = next
        }
        return layer
    }

    /// Whether every character of each of `kinds` leads from a state back to it.
    mutating func loops(_ state: Int32, _ kinds: CharacterKinds) -> Bool {
        if loopKnown[Int(state)].isSuperset(of: kinds) { return loopHolds[Int(state)].isSuperset(of: kinds) }
        guard !kinds.contains(.others), loopHolds[Int(state)].isSuperset(of: kinds.intersection(loopKnown[Int(state)]))
        else { return false }
        for kind in kinds.subtracting(loopKnown[Int(state)]).each {
            var holds = CharacterKinds.bytes(of: kind).allSatisfy {
                !vocabulary.alphabet.contains($0) || step(state, $0) == state
            }
            if kind == .beyondASCII {
                var cannotFollow = false
                for phase in TextSlice.phases where holds && phase.first.lowerBound >= 0x80 {
                    holds = after(state, phase, &cannotFollow).isSubset(of: [state]) && !cannotFollow
                }
            }
            loopKnown[Int(state)].formUnion(kind)
            guard holds else { return false }
            loopHolds[Int(state)].formUnion(kind)
        }
        return true
    }

    /// How far plain text of up to `count` characters goes from a state, and the states that it leads to; nil where that depends
    /// on the text.
    mutating func afterText(_ state: Int32, characters count: Int) -> (characters: Int, states: Set<Int32>)? {
        var all: Set<Int32> = []
        var layer: Set<Int32> = [state]
        for length in 0..<count {
            var next: Set<Int32> = []
            var isEnd = false
            for place in layer {
                switch afterCharacter(place) {
                case .states(let targets): next.formUnion(targets)
                case .end: isEnd = true
                case .mixed: return nil
                }
            }
            if isEnd { return next.isEmpty ? (length, all) : nil }
            if next.isSubset(of: all) { break }
            if next.count > Self.textStateLimit { return nil }
            all.formUnion(next)
            layer = next
        }
        return (count, all)
    }

    /// Where a string may be any but for a finite number, as a name that is not declared yet, every plain text may come
    /// next, and two characters more make a name of it that is none of those.
    /// - Returns: what the states that plain text leads to charge at most, and the length of their witnesses; nil where `state`
    ///   has not that form.
    mutating func afterAnyText(_ state: Int32) -> (charge: Int32, length: Int)? {
        var exceptions: [Int] = []
        let expression = expressions[Int(state)]
        guard let open = store.withoutExceptions(expression, beside: 0, &exceptions) else { return nil }
        let plain = vocabulary.alphabet.intersection(Self.plainBytes).count
        guard exceptions.count < plain * plain else { return nil }
        let free = self.state(open)
        guard case .states([free]) = afterCharacter(free) else { return nil }
        return (Charge.sum(charge(of: free), 2), witnessLength(free).addingSaturated(2))
    }

    private static let plainBytes = ByteSet((0x20...0x7E).filter { $0 != 0x22 && $0 != 0x5C })
}
