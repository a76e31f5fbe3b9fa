// Source cut into tokens, shown as the tokens' texts.

import Testing

@testable import FoundationModelsMacros

@Suite("Scanner")
struct ScannerTests {
    private func texts(_ source: String) -> [String] {
        let bytes = Array(source.utf8)
        return Scanner.tokens(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test(
        "Strings, comments, names and regex literals are one token each",
        arguments: [
            (#"a "b c" d"#, ["a", #""b c""#, "d"]),
            (#""a\"b" c"#, [#""a\"b""#, "c"]),
            (##"#"a\"# b"##, [##"#"a\"#"##, "b"]),
            (##"#"a"b"# c"##, [##"#"a"b"#"##, "c"]),
            (##"#""# a"##, [##"#""#"##, "a"]),
            (##"#"""# a"##, [##"#"""#"##, "a"]),
            (##"#"\#("#")"# a"##, [##"#"\#("#")"#"##, "a"]),
            (#""\(f(")")) }" a"#, [#""\(f(")")) }""#, "a"]),
            (#""\("\(1)")" a"#, [#""\("\(1)")""#, "a"]),
            ("\"\"\"\n } \" \"\" \\\"\"\"\n\"\"\" a", ["\"\"\"\n } \" \"\" \\\"\"\"\n\"\"\"", "a"]),
            ("##\"\"\"\n\"\"\"#\n\"\"\"## a", ["##\"\"\"\n\"\"\"#\n\"\"\"##", "a"]),
            ("a // b\nc", ["a", "c"]),
            ("a /* b /* c */ d */ e", ["a", "e"]),
            ("a /* } */\n/// {\nb", ["a", "b"]),
            ("`class` a`b c`", ["`class`", "a", "`b c`"]),
            ("é=1", ["é", "=", "1"]),
            ("1_000 0x1F 1.5 1...5", ["1_000", "0x1F", "1.5", "1", ".", ".", ".", "5"]),
            ("(/a,b/)", ["(", "/a,b/", ")"]),
            (#"(/\//, b)"#, ["(", #"/\//"#, ",", "b", ")"]),
            (#"(/[/()]+"/)"#, ["(", "/[/", "(", ")", "]", "+", "\"/)"]),
            ("= /(a)/", ["=", "/(a)/"]),
            ("a / b / c", ["a", "/", "b", "/", "c"]),
            ("(a)/b/c", ["(", "a", ")", "/", "b", "/", "c"]),
            ("a /b", ["a", "/", "b"]),
            ("return /a/", ["return", "/a/"]),
            ("x.return/a/b", ["x", ".", "return", "/", "a", "/", "b"]),
            ("(#/a/b/#)", ["(", "#/a/b/#", ")"]),
            ("(##/a/#b/##)", ["(", "##/a/#b/##", ")"]),
            ("(#/\n a # /\n /#)", ["(", "#/\n a # /\n /#", ")"]),
            ("#if a", ["#", "if", "a"]),
            ("(/)", ["(", "/", ")"]),
            ("\"open\nb", ["\"open", "b"]),
            ("", []),
        ] as [(String, [String])])
    func tokens(source: String, expected: [String]) {
        #expect(texts(source) == expected)
    }

    @Test("Any beginning of a source is cut into tokens that lie in it, in order")
    func prefixes() {
        let source = Array(##"a "b\(c /* d */ + "e")" #"f"# `g` /h/ #/i/# """j"##.utf8)
        for count in 0...source.count {
            var end = 0
            for token in Scanner.tokens(of: Array(source.prefix(count))) {
                #expect(token.range.lowerBound >= end && token.range.upperBound <= count && !token.range.isEmpty)
                end = token.range.upperBound
            }
        }
    }

    @Test("A token knows whether a line's end or a blank stands before it")
    func spacing() {
        let tokens = Scanner.tokens(of: Array("a b/*\n*/c\n.d".utf8))
        #expect(tokens.map(\.spaceBefore) == [false, true, true, true, false])
        #expect(tokens.map(\.newlineBefore) == [false, false, true, true, false])
    }
}
