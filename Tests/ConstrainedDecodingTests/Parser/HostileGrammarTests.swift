// Grammars that are deep, wide, circular or beyond the vocabulary: bounded work and typed refusals.

import Synchronization
import Testing

@testable import ConstrainedDecoding

@Suite("Hostile grammars")
struct HostileGrammarTests {
    private static let toy = ToyTokenizer.shared.vocabulary
    private static let everyByte = VocabularyTrie(tokens: (UInt8.min...UInt8.max).map { [$0] })

    private func compile(
        _ vocabulary: VocabularyTrie = toy, _ arena: RegexArena = RegexArena(), root: Int = 0,
        _ nodes: (RegexArena) -> [Grammar.Node]
    ) throws -> CompiledGrammar {
        let nodes = nodes(arena)
        return try CompiledGrammar(
            Grammar(arena: arena, nodes: nodes, root: Grammar.NodeID(root), spacing: .compact), vocabulary)
    }

    @Test("Ten thousand levels, in either order", arguments: [true, false])
    func nesting(isForward: Bool) throws {
        let depth = 10_000
        let grammar = try compile(root: isForward ? 0 : depth) { arena in
            let leaf = Grammar.Node.lexeme(arena.literal([49]))
            if isForward {
                return (0..<depth).map { .array(.init(rest: .init($0 + 1), minimumCount: 1, maximumCount: 1)) } + [leaf]
            }
            return [leaf] + (0..<depth).map { .array(.init(rest: .init($0), minimumCount: 1, maximumCount: 1)) }
        }
        let document = [UInt8](repeating: 91, count: depth) + [49] + [UInt8](repeating: 93, count: depth)
        #expect(grammar.accepts(document))
        #expect(!grammar.accepts(Array(document.dropFirst())))
        var decoder = try ConstrainedDecoder(grammar, budget: grammar.minimumBudget)
        let run = decoder.forcedRun(limit: 20)
        #expect(run.count == 20)
    }

    @Test("A document nested ten thousand deep in a recursive grammar")
    func recursion() throws {
        let grammar = try compile { _ in
            [.array(.init(rest: .init(0)))]
        }
        let depth = 10_000
        let document = [UInt8](repeating: 91, count: depth) + [UInt8](repeating: 93, count: depth)
        #expect(grammar.accepts(document))
        #expect(!grammar.accepts(document + [93]))
    }

    @Test("An enumeration of a hundred thousand")
    func enumeration() throws {
        let grammar = try compile { arena in
            [.lexeme(arena.literals((0..<100_000).map { Array("\"item-\($0)\"".utf8) }))]
        }
        #expect(grammar.accepts(Array("\"item-99999\"".utf8)))
        #expect(!grammar.accepts(Array("\"item-100000\"".utf8)))
        var decoder = try ConstrainedDecoder(grammar, budget: 40)
        while !decoder.isComplete, let token = decoder.mask().tokens.last { _ = decoder.accept(token) }
        #expect(decoder.isComplete)
    }

