// Which braces are references, which are text, and what a backslash does.

import Testing

@testable import Notebook

@Suite("TemplateScanner")
struct TemplateScannerTests {
    @Test(
        "finds names with dots between double braces",
        arguments: [
            ("{{ tone }}", "tone", 3..<7), ("{{tone}}", "tone", 2..<6), ("{{\ttone  }}", "tone", 3..<7),
            ("{{ cells.a-b.content }}", "cells.a-b.content", 3..<20),
            ("{{ cells.2nd.content }}", "cells.2nd.content", 3..<20),
            ("{{ größe }}", "größe", 3..<8), ("{{ _x1 }}", "_x1", 3..<6),
        ])
    func references(text: String, path: String, offsets: Range<Int>) {
        #expect(TemplateScanner.scan(text) == [.path(path, offsets)])
    }

    @Test(
        "leaves every other brace alone",
        arguments: [
            "{ tone }", "{{ }}", "{{}}", "{{ 1 }}", "{{ a b }}", "{{ a. }}", "{{ .a }}", "{{ a..b }}", "{{ a", "{{ a }",
            "{{ a\n}}", #"{"a": {"b": {}}}"#, #"\frac{1}{2}"#, "x^{{2}}", "{{#if x}}", "{{ a | upper }}", "{% a %}",
            #"\{{ 1, 2 }}"#, "}}{{", "", "{{ a + b }}", #"{{ "a" }}"#,
        ])
    func literals(text: String) {
        #expect(TemplateScanner.scan(text) == (text.isEmpty ? [] : [.text(text)]))
    }

    @Test(
        "takes a backslash away that keeps a reference from being one",
        arguments: [
            (#"\{{ tone }}"#, [.text("{{ tone }}")]),
            (#"a \{{tone}} b {{ x }}"#, [.text("a {{tone}} b "), .path("x", 17..<18)]),
            (#"\\{{ tone }}"#, [.text(#"\{{ tone }}"#)]),
        ] as [(String, [TemplateScanner.Piece])])
    func escapes(text: String, pieces: [TemplateScanner.Piece]) {
        #expect(TemplateScanner.scan(text) == pieces)
    }

    @Test("keeps an outer brace beside a reference")
    func braces() {
        #expect(TemplateScanner.scan("{{{ a }}}") == [.text("{"), .path("a", 4..<5), .text("}")])
        #expect(
            TemplateScanner.scan("é{{ a }}{{ b }}.") == [
                .text("é"), .path("a", 4..<5), .path("b", 11..<12), .text("."),
            ])
    }
}
