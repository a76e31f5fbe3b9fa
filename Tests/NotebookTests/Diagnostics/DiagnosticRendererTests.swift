// Diagnostics as text: the mark under its range, with tabs, wide characters, long lines and control characters.

import Foundation
import Testing
import YAML

@testable import Notebook

@Suite("DiagnosticRenderer")
struct DiagnosticRendererTests {
    private func render(_ text: String, _ line: Int, _ columns: Range<Int>, endLine: Int? = nil) -> String {
        let range = SourceRange(
            start: SourcePosition(line: line, column: columns.lowerBound),
            end: SourcePosition(line: endLine ?? line, column: columns.upperBound))
        let diagnostic = Diagnostic(.error, "a.b", "no", at: SourceLocation(file: "f", range: range))
        return DiagnosticRenderer(sources: [SourceText(path: "f", bytes: Array(text.utf8))]).render(diagnostic)
    }

    @Test("marks a range, and one scalar of an empty range")
    func marks() {
        #expect(render("one two\n", 1, 5..<8) == "f:1:5: error: no [a.b]\n  one two\n      ^~~\n")
        #expect(render("one\n", 1, 4..<4) == "f:1:4: error: no [a.b]\n  one\n     ^\n")
    }

    @Test("marks a range of several lines to the end of the first")
    func lines() {
        #expect(render("a: b  \n  c\n", 1, 4..<4, endLine: 2) == "f:1:4: error: no [a.b]\n  a: b  \n     ^\n")
    }

    @Test("keeps tabs, and gives wide and combining characters the cells that terminals give them")
    func widths() {
        #expect(render("\ta é\n", 1, 4..<5) == "f:1:4: error: no [a.b]\n  \ta é\n  \t  ^\n")
        #expect(render("日本 x\n", 1, 4..<5) == "f:1:4: error: no [a.b]\n  日本 x\n       ^\n")
        #expect(render("e\u{301}x\n", 1, 3..<4) == "f:1:3: error: no [a.b]\n  e\u{301}x\n   ^\n")
    }

    @Test("cuts a long line around the mark")
    func long() {
        let text = String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
        let before = String(repeating: "a", count: 55)
        let after = String(repeating: "b", count: 54)
        #expect(
            render(text, 1, 201..<202)
                == "f:1:201: error: no [a.b]\n  …\(before)X\(after)…\n   \(String(repeating: " ", count: 55))^\n")
    }

    @Test("cuts a message with an endless name in it")
    func longMessage() {
        let text = "playground: 1\ncells: [{id: a, prompt: Hi.}]\n? \(String(repeating: "k", count: 5000))\n: 1\n"
        let file = PlaygroundFile.parse(Array(text.utf8), path: "f")
        let lines = file.renderedDiagnostics.split(separator: "\n")
        #expect(
            lines.first == "f:3:3: error: unknown key '\(String(repeating: "k", count: 387))… [notebook.unknown-key]")
        #expect(lines.allSatisfy { $0.count < 500 })
    }

    @Test("shows control characters as U+FFFD, in excerpts and in words")
    func control() {
        #expect(render("a\u{1B}[31m\n", 1, 1..<2) == "f:1:1: error: no [a.b]\n  a\u{FFFD}[31m\n  ^\n")
        let place = SourceLocation(
            file: "g", range: SourceRange(start: .init(line: 1, column: 1), end: .init(line: 1, column: 1)))
        let diagnostic = Diagnostic(.warning, "a.b", "key '\u{1B}[2J\n'", at: place)
        #expect(
            DiagnosticRenderer(sources: []).render(diagnostic) == "g:1:1: warning: key '\u{FFFD}[2J\u{FFFD}' [a.b]\n")
    }

    @Test("leaves the excerpt out for a file that was not read, and for a line that is empty")
    func noExcerpt() {
        #expect(render("\n", 1, 1..<1) == "f:1:1: error: no [a.b]\n")
        #expect(render("a\n", 7, 1..<1) == "f:7:1: error: no [a.b]\n")
    }

    @Test("A diagnostic as data holds both places")
    func record() throws {
        let file = PlaygroundFile.parse(Array("playground: 1\nplayground: 1\n".utf8), path: "f")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(file.diagnostics.map(DiagnosticRecord.init)[1]), as: UTF8.self)
        #expect(
            json == #"{"code":"yaml.duplicate-key","message":"duplicate key 'playground'","#
                + #""note":{"message":"first written here","place":{"column":1,"endColumn":11,"endLine":1,"file":"f","line":1}},"#
                + #""place":{"column":1,"endColumn":11,"endLine":2,"file":"f","line":2},"severity":"error"}"#)
    }
}
