// The outputs file: its text, reading it back, and how forgiving the reader is of damage.

import Testing

@testable import Notebook

@Suite struct OutputsFileTests {
    private static func entry(prompt: String, content: String, options: ResolvedOptions? = nil) -> OutputEntry {
        OutputEntry(
            key: "00ff", parts: [.prompt: "1e5a", .model: "abcd"], continues: nil,
            options: options ?? ResolvedOptions(sampling: .greedy, maximumResponseTokens: 5), prompt: prompt,
            content: content, finish: "stop", inputTokenCount: 3, outputTokenCount: 2,
            model: OutputEntry.Model(name: "fake", sha256: "aa11"),
            engine: OutputEntry.Engine(version: "1.2.3", numerics: 4))
    }

    private func read(_ text: String) throws -> OutputsFile {
        try OutputsFile(bytes: Array(text.utf8), path: "x.outputs.yaml")
    }

    @Test func anEntryLooksLikeThis() {
        let file = OutputsFile(entries: [
            .init(id: "greet", entry: Self.entry(prompt: "Hi", content: "Hello.\n\nBye\n"))
        ])
        let expected = """
            # Answers as recorded by `playground run`. After a merge conflict take either side and run again.
            outputs: 1
            cells:
              greet:
                key: "00ff"
                parts: {model: "abcd", prompt: "1e5a"}
                options: {sampling: greedy, maximumResponseTokens: 5}
                prompt: |-
                  Hi
                content: |
                  Hello.

                  Bye
                finish: stop
                tokens: {input: 3, output: 2}
                model: {name: fake, sha256: "aa11"}
                engine: {version: "1.2.3", numerics: 4}
                seal: "SEAL"

            """.replacing("SEAL", with: Self.entry(prompt: "Hi", content: "Hello.\n\nBye\n").seal)
        #expect(file.text == expected)
    }

    static let hostile: [String] = [
        "", " ", "\n", "\n\n", "a\n\n\n", "  a", "\ta", "a\r\nb", "a\rb", "\u{0}", "\u{1b}[31m", "\u{feff}",
        "a\u{85}b\u{2028}",
        "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", "--- a\n...\n", "# no comment\n", "key: value\n- item\n", "{{ a }}",
        "\"quoted\\\"", "e\u{301} 👩‍👩‍👧 \u{10ffff}", "trailing  \n  spaces  ", "\n first",
    ]

    @Test(arguments: hostile)
    func whatIsWrittenIsReadAndWrittenAgainTheSame(text: String) throws {
        let random = ResolvedOptions(
            sampling: .random(temperature: 0.1, candidates: .top(3), seed: .max), maximumResponseTokens: nil)
        let file = OutputsFile(entries: [
            .init(id: "a", entry: Self.entry(prompt: text, content: text)),
            .init(id: "1", entry: Self.entry(prompt: "x", content: text, options: random)),
        ])
        let again = try read(file.text)
        #expect(again == file)
        #expect(again.text == file.text)
    }

    @Test func aConflictCountsAsMissing() throws {
        let text = OutputsFile(entries: [.init(id: "a", entry: Self.entry(prompt: "x", content: "y"))]).text
        let file = try read("<<<<<<< HEAD\n\(text)=======\n\(text)>>>>>>> other\n")
        #expect(file.entries == [])
        #expect(file.notes == ["x.outputs.yaml holds a merge conflict; its cells count as missing until the next run"])
    }

    @Test func anEntryThatCannotBeReadCountsAsMissing() throws {
        let text = OutputsFile(entries: [
            .init(id: "a", entry: Self.entry(prompt: "x", content: "y")),
            .init(id: "b", entry: Self.entry(prompt: "x", content: "y")),
        ]).text
        let file = try read(text.replacing("  a:\n    key: \"00ff\"\n", with: "  a:\n"))
        #expect(file.entries.map(\.id) == ["b"])
        #expect(file.notes == ["x.outputs.yaml:4:3: cell 'a' can't be read; it counts as missing"])
    }

    @Test func textThatIsNoYAMLCostsOnlyTheEntryThatItIsIn() throws {
        let file = OutputsFile(
            entries: ["a", "b", "c"].map { .init(id: $0, entry: Self.entry(prompt: "x", content: "y\n\n  z\n")) })
        var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let index = try #require(lines.firstIndex(of: "  b:"))
        lines[index + 2] = "    parts: {model"
        let read = try read(lines.joined(separator: "\n"))
        #expect(read.entries == [file.entries[0], file.entries[2]])
        #expect(read.notes.count == 1)
        #expect(read.notes[0].hasPrefix("x.outputs.yaml:\(index + 4):"), "\(read.notes)")
        #expect(read.notes[0].hasSuffix("; what is damaged counts as missing until the next run"))
    }

    /// Something of every field, changed by hand.
    static let edits = [
        ("key: \"00ff\"", "key: \"00fe\""), ("model: \"abcd\"", "model: \"abce\""),
        ("sampling: greedy, ", "sampling: greedy, maximumResponseTokens: 6, "), ("Question", "Other question"),
        ("Answer", "False answer"), ("finish: stop", "finish: length"), ("input: 3", "input: 4"),
        ("output: 2", "output: 9"), ("name: fake", "name: real"), ("aa11", "aa12"), ("1.2.3", "1.2.4"),
        ("numerics: 4", "numerics: 5"), ("    seal: ", "    sael: "), ("seal: \"", "seal: \"0"),
        ("    options:", "    continues: z\n    options:"),
    ]

    @Test(arguments: edits)
    func anyEditBreaksTheSealAndWritingDoesNotHealIt(found: String, replacement: String) throws {
        let file = OutputsFile(entries: [.init(id: "a", entry: Self.entry(prompt: "Question", content: "Answer"))])
        #expect(try read(file.text)["a"]?.isEdited == false)
        var text = file.text.replacing(found, with: replacement)
        if replacement.contains("Tokens: 6") { text = text.replacing(", maximumResponseTokens: 5", with: "") }
        #expect(text != file.text)
        let edited = try read(text)
        #expect(edited["a"]?.isEdited == true)
        #expect(try read(edited.text)["a"]?.isEdited == true)
    }

    @Test func otherTextCountsAsMissing() throws {
        #expect(try read("a: [").notes.first?.hasPrefix("x.outputs.yaml:") == true)
        #expect(
            try read("").notes == [
                "x.outputs.yaml:1:1: the file is empty; its cells count as missing until the next run"
            ])
        #expect(
            try read("a: b").notes == ["x.outputs.yaml:1:1: no 'cells'; its cells count as missing until the next run"])
    }

    @Test func aLaterVersionIsRefused() {
        let error = #expect(throws: RecordError.self) { try read("outputs: 2\ncells: {}\n") }
        #expect(
            error?.description
                == "x.outputs.yaml: error: the record has version 2, but this playground knows 1 at most; "
                + "update playground, or remove the file and run again [record.version]")
    }
}
