// Every document closes within its budget, whatever the model prefers; and the bounds that look as good are caught.

import Testing

@testable import ConstrainedDecoding

/// How a model may behave.
enum Adversary: CaseIterable {
    /// Fresh noise at every step.
    case random
    /// The lowest id: what equal logits mean.
    case equal
    /// The token that leaves most to close.
    case alwaysOpen
    /// The token with the fewest closers.
    case neverClose
}

/// A random grammar with recursion, unbounded strings, arrays and objects.
struct WildGrammar {
    var nodes: [Grammar.Node] = []
    let arena = RegexArena()

    static func random(_ generator: inout SplitMix) -> Grammar {
        var wild = WildGrammar()
        let count = 3 + generator.below(8)
        for index in 0..<count { wild.nodes.append(wild.node(&generator, index, count)) }
        return Grammar(
            arena: wild.arena, nodes: wild.nodes, root: Grammar.NodeID(0),
            spacing: generator.chance(0.3) ? .spaced : .compact)
    }

    private func text(_ generator: inout SplitMix) -> RegexID {
        let plain = ByteSet(32...126).intersection(ByteSet([34, 92]).complement)
        let continuation = arena.bytes(ByteSet(0x80...0xBF))
        let two = arena.concatenation([arena.bytes(ByteSet(0xC2...0xDF)), continuation])
        let escape = arena.concatenation([arena.literal([92]), arena.bytes(ByteSet(Array("\"\\nt".utf8)))])
        let four = arena.concatenation([arena.literal([0xF0]), continuation, continuation, continuation])
        let character = arena.union([arena.bytes(plain), two, escape, four])
        let quote = arena.literal([34])
        let minimum = generator.below(4)
        let maximum = generator.chance(0.5) ? nil : minimum + generator.below(6)
        var content = arena.repetition(character, minimum: minimum, maximum: maximum)
        if generator.chance(0.4) {
            let letters = arena.bytes(
                ByteSet([["a", "b", " "], ["x", "-"], ["0", "'", "s"]][generator.below(3)].flatMap(\.utf8)))
            let words = arena.repetition(letters, minimum: generator.below(2), maximum: nil)
            let tail = arena.bytes(ByteSet(48...57))
            content = arena.intersection([
                content, arena.concatenation([words, arena.repetition(tail, minimum: 0, maximum: 2), words]),
            ])
        }
        return arena.concatenation([quote, content, quote])
    }

    private func scalar(_ generator: inout SplitMix) -> RegexID {
        switch generator.below(4) {
        case 0, 1: return text(&generator)
        case 2:
            return arena.literals(
                (0..<(1 + generator.below(3))).map { _ in NaiveGrammar.words[generator.below(NaiveGrammar.words.count)]
                })
        default:
            let digits = arena.bytes(ByteSet(48...57))
            let many = arena.repetition(digits, minimum: 0, maximum: generator.chance(0.5) ? nil : generator.below(5))
            let sign = arena.repetition(arena.literal([45]), minimum: 0, maximum: 1)
            return arena.concatenation([sign, arena.bytes(ByteSet(49...57)), many])
        }
    }

    private func node(_ generator: inout SplitMix, _ index: Int, _ count: Int) -> Grammar.Node {
        // Mostly forward, sometimes back: recursion.
        func some() -> Grammar.NodeID {
            Grammar.NodeID(
                generator.chance(0.15) ? generator.below(count) : index + 1 + generator.below(count - index - 1))
        }
        guard index + 1 < count else { return .lexeme(scalar(&generator)) }
        switch generator.below(10) {
        case 0, 1: return .lexeme(scalar(&generator))
        case 2: return .choice((0..<2).map { _ in Grammar.NodeID(index + 1 + generator.below(count - index - 1)) })
        case 3, 4, 5:
            let minimum = generator.below(3)
            return .array(
                Grammar.ArrayShape(
                    prefix: (0..<generator.below(2)).map { _ in some() }, rest: some(), minimumCount: minimum,
                    maximumCount: generator.chance(0.5) ? minimum + generator.below(3) : nil))
        default:
            var keys = NaiveGrammar.keys
            let members = (0..<generator.below(4)).map { _ in
                Grammar.ObjectShape.Member(
                    name: Array(keys.remove(at: generator.below(keys.count)).utf8), value: some(),
                    isRequired: generator.chance(0.5))
            }
            var shape = Grammar.ObjectShape(members: members)
            if generator.chance(0.3) {
                let name = arena.concatenation([
                    arena.literal(Array("\"k".utf8)),
                    arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 0, maximum: nil),
                    arena.literal([34]),
                ])
                shape.additional = [Grammar.ObjectShape.Group(name: name, value: some())]
                shape.minimumCount = generator.below(4)
            }
            return .object(shape)
        }
    }
}

@Suite("Closing in budget")
struct ClosingTests {
    private static let toy = ToyTokenizer.shared

    struct Failure: Error { let what: String }

