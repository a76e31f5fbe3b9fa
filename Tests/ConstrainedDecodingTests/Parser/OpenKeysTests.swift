// Objects with many names that nobody declared, over a vocabulary as large as real ones: what a name costs does not depend on
// how many there are.

import Testing

@testable import ConstrainedDecoding

@Suite("Open keys")
struct OpenKeysTests {
    /// 49,152 tokens: every byte, pieces of JSON, words with and without a space, and words after a quote.
    private static let vocabulary: VocabularyTrie = {
        var tokens: Set<[UInt8]> = Set((UInt8.min...UInt8.max).map { [$0] })
        for piece in [
            "\":", "\",", "\"}", "{\"", ",\"", "\":\"", "\":\"\",\"", "\":{", "},", "}}", "\":[", "[\"", "\"]",
            "\":1,\"",
            "\"\"", ", \"", "\": ",
        ] {
            tokens.insert(Array(piece.utf8))
        }
        var generator = SplitMix(11)
        let letters = Array("etaoinshrdlucmfwypvbgkjqxz".utf8)
        while tokens.count < 49_152 {
            let length = 2 + generator.below(7)
            let word = (0..<length).map { _ in letters[generator.below(1 + generator.below(letters.count))] }
            switch generator.below(8) {
            case 0: tokens.insert(word + [34])
            case 1: tokens.insert([34] + word)
            case 2, 3, 4: tokens.insert([32] + word)
            default: tokens.insert(word)
            }
        }
        return VocabularyTrie(tokens: tokens.sorted { $0.lexicographicallyPrecedes($1) })
    }()

    private static let schemas = [
        #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
        #"{"type":"object","additionalProperties":{"type":"integer"},"minProperties":3}"#,
        #"{"type":"object","patternProperties":{"^[a-z]":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
        #"{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"}}}"#,
    ]

    private static func grammar(_ schema: String) throws -> CompiledGrammar {
        try CompiledGrammar(SchemaCompiler.compile(schema, options: .lenient).grammar, vocabulary)
    }

    /// The longest token at each place.
    private static func split(_ text: [UInt8]) -> [Int] {
        var result: [Int] = []
        var at = 0
        while at < text.count {
            var node = 0
            var place = at
            var best = (token: 0, end: at + 1)
            while place < text.count, let child = vocabulary.child(of: node, text[place]) {
                place += 1
                node = child
                if let token = vocabulary.tokens(at: node).first { best = (token, place) }
            }
            result.append(best.token)
            at = best.end
        }
        return result
    }

    @Test("Two hundred keys, every mask on the way, within the memory of a schema", arguments: schemas, [true, false])
    func manyKeys(schema: String, isBounded: Bool) throws {
        let grammar = try Self.grammar(schema)
        let members = (0..<200).map { "\"\(["key", "entry", "k"][$0 % 3])\($0 * 7919 % 1_000)\":\($0)" }
        let split = Self.split(Array("{\(members.joined(separator: ","))}".utf8))
        var decoder = try ConstrainedDecoder(grammar, budget: isBounded ? split.count + 30 : nil)
        var largest = 0
        for (place, token) in split.enumerated() {
            let mask = decoder.candidates()
            #expect(mask.contains(token), "token \(place)")
            let isTaken = decoder.accept(token)
            try #require(isTaken, "token \(place)")
            largest = max(largest, grammar.byteCount)
        }
        #expect(decoder.isComplete)
        #expect(largest <= 8_000_000, "\(largest)")
    }

    @Test("A name is never offered twice, whatever was written between", arguments: schemas)
    func names(schema: String) throws {
        let grammar = try Self.grammar(schema)
        var decoder = try ConstrainedDecoder(grammar, budget: nil)
        for token in Self.split(Array(#"{"key":1,"keys":2,"other":3,"ke"#.utf8)) {
            let isTaken = decoder.accept(token)
            try #require(isTaken)
        }
        // `ke` may go on as neither of the two names.
        let mask = decoder.candidates()
        for token in 0..<Self.vocabulary.count where mask.contains(token) != decoder.isAllowed(token) {
            Issue.record("token \(token): the mask says \(mask.contains(token))")
        }
        for rest in ["y\"", "ys\""] {
            var copy = decoder
            var isAllowed = true
            for token in Self.split(Array(rest.utf8)) where isAllowed { isAllowed = copy.accept(token) }
            #expect(!isAllowed, "ke\(rest) stands already")
        }
        for rest in ["y:\":1}", "yss\":1}", "\":1}"] {
            var copy = decoder
            for byte in rest.utf8 {
                let token = try #require(Self.split([byte]).first)
                let isTaken = copy.accept(token)
                try #require(isTaken, "\(rest)")
            }
            #expect(copy.isComplete)
        }
    }

    @Test("Under a budget that is nearly spent, each bit is what the check of the token says", arguments: schemas)
    func budget(schema: String) throws {
        let grammar = try Self.grammar(schema)
        let begun = Self.split(Array(#"{"alpha":1,"be"#.utf8))
        for spare in [0, 1, 4] {
            var decoder = try ConstrainedDecoder(grammar, budget: nil)
            for token in begun {
                let isTaken = decoder.accept(token)
                try #require(isTaken)
            }
            let state = decoder
            let least = try #require(
                (1...60).first { budget in
                    var tried = state
                    tried.remaining = budget
                    return !tried.candidates().isEmpty
                })
            decoder.remaining = least + spare
            let mask = decoder.candidates()
            #expect(!mask.isEmpty)
            // The words are drawn at random, so that one of 16 speaks for the others; pieces of JSON are all looked at.
            for token in 0..<Self.vocabulary.count
            where token % 16 == spare || !Self.vocabulary.bytes(of: token).contains(where: { (97...122).contains($0) })
            {
                let isAllowed = decoder.isAllowed(token)
                if mask.contains(token) != isAllowed { Issue.record("token \(token): the check says \(isAllowed)") }
            }
            while !decoder.isComplete {
                let token = try #require(decoder.candidates().tokens.last)
                let isTaken = decoder.accept(token)
                try #require(isTaken)
            }
        }
        #expect(grammar.byteCount <= 8_000_000, "\(grammar.byteCount)")
    }
}
