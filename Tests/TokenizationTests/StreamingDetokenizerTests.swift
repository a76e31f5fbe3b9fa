// Text while it comes: whole characters only, and in sum what decoding all at once gives.

import Testing

@testable import Tokenization

@Suite struct StreamingDetokenizerTests {
    private static let tokenizer = Result {
        try ToyVocabulary.bytePair(merges: ["a b"], special: [("<e>", 3)]).tokenizer()
    }

    /// What each of some bytes brings, and the end.
    private func pieces(_ bytes: [UInt8]) throws -> [String] {
        var stream = StreamingDetokenizer(tokenizer: try Self.tokenizer.get())
        return bytes.map { stream.append(TokenID($0)) } + [stream.finish()]
    }

    @Test("a character comes with its last byte")
    func character() throws {
        #expect(try pieces(Array("aé€😀".utf8)) == ["a", "", "é", "", "", "€", "", "", "", "😀", ""])
    }

    @Test(
        "bytes that can no longer become a character are U+FFFD at once",
        arguments: [
            ([0x80], ["\u{FFFD}", ""]),
            ([0xE2, 0x61], ["", "\u{FFFD}a", ""]),
            ([0xE2, 0x82, 0xE2, 0x82, 0xAC], ["", "", "\u{FFFD}", "", "€", ""]),
            ([0xC0, 0xAF], ["\u{FFFD}", "\u{FFFD}", ""]),
            ([0xE0, 0x80], ["", "\u{FFFD}\u{FFFD}", ""]),
            ([0xED, 0xA0, 0x80], ["", "\u{FFFD}\u{FFFD}", "\u{FFFD}", ""]),
            ([0xF4, 0x90], ["", "\u{FFFD}\u{FFFD}", ""]),
            ([0xF5, 0xFF], ["\u{FFFD}", "\u{FFFD}", ""]),
        ] as [([UInt8], [String])])
    func broken(bytes: [UInt8], wanted: [String]) throws {
        #expect(try pieces(bytes) == wanted)
    }

    @Test("a character that never becomes whole is U+FFFD at the end")
    func unfinished() throws {
        #expect(try pieces([0x61, 0xF0, 0x9F, 0x98]) == ["a", "", "", "", "\u{FFFD}"])
        #expect(try pieces([]) == [""])
    }

    @Test("a control token between the bytes of a character changes nothing")
    func control() throws {
        let tokenizer = try Self.tokenizer.get()
        let control = try #require(tokenizer.tokenID(named: "<e>"))
        var stream = StreamingDetokenizer(tokenizer: tokenizer)
        #expect([0xC3, control, 0xA9].map { stream.append($0) } == ["", "", "é"])
    }

    @Test("all pieces together are the text of all tokens, for any bytes", arguments: 1...6)
    func sum(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let leads: [UInt8] = [0x20, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xF5]
        for _ in 0..<200 {
            let bytes = (0..<12).map { _ in leads[Int.random(in: 0..<leads.count, using: &generator)] }
            let text = try Self.tokenizer.get().decode(bytes.map { TokenID($0) })
            #expect(Array(try pieces(bytes).joined().utf8) == Array(text.utf8))
        }
    }
}
