// Lines, bytes and columns of a source text, there and back.

import Testing
import YAML

@Suite("SourceLines")
struct SourceLinesTests {
    @Test(
        "ends lines at \\n, \\r\\n and a lone \\r, and at nothing else",
        arguments: [
            ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b", ""]), ("a\rb", ["a", "b"]), ("\u{FEFF}a\n", ["a", ""]),
            ("", [""]), ("a\u{2028}b", ["a\u{2028}b"]), ("\n\r\n\r", ["", "", "", ""]),
        ])
    func lines(text: String, lines: [String]) {
        let source = SourceLines(Array(text.utf8))
        #expect((1...source.lineStarts.count).map(source.line) == lines)
    }

    @Test("has no bytes for lines that are not there")
    func absent() {
        let source = SourceLines(Array("a\n".utf8))
        #expect(source.line(0) == "" && source.line(3) == "")
    }

    @Test("position(ofByte:) and byteOffset(of:) undo each other at every scalar, also in a line longer than a block")
    func roundTrip() {
        let long = String(repeating: "aé\u{1F600}", count: 700)
        let text = "\u{FEFF}one\n\r\nzwölf \u{1F600} e\u{301}\r\n\(long)\nend"
        let source = SourceLines(Array(text.utf8))
        var line = 1
        var column = 1
        var offset = 3
        let scalars = Array(text.unicodeScalars).dropFirst()
        for (index, scalar) in zip(scalars.indices, scalars) {
            let position = SourcePosition(line: line, column: column)
            #expect(source.position(ofByte: offset) == position)
            let isLineEnd = scalar == "\n" || scalar == "\r"
            if !isLineEnd { #expect(source.byteOffset(of: position) == offset) }
            offset += String(scalar).utf8.count
            let isPair = scalar == "\r" && index + 1 < scalars.endIndex && scalars[index + 1] == "\n"
            (line, column) = isLineEnd && !isPair ? (line + 1, 1) : (line, column + 1)
        }
    }

    @Test("byteOffset(of:) stops at the end of the line")
    func beyond() {
        let source = SourceLines(Array("ab\ncd\n".utf8))
        #expect(source.byteOffset(of: SourcePosition(line: 1, column: 9)) == 2)
        #expect(source.byteOffset(of: SourcePosition(line: 2, column: 3)) == 5)
        #expect(source.end(ofLine: 2) == SourcePosition(line: 2, column: 3))
    }
}
