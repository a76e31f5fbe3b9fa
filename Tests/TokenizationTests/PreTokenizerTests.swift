// Pre-tokenizers against the published patterns, by way of a table made with regular-expression engines.

import Testing

@testable import Tokenization

@Suite struct PreTokenizerTests {
    private func words(_ text: String, _ preTokenizer: PreTokenizer) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        var start = 0
        return preTokenizer.wordEnds(in: bytes, 0..<bytes.count).map { end in
            defer { start = end }
            return Array(bytes[start..<end])
        }
    }

    @Test("cuts where the published pattern does", arguments: PreTokenizerCuts.all)
    func cuts(family: PreTokenizerCuts) throws {
        let preTokenizer = try PreTokenizer(named: family.name)
        for cut in family.cuts {
            let found = words(cut.words.joined(), preTokenizer)
            #expect(
                found == cut.words.map { Array($0.utf8) }, "\(found.map { String(decoding: $0, as: UTF8.self) })")
        }
    }

    @Test("every kind of pre-tokenizer is in the table")
    func coverage() throws {
        let tested = try Set(PreTokenizerCuts.all.map { try PreTokenizer(named: $0.name).stages })
        for family in PreTokenizer.families { #expect(tested.contains(family.stages), "\(family.names)") }
    }

    @Test("a name stands for one pre-tokenizer")
    func names() {
        let names = PreTokenizer.families.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(PreTokenizer.unsupportedNames.isDisjoint(with: names))
    }

    @Test("words in a row are the text, for any text", arguments: PreTokenizer.families.map { $0.names[0] })
    func partition(name: String) throws {
        var generator = SeededGenerator(seed: 5)
        let preTokenizer = try PreTokenizer(named: name)
        for _ in 0..<40 {
            let text = randomText(50, using: &generator)
            let found = words(text, preTokenizer)
            #expect(found.allSatisfy { !$0.isEmpty && String(validating: $0, as: UTF8.self) != nil })
            #expect(found.flatMap(\.self) == Array(text.utf8))
        }
        #expect(words("", preTokenizer) == [])
    }
}
