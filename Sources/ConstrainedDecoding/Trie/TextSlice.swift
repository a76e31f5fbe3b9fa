// The tokens of plain text apart from the others. A string that takes any text takes all of these at once, and only the
// others need a walk: quotes, escapes, control characters, pieces of characters.

/// A split of the vocabulary: tokens of whole characters that no JSON string escapes, and the rest.
internal final class TextSlice: Sendable {
    /// The characters of the longest token of the slice.
    static let characterLimit = 16

    let tokens: TokenMask
    /// The tokens that are not in the slice.
    let others: VocabularyTrie
    /// The most characters that a token of the slice has.
    let maximumCharacters: Int

    init(_ vocabulary: VocabularyTrie) {
        var mask = TokenMask(tokenCount: vocabulary.count)
        var rest: [[UInt8]?] = []
        var longest = 0
        for token in 0..<vocabulary.count {
            let bytes = vocabulary.bytes(of: token)
            if let characters = Self.characters(bytes, vocabulary.alphabet) {
                mask.insert(token)
                longest = max(longest, characters)
                rest.append(nil)
            } else {
                rest.append(Array(bytes))
            }
        }
        tokens = mask
        others = VocabularyTrie(tokens: rest)
        maximumCharacters = longest
    }

    /// The number of characters; nil where the bytes are not of the slice.
    private static func characters(_ bytes: ArraySlice<UInt8>, _ alphabet: ByteSet) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 32 && $0 != 34 && $0 != 92 && alphabet.contains($0) }),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let count = text.unicodeScalars.count
        return count <= characterLimit ? count : nil
    }

    /// The bytes that may begin a plain character, and what continues it: (first byte, ranges after it).
    static let phases: [(first: ClosedRange<UInt8>, after: [ClosedRange<UInt8>])] = [
        (0x20...0x21, []), (0x23...0x5B, []), (0x5D...0x7F, []),
        (0xC2...0xDF, [0x80...0xBF]),
        (0xE0...0xE0, [0xA0...0xBF, 0x80...0xBF]),
        (0xE1...0xEC, [0x80...0xBF, 0x80...0xBF]),
        (0xED...0xED, [0x80...0x9F, 0x80...0xBF]),
        (0xEE...0xEF, [0x80...0xBF, 0x80...0xBF]),
        (0xF0...0xF0, [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]),
        (0xF1...0xF3, [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]),
        (0xF4...0xF4, [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]),
    ]
}

extension LexemeAutomaton {
    /// Text that leads to more states than this is walked token by token.
    private static let textStateLimit = 256

    /// The states after one plain character; nil where some character cannot follow.
    mutating func statesAfterCharacter(_ state: Int32) -> [Int32]? {
        if let known = characterTargets[state] { return known }
        var result: Set<Int32> = []
        var isWhole = true
        search: for phase in TextSlice.phases {
            var layer: Set<Int32> = [state]
            for range in [phase.first] + phase.after {
                var next: Set<Int32> = []
                for place in layer {
                    let number = partition(of: place)
                    for byte in partitions.representatives(number, within: range, vocabulary.alphabet) {
                        let target = step(place, byte)
                        guard target >= 0 else {
                            isWhole = false
                            break search
                        }
                        next.insert(target)
                    }
                }
                layer = next
            }
            result.formUnion(layer)
            if result.count > Self.textStateLimit {
                isWhole = false
                break
            }
        }
        let targets = isWhole ? result.sorted() : nil
        characterTargets[state] = .some(targets)
        return targets
    }

    /// The states that up to `count` plain characters lead to; nil where some text of that length cannot follow.
    mutating func statesWithin(_ state: Int32, characters count: Int) -> Set<Int32>? {
        var all: Set<Int32> = []
        var layer: Set<Int32> = [state]
        for _ in 0..<count {
            var next: Set<Int32> = []
            for place in layer {
                guard let targets = statesAfterCharacter(place) else { return nil }
                next.formUnion(targets)
            }
            if next.isSubset(of: all) { break }
            if next.count > Self.textStateLimit { return nil }
            all.formUnion(next)
            layer = next
        }
        return all
    }

    /// Where a string may be any but for a finite number, as a name that is not declared yet, every plain text may come
    /// next, and two characters more make a name of it that is none of those.
    /// - Returns: what the states that plain text leads to charge at most, and the length of their witnesses; nil where `state`
    ///   has not that form.
    mutating func afterAnyText(_ state: Int32) -> (charge: Int32, length: Int)? {
        var exceptions = 0
        guard let open = withoutExceptions(expressions[Int(state)], &exceptions), exceptions > 0 else { return nil }
        let plain = vocabulary.alphabet.intersection(Self.plainBytes).count
        guard exceptions < plain * plain else { return nil }
        let free = self.state(open)
        guard statesAfterCharacter(free) == [free] else { return nil }
        return (Charge.sum(charge(of: free), 2), witnessLength(free).addingSaturated(2))
    }

    /// An expression without the finite sets that it excludes at its start, whose sizes are added to `count`; nil where it
    /// excludes other than finite ones.
    private mutating func withoutExceptions(_ id: RegexID, _ count: inout Int) -> RegexID? {
        switch store[id] {
        case .concatenation(let head, let tail):
            return withoutExceptions(head, &count).map { store.concatenation($0, tail) }
        case .intersection(let parts):
            var kept: [RegexID] = []
            for part in parts {
                if case .complement(let operand) = store[part] {
                    guard let more = store.literalCount(operand) else { return nil }
                    count += more
                } else {
                    guard let rest = withoutExceptions(part, &count) else { return nil }
                    kept.append(rest)
                }
            }
            return store.intersection(kept)
        default: return id
        }
    }

    private static let plainBytes = ByteSet((0x20...0x7E).filter { $0 != 0x22 && $0 != 0x5C })
}
