// Documents over the vocabularies of real models, under logits that mean harm: each closes within its budget, satisfies its
// schema, and is split as its tokenizer splits it.

import Foundation
import TestSupport
import Testing
import Tokenization

@testable import ConstrainedDecoding
@testable import Inference

private let files = [Locations.smolLM2FileName, Locations.gemma3FileName]

@Suite struct GuidedClosingTests {
    private static func budgets(_ least: Int) -> [Int] { [least, least + 1, least + 3, least * 3 / 2 + 4, least + 40] }

    /// Schemas that have instances, with their grammars.
    private func schemas(
        _ vocabulary: RealVocabulary, seed: UInt64, count: Int,
        body: (String, CompiledGrammar, inout SplitMix64) throws -> Void
    ) throws {
        var source = RandomSchema(seed: seed)
        var generator = SplitMix64(seed: seed &+ 99)
        var done = 0
        var refused = 0
        while done < count {
            let schema = source.next()
            guard let grammar = try? vocabulary.grammar(schema) else {
                refused += 1
                continue
            }
            try body(schema, grammar, &generator)
            done += 1
        }
        #expect(refused < count, "\(refused) of \(refused + count) schemas have no instance")
    }

    private func expectSound(
        _ decoder: ConstrainedDecoder, _ vocabulary: RealVocabulary, schema: String, budget: Int, _ note: String
    ) throws {
        let bytes = vocabulary.bytes(decoder.tokens)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(decoder.isComplete, "\(note): nothing may follow \(text)")
        #expect(decoder.tokens.count + 1 <= budget, "\(note)")
        #expect(try RealVocabulary.isValid(text, by: schema), "\(note): \(text)")
        if decoder.grammar.isCanonical {
            #expect(vocabulary.canonicalizer.encode(bytes) == decoder.tokens, "\(note): \(text)")
        }
        GuidedTests.record(schema: schema, document: text)
    }

    @Test(
        .enabled(
            if: GuidedTests.isComplete, "minutes of refused tokens at the least budget: set PLAYGROUND_TEST_ALL=1"),
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"),
        arguments: 0..<(GuidedTests.isComplete ? 20 : 1))
    func `whatever the logits, a document over SmolLM2's tokens closes in its budget`(part: Int) throws {
        try closes(Locations.smolLM2FileName, part: part, count: GuidedTests.count(40, complete: 50))
    }

    @Test(
        .enabled(
            if: GuidedTests.isComplete, "minutes of refused tokens at the least budget: set PLAYGROUND_TEST_ALL=1"),
        .enabled(if: RealVocabulary.gemma3 != nil, "no weights of Gemma 3 on this machine"),
        arguments: 0..<(GuidedTests.isComplete ? 20 : 1))
    func `whatever the logits, a document over Gemma's tokens closes in its budget`(part: Int) throws {
        try closes(Locations.gemma3FileName, part: part, count: GuidedTests.count(6, complete: 50))
    }

    private func closes(_ file: String, part: Int, count: Int) throws {
        let vocabulary = try #require(RealVocabulary.named(file))
        let orders = try #require(GuidedAdversary.Orders.named(file))
        var turn = part
        try schemas(vocabulary, seed: UInt64(part) + 1, count: count) { schema, grammar, generator in
            for budget in Self.budgets(grammar.minimumBudget) {
                turn += 1
                let adversary = GuidedAdversary.allCases[turn % 4]
                let decoder = try adversary.decode(grammar, budget: budget, orders, &generator)
                try expectSound(
                    decoder, vocabulary, schema: schema, budget: budget, "\(adversary), \(budget), \(schema)")
            }
        }
    }

    @Test(
        .enabled(
            if: RealVocabulary.smolLM2 != nil && RealVocabulary.gemma3 != nil,
            "no weights of both models on this machine"),
        .enabled(if: GuidedTests.isComplete, "minutes of encoding whole texts: set PLAYGROUND_TEST_ALL=1"),
        arguments: files)
    func `the proof that is carried along is what encoding the whole text gives`(file: String) throws {
        let vocabulary = try #require(RealVocabulary.named(file))
        let orders = try #require(GuidedAdversary.Orders.named(file))
        var (proofs, refusals) = (0, 0)
        var turn = 0
        let count = file == Locations.gemma3FileName ? 4 : 12
        try schemas(vocabulary, seed: 77, count: GuidedTests.count(count, complete: count * 10)) {
            schema, grammar, generator in
            guard grammar.isCanonical else { return }
            turn += 1
            let adversary = GuidedAdversary.allCases[turn % 4]
            var dice = SplitMix64(seed: UInt64(turn))
            _ = try adversary.decode(grammar, budget: grammar.minimumBudget + 30, orders, &generator) { decoder, _ in
                let rest = try #require(decoder.certificate).ids
                let text = vocabulary.bytes(decoder.tokens + rest)
                #expect(vocabulary.canonicalizer.encode(text) == decoder.tokens + rest, "\(schema)")
                #expect(grammar.accepts(text))
                proofs += 1
                // A few tokens each step: those refused have no completion whose whole split begins with them.
                let candidates = decoder.candidates().tokens
                for _ in 0..<min(4, candidates.count) {
                    let token = candidates[Int(dice.next() % UInt64(candidates.count))]
                    var free = decoder
                    free.remaining = nil
                    guard !free.isAllowed(token) else { continue }
                    refusals += 1
                    let begun = decoder.tokens + [token]
                    for completion in decoder.completions(after: token) ?? [] {
                        let split = vocabulary.canonicalizer.encode(vocabulary.bytes(begun) + completion)
                        #expect(split?.starts(with: begun) != true, "\(begun) is refused, \(schema)")
                    }
                }
            }
        }
        #expect(proofs > 50 && refusals > 0)
    }

