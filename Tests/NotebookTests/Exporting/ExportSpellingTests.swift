// Texts in exported programs and pages: whatever they hold, they stay texts.

import TestSupport
import Testing

@testable import Notebook

@Suite("Exported texts")
struct ExportSpellingTests {
    @Test(
        "are literals of Swift",
        arguments: [
            ("plain", #""plain""#), (#"a "b" \ \(c)"#, #""a \"b\" \\ \\(c)""#),
            ("tab\tbell\u{7}", #""tab\tbell\u{7}""#),
            ("left\u{202E}right\u{2028}", #""left\u{202e}right\u{2028}""#),
            ("two\nlines ", "\"\"\"\n    two\n    lines\\u{20}\n    \"\"\""),
            ("\"\"\"\n", "\"\"\"\n    \\\"\"\"\n\n    \"\"\""),
        ])
    func literals(text: String, literal: String) {
        #expect(SwiftSpelling.literal(text) == literal)
    }

    @Test(
        "are names of Swift",
        arguments: [
            ("reply-formal", "replyFormal"), ("1st", "cell1st"), ("where", "where"), ("über_uns", "überUns"),
            ("-", "cell"),
        ])
    func names(text: String, name: String) {
        #expect(SwiftSpelling.camel(text) == name)
    }

    @Test("are properties, in backticks where they must be, or none")
    func properties() {
        #expect(SwiftSpelling.property("count") == "count")
        #expect(SwiftSpelling.property("default") == "`default`")
        #expect(SwiftSpelling.property("first-name") == "`first-name`")
        #expect(SwiftSpelling.property("a`b") == nil)
        #expect(SwiftSpelling.property("") == nil)
        #expect(SwiftSpelling.property("a\u{202E}") == nil)
    }

    @Test("end no comment, and hide nothing in it")
    func comments() {
        #expect("a\nb\r\nimport\u{202E} X".commentLines("//") == ["// a", "// b", "// import X"])
    }
}
