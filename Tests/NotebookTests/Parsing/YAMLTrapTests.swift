// What YAML does to people who write prompts in it: each trap by its name, and what a playground makes of it.

import Testing

@testable import Notebook

@Suite("Traps of YAML")
struct YAMLTrapTests {
    private func load(_ text: String) -> PlaygroundFile {
        PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml")
    }

    /// The prompt that a scalar becomes.
    private func prompt(_ scalar: String) throws -> String {
        let file = load("playground: 1\ncells:\n  - id: a\n    prompt: \(scalar)\n")
        let document = try #require(file.document, "\(file.renderedDiagnostics)")
        guard case .text(let template)? = document.cells[0].prompt.first else { return "" }
        return template.substituting { _ in "" }
    }

    @Test(
        "that make other values of plain texts do not",
        arguments: [
            "no", "NO", "yes", "on", "off", "true", "null", "~x", "012", "0o14", "1.10", "1e3", "12:30", "1_000",
            "2026-05-04", ".inf", "0x1F",
        ])
    func plain(text: String) throws {
        #expect(try prompt(text) == text)
    }

    @Test("that lose text are told: a comment behind a blank")
    func comment() {
        let file = load("playground: 1\ncells:\n  - id: a\n    prompt: Answer #1 first\n")
        #expect(file.document != nil)
        #expect(file.renderedDiagnostics.hasPrefix("desk.playground.yaml:4:"))
        #expect(file.renderedDiagnostics.contains(": warning: ") && file.renderedDiagnostics.contains("#"))
    }

    @Test(
        "that are tags, merges, second documents or tabs are errors",
        arguments: [
            ("    prompt: !word\n", "yaml.tag"), ("    prompt: !!str 12\n", "yaml.tag"),
            ("    <<: {title: x}\n    prompt: Hi.\n", "yaml.merge-key"),
            ("    prompt: Hi.\n---\nplayground: 1\n", "yaml.second-document"), ("\tprompt: Hi.\n", "yaml.tab"),
            ("    prompt: Hi.\n    prompt: Ho.\n", "yaml.duplicate-key"),
            ("    prompt: \"bell \u{7}\"\n", "yaml.control-character"),
        ])
    func refused(lines: String, word: String) {
        let file = load("playground: 1\ncells:\n  - id: a\n" + lines)
        #expect(file.document == nil)
        #expect(file.renderedDiagnostics.contains(": error: "))
        #expect(file.renderedDiagnostics.contains(word), "\(file.renderedDiagnostics)")
    }

    @Test("that are line ends and marks of other systems are read")
    func systems() throws {
        let text = "playground: 1\ncells:\n  - id: a\n    prompt: |\n      one\n      two\n"
        let plain = try #require(load(text).document)
        for other in [
            "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text.replacing("\n", with: "\r\n"),
        ] {
            let document = try #require(load(other).document)
            #expect(document.cells.map(\.prompt).description.contains("one\\ntwo"))
            #expect(document.cells.count == plain.cells.count)
        }
    }

    @Test("that are line ends of Unicode stay in the text", arguments: ["\u{2028}", "\u{2029}", "\u{85}"])
    func separators(separator: String) throws {
        #expect(try prompt("\"a\(separator)b\"") == "a\(separator)b")
    }

    @Test("that are aliases share values, up to a budget")
    func aliases() throws {
        let shared = load("playground: 1\ncells:\n  - {id: a, prompt: &p Hi., title: *p}\n")
        #expect(shared.document?.cells[0].title?.value == "Hi.")
        // Eight levels of nine: a bomb of a few hundred bytes.
        var bomb = "playground: 1\na: &a [x,x,x,x,x,x,x,x,x]\n"
        for (level, before) in zip("bcdefgh", "abcdefg") {
            bomb += "\(level): &\(level) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ",") + "]\n"
        }
        #expect(bomb.utf8.count < 400)
        let file = load(bomb)
        #expect(file.document == nil)
        #expect(
            file.renderedDiagnostics.contains("100,000") || file.renderedDiagnostics.contains("100000"),
            "\(file.renderedDiagnostics)")
    }
}