    @Test("A string of up to a hundred thousand characters takes memory as it is walked")
    func longStrings() throws {
        let grammar = try compile(Self.everyByte) { arena in
            let content = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 0, maximum: 100_000)
            return [.lexeme(arena.concatenation([arena.literal([34]), content, arena.literal([34])]))]
        }
        var decoder = try ConstrainedDecoder(grammar, budget: 60_000)
        _ = decoder.accept(34)
        var refused = 0
        for step in 0..<8_000 where !decoder.accept(97 + step % 26) { refused += 1 }
        #expect(refused == 0)
        #expect(grammar.byteCount < 16_000_000)
        #expect(decoder.isAllowed(34) && !decoder.isAllowed(48))
        let isClosed = decoder.accept(34)
        #expect(isClosed && decoder.isComplete)
    }

    @Test("Choices that lead back to themselves are refused")
    func cycles() {
        #expect(throws: GrammarError.cycle(Grammar.NodeID(0))) {
            try compile { _ in [.choice([.init(0)])] }
        }
        #expect(throws: GrammarError.cycle(Grammar.NodeID(0))) {
            try compile { arena in [.choice([.init(2), .init(1)]), .choice([.init(0)]), .lexeme(arena.literal([49]))] }
        }
    }

    @Test("What no document satisfies is refused")
    func unsatisfiable() {
        #expect(throws: GrammarError.unsatisfiable) {
            try compile { _ in [.array(.init(rest: .init(0), minimumCount: 1))] }
        }
        #expect(throws: GrammarError.unsatisfiable) {
            try compile { arena in
                let any = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 0, maximum: nil)
                let three = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 3, maximum: 3)
                let two = arena.repetition(arena.bytes(ByteSet(97...122)), minimum: 0, maximum: 2)
                return [.lexeme(arena.intersection([any, three, two]))]
            }
        }
        #expect(throws: GrammarError.unsatisfiable) {
            try compile { arena in
                [
                    .array(.init(rest: .init(1), minimumCount: 3, isDistinct: true)),
                    .lexeme(arena.literals([[49], [50]])),
                ]
            }
        }
    }

    @Test("A value that needs a byte without token is refused by that name; a choice beside it lives")
    func missingBytes() throws {
        let rare = Array("\"\u{40000}\"".utf8)
        #expect(throws: GrammarError.unspellable) {
            try compile { arena in [.lexeme(arena.literal(rare))] }
        }
        let grammar = try compile { arena in
            [.lexeme(arena.literals([rare, Array("\"a\"".utf8)]))]
        }
        #expect(grammar.accepts(Array("\"a\"".utf8)))
        #expect(!grammar.accepts(rare))
        #expect(grammar.minimumBudget <= 4)
    }

    @Test("A thousand optional members")
    func members() throws {
        let grammar = try compile { arena in
            let members = (0..<1000).map {
                Grammar.ObjectShape.Member(name: Array("\"m\($0)\"".utf8), value: .init(1), isRequired: $0 % 100 == 99)
            }
            return [
                .object(.init(members: members, minimumCount: 20, maximumCount: 500)), .lexeme(arena.literal([49])),
            ]
        }
        var decoder = try ConstrainedDecoder(grammar, budget: grammar.minimumBudget + 5)
        while !decoder.isComplete, let token = decoder.mask().tokens.last { _ = decoder.accept(token) }
        #expect(decoder.isComplete)
    }

    @Test("Counts beyond what is kept track of are refused with both numbers")
    func counts() {
        #expect(throws: GrammarError.tooLarge(.init(0), count: 1000, limit: 128)) {
            try compile { arena in
                let digits = arena.repetition(arena.bytes(ByteSet(49...57)), minimum: 1, maximum: nil)
                return [.array(.init(rest: .init(1), minimumCount: 1000, isDistinct: true)), .lexeme(digits)]
            }
        }
        #expect(throws: GrammarError.distinctElements(.init(0))) {
            try compile { arena in
                [
                    .array(.init(rest: .init(1), isDistinct: true)), .array(.init(rest: .init(2))),
                    .lexeme(arena.literal([49])),
                ]
            }
        }
    }

    @Test("A budget counts the end token: refused one below, kept at the bound")
    func budget() throws {
        let grammar = try compile(Self.everyByte) { arena in [.lexeme(arena.literal(Array("true".utf8)))] }
        #expect(grammar.minimumBudget == 5)
        #expect(throws: ClosingBudgetError(needed: 5, available: 4)) { try ConstrainedDecoder(grammar, budget: 4) }
        var decoder = try ConstrainedDecoder(grammar, budget: 5)
        #expect(decoder.forcedRun(limit: 100).count == 4)
        #expect(decoder.isComplete && decoder.remaining == 1 && decoder.mask().isEmpty)
    }

    @Test("Forgetting the tables changes nothing")
    func trim() throws {
        var generator = SplitMix(3)
        let grammar = try CompiledGrammar(WildGrammar.random(&generator), Self.toy)
        var one = try ConstrainedDecoder(grammar, budget: 60)
        for _ in 0..<10 {
            guard let token = one.mask().tokens.first else { break }
            _ = one.accept(token)
        }
        let before = (one.mask(), one.isComplete)
        grammar.tables.withLock { $0.forget() }
        #expect(one.mask() == before.0 && one.isComplete == before.1)
    }

    @Test("What no document begins with is no beginning", arguments: ["{\"b", "[", "{\"a\":1}x"])
    func beginnings(text: String) throws {
        let object = try compile(root: 1) { arena in
            [
                .lexeme(arena.literal([49])),
                .object(
                    .init(members: [.init(name: Array("\"a\"".utf8), value: .init(0), isRequired: true)])),
            ]
        }
        #expect(throws: BeginningError()) {
            _ = try ConstrainedDecoder(object, budget: nil, after: Array(text.utf8))
        }
        let begun = try ConstrainedDecoder(object, budget: nil, after: Array("{\"a".utf8))
        #expect(!begun.isComplete)
    }

    @Test("An object with open names makes no automaton for names that are not written")
    func openNames() throws {
        let arena = RegexArena()
        let grammar = try compile(Self.everyByte, arena, root: 1) { arena in
            let letters = arena.bytes(ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z")))
            let name = arena.concatenation([
                arena.literal([34]), arena.repetition(letters, minimum: 1, maximum: nil), arena.literal([34]),
            ])
            return [
                .lexeme(arena.literal([49])),
                .object(.init(members: [], additional: [.init(name: name, value: .init(0))])),
            ]
        }
        var decoder = try ConstrainedDecoder(grammar, budget: 1_000)
        func take(_ text: String) throws {
            for byte in text.utf8 {
                // The whole mask, so that every neighbour is asked about, too.
                #expect(decoder.mask().contains(Int(byte)))
                let isTaken = decoder.accept(Int(byte))
                try #require(isTaken)
            }
        }
        try take("{")
        let before = arena.count
        for index in 0..<20 {
            let name = String(UnicodeScalar(UInt8(97 + index))) + "name"
            try take((index > 0 ? "," : "") + "\"\(name)\":1")
        }
        // Some for each name that was written: not for each that could have been.
        #expect(arena.count - before < 20 * 40, "\(arena.count - before)")
        try take("}")
        #expect(decoder.isComplete)
    }
}