    /// Decodes under a bound; the invariant of the proof is asserted at every step.
    private func decode(
        _ parser: inout Parser, budget: Int, _ adversary: Adversary, _ generator: inout SplitMix,
        bound: (inout Parser, Int32) -> Int
    ) throws -> (tokens: [Int], used: Int) {
        let vocabulary = Self.toy.vocabulary
        var state = parser.start
        var remaining = budget
        var tokens: [Int] = []
        while true {
            let here = bound(&parser, state)
            guard here <= remaining else { throw Failure(what: "bound \(here) of \(remaining)") }
            var candidates: [(token: Int, state: Int32)] = []
            var all = TokenMask(tokenCount: vocabulary.count)
            parser.mask(state, remaining: .max / 2, into: &all)
            var lowest = Int.max
            for token in all.tokens {
                let next = parser.advance(state, token: token)
                let there = bound(&parser, next)
                lowest = min(lowest, there)
                if there <= remaining - 1 { candidates.append((token, next)) }
            }
            let mayEnd = parser.accepts(state)
            guard mayEnd || !candidates.isEmpty else { throw Failure(what: "empty mask") }
            guard mayEnd || lowest <= here - 1 else { throw Failure(what: "no token lowers the bound") }
            func closers(_ token: Int) -> Int { vocabulary.bytes(of: token).count { [34, 93, 125].contains($0) } }
            func openers(_ token: Int) -> Int { vocabulary.bytes(of: token).count { [34, 91, 123].contains($0) } }
            let choice: (token: Int, state: Int32)?
            switch adversary {
            case .random:
                let place = generator.below(candidates.count + (mayEnd ? 1 : 0))
                choice = place < candidates.count ? candidates[place] : nil
            case .equal: choice = candidates.first
            case .alwaysOpen:
                choice = candidates.max { a, b in
                    (parser.chargeA(a.state), openers(a.token)) < (parser.chargeA(b.state), openers(b.token))
                }
            case .neverClose:
                choice = candidates.min { a, b in
                    (closers(a.token), vocabulary.bytes(of: a.token).count)
                        < (closers(b.token), vocabulary.bytes(of: b.token).count)
                }
            }
            remaining -= 1
            guard let choice else { return (tokens, budget - remaining) }
            tokens.append(choice.token)
            state = choice.state
        }
    }

    @Test("Every output is accepted and within its budget", arguments: 0..<Rounds.count(12, thorough: 50))
    func closes(seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 9000)
        var done = 0
        while done < Rounds.count(4, thorough: 20) {
            let grammar = WildGrammar.random(&generator)
            guard var parser = try? Parser(grammar, Self.toy.vocabulary) else { continue }
            done += 1
            let least = Int(parser.chargeB(parser.start))
            #expect(Int(parser.chargeA(parser.start)) >= least)
            let witness = parser.witness(parser.start)
            let closed = parser.advance(parser.start, witness)
            #expect(parser.accepts(closed))
            // Every grammar meets one budget and one adversary here; four seeds make a full round.
            let budgets = [least, least + 1 + generator.below(4), least * 3 / 2 + 4]
            for budget in Rounds.isThorough ? budgets : [budgets[done % 3]] {
                for adversary in Rounds.isThorough ? Adversary.allCases : [Adversary.allCases[(done + seed) % 4]] {
                    let (tokens, used) = try decode(&parser, budget: budget, adversary, &generator) {
                        Int($0.chargeB($1))
                    }
                    #expect(used <= budget)
                    let text = Self.toy.decode(tokens)
                    let end = parser.advance(parser.start, text)
                    #expect(parser.accepts(end))
                }
            }
        }
    }

    @Test("Bound A alone closes too", arguments: 0..<Rounds.count(4, thorough: 10))
    func boundA(seed: Int) throws {
        var generator = SplitMix(UInt64(seed) + 700)
        var done = 0
        while done < Rounds.count(3, thorough: 10) {
            let grammar = WildGrammar.random(&generator)
            guard var parser = try? Parser(grammar, Self.toy.vocabulary) else { continue }
            done += 1
            let least = Int(parser.chargeA(parser.start))
            for adversary in Adversary.allCases {
                let (_, used) = try decode(&parser, budget: least + 2, adversary, &generator) { Int($0.chargeA($1)) }
                #expect(used <= least + 2)
            }
        }
    }

    /// Known bad: each symbol charged with the best split of its own witness. `""` may be one token, but `"` and the rest
    /// are two: the charge rises without progress.
    @Test("A bound that is not compositional is caught")
    func separateWitnesses() {
        var generator = SplitMix(31)
        var failures = 0
        for _ in 0..<Rounds.count(40, thorough: 150) {
            let grammar = WildGrammar.random(&generator)
            guard var parser = try? Parser(grammar, Self.toy.vocabulary) else { continue }
            func bound(_ parser: inout Parser, _ state: Int32) -> Int {
                guard state >= 0 else { return .max / 2 }
                return parser.stateCells[Int(state)].map { cell -> Int in
                    var total = 1
                    var place = cell
                    while place != 0 {
                        let own = parser.cell(parser.cellSymbol[Int(place)], 0)
                        total += Int(parser.split(own))
                        place = parser.cellRest[Int(place)]
                    }
                    return total
                }.min() ?? .max / 2
            }
            let least = bound(&parser, parser.start)
            do {
                _ = try decode(&parser, budget: least, .neverClose, &generator, bound: bound)
            } catch { failures += 1 }
        }
        #expect(failures > 0)
    }

    /// Known bad: the canonical number of tokens of every symbol. A canonical split may be longer than its parts'.
    @Test("A bound of canonical counts is caught on text")
    func canonicalCounts() {
        var generator = SplitMix(77)
        let toy = Self.toy
        var longer = 0
        for _ in 0..<Rounds.count(3_000, thorough: 20_000) {
            let pieces = (0..<3).map { _ in toy.tokens[98 + generator.below(toy.tokens.count - 98)] ?? [] }
            let text = Array(pieces.joined())
            let cut = generator.below(text.count + 1)
            guard let whole = toy.encode(text), let left = toy.encode(Array(text[..<cut])),
                let right = toy.encode(Array(text[cut...]))
            else { continue }
            if whole.count > left.count + right.count { longer += 1 }
        }
        #expect(longer > 0)
    }
}
