// Columns of characters, cutting and wrapping, and keys out of bytes.

import Platform
import Testing

@Suite struct TerminalTextTests {
    @Test(
        "Columns of a text",
        arguments: [
            ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍🚀", 2), ("🇫🇷", 2), ("❤\u{FE0F}", 2), ("한글", 4),
            ("\u{1112}\u{1161}", 2),
            ("ａｂ", 4), ("…", 1), ("", 0), ("⌚", 2),
        ])
    func width(text: String, columns: Int) { #expect(TerminalText.width(text) == columns) }

    @Test func cuttingNeverHalvesACharacter() {
        #expect(TerminalText.cut("日本語", to: 5) == "日本…")
        #expect(TerminalText.cut("日本語", to: 4) == "日…")
        #expect(TerminalText.cut("日本語", to: 6) == "日本語")
        #expect(TerminalText.cut("abc", to: 0) == "")
        #expect(TerminalText.padded("日", to: 4) == "日  ")
    }

    @Test func wrappingBreaksAtSpacesAndWithinLongWords() {
        #expect(TerminalText.wrapped("the quick brown fox", to: 10) == ["the quick ", "brown fox"])
        #expect(TerminalText.wrapped("abcdefgh", to: 3) == ["abc", "def", "gh"])
        #expect(TerminalText.wrapped("a\n\nb", to: 3) == ["a", "", "b"])
        #expect(TerminalText.wrapped("日本語", to: 5) == ["日本", "語"])
        #expect(TerminalText.wrapped("a\u{1b}[31mb", to: 9) == ["a\u{FFFD}[31mb"])
    }

    @Test func wrappingKeepsEveryCharacterButSpaces() {
        let text = "Ein langer Text mit 日本語, e\u{301} und 👩‍🚀 darin, und einemsehrlangenWortohneLücke."
        for columns in 2...40 {
            let lines = TerminalText.wrapped(text, to: columns)
            #expect(lines.allSatisfy { TerminalText.width($0) <= columns })
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test func keysComeOutOfBytes() {
        #expect(
            Key.keys(in: Array("q\r\u{1b}[A\u{1b}OBé\u{1b}[15~\u{1b}x\u{1}".utf8))
                == [.character("q"), .enter, .up, .down, .character("é"), .escape, .character("x")])
    }
}
