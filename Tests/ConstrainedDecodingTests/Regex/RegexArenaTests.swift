// Expressions against what they mean by definition, their one form, and what their size may cost.

import ConstrainedDecoding
import Testing

@Suite("RegexArena")
struct RegexArenaTests {
    /// Every string over a, b, c up to length 5.
    private static let texts: [[UInt8]] = {
        var all: [[UInt8]] = [[]]
        var layer: [[UInt8]] = [[]]
        for _ in 0..<5 {
            layer = layer.flatMap { text in [97, 98, 99].map { text + [$0] } }
            all += layer
        }
        return all
    }()

    @Test("Matches what an expression means by definition", arguments: 0..<Rounds.count(12, thorough: 40))
    func definition(seed: Int) {
        var generator = SplitMix(UInt64(seed))
        for _ in 0..<10 {
            let naive = NaiveExpression.random(&generator, depth: 3)
            let arena = RegexArena()
            let id = naive.build(arena)
            for text in Self.texts where arena.matches(id, text) != naive.matches(text) {
                Issue.record("\(naive) on \(text): \(arena.matches(id, text))")
                return
            }
        }
    }

    @Test("A shortest match is matched and none is shorter; emptiness agrees", arguments: 0..<20)
    func shortest(seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 1000)
        for _ in 0..<10 {
            let naive = NaiveExpression.random(&generator, depth: 3)
            let arena = RegexArena()
            let id = naive.build(arena)
            let alphabet = ByteSet([97, 98, 99])
            let match = try arena.shortestMatch(id, alphabet: alphabet, limit: 20_000)
            let known = Self.texts.first(where: naive.matches)
            if let known {
                #expect(match?.count == known.count)
            } else if let match {
                #expect(match.count > 5)
            }
            if let match { #expect(naive.matches(match)) }
        }
    }

    @Test("Equal bytes of a class have one derivative", arguments: 0..<20)
    func classes(seed: Int) {
        var generator = SplitMix(UInt64(seed) + 2000)
        let arena = RegexArena()
        let id = NaiveExpression.random(&generator, depth: 4).build(arena)
        let partition = arena.derivativeClasses(id)
        let first = partition.representatives
        #expect(first.count == partition.count)
        for byte in UInt8.min...UInt8.max {
            let representative = first[Int(partition.classOf[Int(byte)])]
            #expect(arena.derivative(id, by: byte) == arena.derivative(id, by: representative))
        }
    }

    @Test("Equal expressions are one number")
    func oneForm() {
        let arena = RegexArena()
        let a = arena.literal([97])
        let b = arena.literal([98, 99])
        let c = arena.literal([100])
        #expect(arena.union([a, arena.union([b, c])]) == arena.union([c, b, a, a]))
        #expect(arena.intersection([a, arena.anything]) == a)
        #expect(arena.intersection([b, arena.complement(b)]) == arena.nothing)
        #expect(arena.union([b, arena.complement(b)]) == arena.anything)
        #expect(
            arena.concatenation([arena.concatenation([a, b]), c])
                == arena.concatenation([a, arena.concatenation([b, c])]))
        #expect(arena.repetition(a, minimum: 1, maximum: 1) == a)
        #expect(
            arena.repetition(arena.repetition(a, minimum: 0, maximum: nil), minimum: 3, maximum: 9)
                == arena.repetition(a, minimum: 0, maximum: nil))
        #expect(arena.repetition(arena.bytes(.all), minimum: 0, maximum: nil) == arena.anything)
    }

    @Test("A count costs no size: a hundred thousand repetitions are walked in as many numbers")
    func counts() throws {
        let arena = RegexArena()
        let id = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 0, maximum: 100_000)
        #expect(arena.matches(id, [UInt8](repeating: 100, count: 5_000)))
        #expect(arena.count < 20_100)
        #expect(!arena.matches(id, [UInt8](repeating: 100, count: 100) + [48]))
    }

    @Test("A hundred thousand literals are one trie")
    func literals() throws {
        let arena = RegexArena()
        let texts = (0..<100_000).map { Array("\"item-\($0)\"".utf8) }
        let id = arena.literals(texts)
        #expect(arena.matches(id, texts[77_777]))
        #expect(!arena.matches(id, Array("\"item-100000\"".utf8)))
        #expect(try arena.shortestMatch(id, limit: 200_000) == Array("\"item-0\"".utf8))
        #expect(arena.count < 200_000)
    }

    @Test("A union of many literals becomes a trie by itself")
    func manyLiterals() {
        let arena = RegexArena()
        let texts = (0..<1000).map { Array("value \($0)".utf8) }
        let id = arena.union(texts.map(arena.literal))
        for text in texts { #expect(arena.matches(id, text)) }
        #expect(!arena.matches(id, Array("value 1000".utf8)))
    }

    @Test("Nesting is as deep as it likes")
    func depth() {
        let arena = RegexArena()
        let a = arena.literal([97])
        var id = a
        for level in 0..<60_000 {
            id = arena.concatenation([
                arena.repetition(arena.union([id, arena.epsilon]), minimum: 0, maximum: level % 2 + 2), a,
            ])
        }
        #expect(arena.matches(id, [97]))
        #expect(!arena.matches(id, [98]))
    }

    @Test("A search that is too long is refused with its limit")
    func refusal() {
        let arena = RegexArena()
        let letter = arena.bytes(ByteSet([97, 98]))
        let any = arena.repetition(letter, minimum: 0, maximum: nil)
        // (a|b)*a(a|b){14} has 2^15 states, and no string of length 40 ends it and its mirror both.
        let tail = arena.concatenation([any, arena.literal([97]), arena.repetition(letter, minimum: 14, maximum: 14)])
        let other = arena.concatenation([any, arena.literal([98]), arena.repetition(letter, minimum: 14, maximum: 14)])
        let both = arena.intersection([tail, other])
        #expect(throws: RegexError.tooManyStates(limit: 500)) { try arena.isEmpty(both, limit: 500) }
    }

    @Test("Disjointness")
    func disjoint() throws {
        let arena = RegexArena()
        let words = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 1, maximum: nil)
        #expect(try arena.isDisjoint(words, arena.literal(Array("a1".utf8))))
        #expect(try !arena.isDisjoint(words, arena.literal(Array("ab".utf8))))
    }
}
