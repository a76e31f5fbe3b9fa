// What a terminal would obey is shown instead.

import Platform
import Testing

@Suite struct PrintableTextTests {
    static let lines: [(String, String)] = [
        ("plain text, é 漢 🙂", "plain text, é 漢 🙂"),
        ("a\tb\nc\n", "a\tb\nc\n"),
        ("\u{1b}[31mred\u{1b}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"),
        ("\u{1b}]0;title\u{7}", "\u{FFFD}]0;title\u{FFFD}"),
        ("over\rwritten", "over\u{FFFD}written"),
        ("dos\r\n", "dos\u{FFFD}\n"),
        ("\u{9b}31m", "\u{FFFD}31m"),
        ("\u{0}\u{8}\u{7f}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("", ""),
    ]

    @Test(arguments: lines)
    func controlCharactersAreReplaced(text: String, shown: String) {
        #expect(PrintableText.lines(text) == shown)
    }

    @Test func aLineHasNoLineEnds() {
        #expect(PrintableText.line("a\nb\tc") == "a\u{FFFD}b\tc")
    }
}
