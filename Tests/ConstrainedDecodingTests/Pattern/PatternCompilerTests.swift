// Patterns against Swift's own `Regex` on every short string, and against a table where the dialects differ.

import ConstrainedDecoding
import Testing

struct PatternCompilerTests {
    static func matches(_ pattern: String, _ text: String, _ dialect: PatternDialect = .ecmaScript) throws -> Bool {
        let arena = RegexArena()
        let content = try PatternCompiler.content(pattern, dialect: dialect, in: arena)
        return arena.matches(content, JSONString(text).spelledContent)
    }

    /// All strings over an alphabet up to a length.
    static func strings(_ alphabet: [String], upTo length: Int) -> [String] {
        var result = [""]
        var last = [""]
        for _ in 0..<length {
            last = last.flatMap { text in alphabet.map { text + $0 } }
            result += last
        }
        return result
    }

    static func pattern(_ depth: Int, _ generator: inout SplitMix) -> String {
        if depth == 0 {
            return ["a", "b", "c", ".", "[ab]", "[^a]", "", "^", "$", "\\w", "\\d", "[b-c]"].randomElement(
                using: &generator) ?? "a"
        }
        let first = pattern(depth - 1, &generator)
        let second = pattern(depth - 1, &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return "(?:\(first)|\(second))"
        case 1: return "(\(first))\(second)"
        case 2: return first + second
        case 3: return "(?:\(first))*\(second)"
        case 4: return "(?:\(first)){1,2}"
        case 5: return "(?:\(first))?\(second)"
        default: return "\(first)|\(second)"
        }
    }

    @Test("random patterns match what Swift's engine matches, anchors anywhere", arguments: 0..<8)
    func random(seed: Int) throws {
        var generator = SplitMix(UInt64(seed))
        let texts = Self.strings(["a", "b", "1"], upTo: 4)
        for _ in 0..<4 {
            let pattern = Self.pattern(3, &generator)
            let engine = try Regex(pattern)
            let arena = RegexArena()
            let search = try PatternCompiler.content(pattern, dialect: .ecmaScript, in: arena)
            let whole = try PatternCompiler.content(pattern, dialect: .swift, in: arena)
            var wrong: [String] = []
            for text in texts {
                let isFound = try engine.firstMatch(in: text) != nil
                if arena.matches(search, Array(text.utf8)) != isFound { wrong.append("in '\(text)'") }
                let isWhole = try engine.wholeMatch(in: text) != nil
                if arena.matches(whole, Array(text.utf8)) != isWhole { wrong.append("is '\(text)'") }
            }
            #expect(wrong.isEmpty, "'\(pattern)'")
        }
    }

    @Test(
        "ECMA-262's forms",
        arguments: [
            (#"^\u{1F600}$"#, "😀", true), (#"^\ud83d\ude00$"#, "😀", true), (#"^.$"#, "😀", true),
            (#"^\cJ$"#, "\n", true),
            (#"^.$"#, "\n", false), (#"^[^x]$"#, "\n", true), (#"^\x41\t$"#, "A\t", true), (#"^\p{L}+$"#, "aé中", true),
            (#"^\p{Lu}$"#, "a", false), (#"^\P{Nd}$"#, "٣", false), (#"^\d$"#, "٣", false),
            (#"^\s$"#, "\u{FEFF}", true),
            (#"^[\w.-]+$"#, "a-b.c", true), (#"^(?<year>\d{4})$"#, "2026", true), (#"^a{2,}?$"#, "aaa", true),
            (#"^(?=.*\d)(?=.*[a-z]).{3,}$"#, "a1b", true), (#"^(?=.*\d)(?=.*[a-z]).{3,}$"#, "abc", false),
            (#"^(?!ab).*$"#, "abc", false), (#"^(?!ab).*$"#, "acb", true), (#"^(?i:straße)$"#, "STRAßE", true),
            (#"""#, "a\"b", true), (#"\\"#, "a\\b", true), (#"^/$"#, "/", true), (#"^\/$"#, "/", true),
            (#"^a{x$"#, "a{x", true),
            (#"x$|^y"#, "yx", true), (#"^$"#, "", true), (#"a^b"#, "ab", false), (#"^[\b]$"#, "\u{8}", true),
        ])
    func ecmaScript(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try Self.matches(pattern, text) == isMatch)
    }

    @Test(
        "Swift's forms match as a whole",
        arguments: [
            ("ab", "xab", false), ("ab", "ab", true), (#"\Q.*\E+"#, ".**", true), ("(?i)ab|cd", "CD", true),
            ("(?i:a)b", "AB", false), ("[[:alpha:]]+", "ab", true), ("[[:^alpha:]]+", "1-", true), (#"\h"#, "\t", true),
            (#"\A\d{3}\z"#, "123", true), ("[a-z&&[^aeiou]]+", "xyz", true), ("[a-z--[aeiou]]+", "abc", false),
            (#"\p{Lu}"#, "É", true), (#"\pN"#, "1", true), ("(?s).", "\n", true), (".", "\u{85}", false),
            (#"\D"#, "٣", false),
            ("(?#note)a", "a", true), (#"\u{41}"#, "A", true), (#"[^\d]"#, "٣", false),
        ])
    func swift(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try Self.matches(pattern, text, .swift) == isMatch)
    }

    @Test(
        "what can't be enforced is refused",
        arguments: [
            (#"a\b"#, PatternDialect.ecmaScript, "a word boundary at offset 1 can't be enforced"),
            (#"(a)\1"#, .ecmaScript, "a reference to a group at offset 3 can't be enforced"),
            (#"(?<=a)b"#, .ecmaScript, "a lookbehind at offset 0 can't be enforced"),
            (
                #"a(?=b)c"#, .ecmaScript,
                "a lookahead elsewhere than after the '^' that begins a pattern at offset 0 can't be enforced"
            ),
            (#"\p{Script=Greek}"#, .ecmaScript, "the property 'Script=Greek' at offset 0 can't be enforced"),
            (#"\a"#, .ecmaScript, #"unknown escape '\a' at offset 0"#),
            ("*a", .ecmaScript, "nothing to repeat at offset 0"),
            ("a**", .ecmaScript, "nothing to repeat at offset 2"), ("a)", .ecmaScript, "')' without '(' at offset 1"),
            ("[b-a]", .ecmaScript, "the range in a class is out of order at offset 2"),
            ("a{3,2}", .ecmaScript, "the bounds {3,2} are out of order at offset 1"),
            ("a++", .swift, "a possessive quantifier at offset 2 can't be enforced"),
            ("(?>a)", .swift, "an atomic group at offset 0 can't be enforced"),
            (#"\R"#, .swift, #"'\R' at offset 0 can't be enforced"#),
            ("(?x)a b", .swift, "the option 'x' at offset 0 can't be enforced"),
        ])
    func refused(pattern: String, dialect: PatternDialect, expected: String) {
        do throws(PatternError) {
            _ = try PatternCompiler.content(pattern, dialect: dialect, in: RegexArena())
            Issue.record("'\(pattern)' compiles")
        } catch {
            #expect(error.description == expected)
        }
    }

    @Test("sixty thousand nested groups are read without a deep stack")
    func deepGroups() throws {
        let depth = 60_000
        let text = String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        #expect(try Self.matches("^\(text)$", "a"))
        #expect(try !Self.matches("^\(text)$", "b"))
    }
}