    @Test(
        .enabled(
            if: GuidedTests.isComplete, "minutes of refused tokens at the least budget: set PLAYGROUND_TEST_ALL=1"),
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func `what was decoded before changes nothing`() throws {
        let vocabulary = try #require(RealVocabulary.smolLM2)
        let orders = try #require(GuidedAdversary.Orders.smolLM2)
        try schemas(vocabulary, seed: 5, count: GuidedTests.count(8, complete: 100)) { schema, used, generator in
            let budget = used.minimumBudget + 12
            for adversary in GuidedAdversary.allCases {
                _ = try adversary.decode(used, budget: budget + 9, orders, &generator)
            }
            for adversary in GuidedAdversary.allCases {
                var (one, other) = (SplitMix64(seed: 8), SplitMix64(seed: 8))
                let warm = try adversary.decode(used, budget: budget, orders, &one)
                let cold = try adversary.decode(vocabulary.grammar(schema), budget: budget, orders, &other)
                #expect(warm.tokens == cold.tokens, "\(adversary), \(schema)")
            }
        }
    }

    @Test(
        .enabled(
            if: RealVocabulary.smolLM2 != nil && RealVocabulary.gemma3 != nil,
            "no weights of both models on this machine"),
        arguments: files)
    func `a budget below the least is refused with both numbers, and the least suffices`(file: String) throws {
        let vocabulary = try #require(RealVocabulary.named(file))
        let orders = try #require(GuidedAdversary.Orders.named(file))
        for cell in NotebookCell.all {
            let grammar = try vocabulary.grammar(cell.schema)
            let least = grammar.minimumBudget
            // The turn counts the document alone, its decoder the end too.
            #expect(throws: GenerationError.budgetTooSmall(needed: least - 1, available: least - 2)) {
                try GuidedTurn(grammar, budget: least - 2, ends: vocabulary.guided.ends)
            }
            _ = try GuidedTurn(grammar, budget: least - 1, ends: vocabulary.guided.ends)
            var generator = SplitMix64(seed: 4)
            // At the least budget nearly every token is refused after a search: minutes.
            for adversary in GuidedAdversary.allCases where GuidedTests.isComplete {
                let decoder = try adversary.decode(grammar, budget: least, orders, &generator)
                try expectSound(decoder, vocabulary, schema: cell.schema, budget: least, "\(adversary), \(cell.name)")
            }
        }
    }

    @Test(.enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func `a byte that SmolLM2 has no token for is never begun`() throws {
        let vocabulary = try #require(RealVocabulary.smolLM2)
        #expect(!vocabulary.trie.alphabet.contains(0xF1))
        let store = GrammarStore(vocabulary.tokenizer)
        #expect(
            throws: GenerationError.schema(
                message: "#: error: every document needs a byte that the model has no token for [schema.unspellable]")
        ) {
            try store.grammar(
                OutputSchema(#"{"enum":["\#u{40000}"]}"#), spacing: .spaced, isCanonical: true)
        }
        let ending = (0..<vocabulary.trie.count).filter { vocabulary.trie.bytes(of: $0).last == 0xF1 }
        for isCanonical in [true, false] {
            let grammar = try vocabulary.grammar(#"{"type":"string"}"#, isCanonical: isCanonical)
            var decoder = try ConstrainedDecoder(grammar, budget: nil)
            for byte in "\"ab".utf8 {
                let token = try #require((0..<vocabulary.trie.count).first { vocabulary.trie.bytes(of: $0) == [byte] })
                _ = decoder.accept(token)
                let allowed = decoder.candidates().tokens
                let blind = allowed.filter { vocabulary.trie.bytes(of: $0).contains(0xF1) }
                #expect(blind.isEmpty && !allowed.isEmpty)
                #expect(ending.allSatisfy { !decoder.isAllowed($0) })
            }
        }
    }
}
