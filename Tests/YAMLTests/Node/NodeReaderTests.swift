// Located nodes from YAML text: scalars as they are written, exact places, and what is refused.

import Testing
import YAML

@Suite("NodeReader")
struct NodeReaderTests {
    /// A tree as one line of text, without places: `[plain:a, {key: literal:"b\n"}]`.
    static func outline(_ node: Node) -> String {
        switch node.content {
        case .scalar(let scalar): "\(scalar.style):\(scalar.text.debugDescription)"
        case .sequence(let items): "[" + items.map(outline).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key.text): \(outline($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    static func read(_ text: String) -> ReadResult {
        NodeReader.read(SourceLines(Array(text.utf8)))
    }

    @Test(
        "keeps the text of scalars as it was written, and their style",
        arguments: [
            (
                "[no, 1.10, 012, 12:30, ~, true]",
                "[plain:\"no\", plain:\"1.10\", plain:\"012\", plain:\"12:30\", plain:\"~\", plain:\"true\"]"
            ),
            ("a: 'it''s'\nb: \"tab\\t\"\n", "{a: singleQuoted:\"it\\\'s\", b: doubleQuoted:\"tab\\t\"}"),
            ("a: |\n  x\n\n  y\nb: >-\n  x\n  y\n", "{a: literal:\"x\\n\\ny\\n\", b: folded:\"x y\"}"),
            ("a:\nb: {}\nc: []\n", "{a: plain:\"\", b: {}, c: []}"),
            ("a: &x [1, {k: 2}]\nb: *x\n", "{a: [plain:\"1\", {k: plain:\"2\"}], b: [plain:\"1\", {k: plain:\"2\"}]}"),
            ("a: |\n  x\n  \ty\n", "{a: literal:\"x\\n\\ty\\n\"}"),
        ])
    func texts(text: String, outline: String) throws {
        let result = Self.read(text)
        #expect(result.problems == [])
        #expect(try Self.outline(#require(result.root)) == outline)
    }

    @Test("reads a byte order mark and CRLF as if they were not there")
    func byteOrderMark() throws {
        let unix = Self.read("a: |\n  x\n  y\nb: 1\n")
        let windows = Self.read("\u{FEFF}a: |\r\n  x\r\n  y\r\nb: 1\r\n")
        #expect(unix.problems == [] && windows.problems == [])
        #expect(try #require(unix.root) == #require(windows.root))
    }

    @Test("does not end a line at U+0085, U+2028 or U+2029, as YAML 1.2 says")
    func separators() throws {
        let result = Self.read("a: |\n  x\u{2028}y\u{85}z\u{2029}\nb: \"\\u2028\u{E000}\"\n")
        #expect(result.problems == [])
        let expected = "{a: literal:\"x\u{2028}y\u{85}z\u{2029}\n\", b: doubleQuoted:\"\u{2028}\u{E000}\"}"
        let root = try #require(result.root)
        guard case .mapping(let entries) = root.content else {
            Issue.record("not a mapping: \(Self.outline(root)), expected \(expected)")
            return
        }
        #expect(entries[0].value.content == .scalar(.init(text: "x\u{2028}y\u{85}z\u{2029}\n", style: .literal)))
        #expect(entries[1].value.content == .scalar(.init(text: "\u{2028}\u{E000}", style: .doubleQuoted)))
    }

    @Test("places nodes by line and scalar, both from 1")
    func places() throws {
        let root = try #require(Self.read("größe: &a 'é'\nlist:\n  - |\n    text\n\n  - {x: 1}\n").root)
        guard case .mapping(let entries) = root.content, case .sequence(let items) = entries[1].value.content else {
            Issue.record("unexpected tree \(Self.outline(root))")
            return
        }
        func range(_ startLine: Int, _ startColumn: Int, _ endLine: Int, _ endColumn: Int) -> SourceRange {
            SourceRange(
                start: SourcePosition(line: startLine, column: startColumn),
                end: SourcePosition(line: endLine, column: endColumn))
        }
        #expect(entries[0].key.range == range(1, 1, 1, 6))
        #expect(entries[0].value.range == range(1, 11, 1, 14))
        #expect(items[0].range == range(3, 5, 4, 9))
        #expect(items[1].range == range(6, 5, 6, 11))
        #expect(entries[1].value.range == range(3, 3, 6, 11))
    }

    @Test("goes on after duplicate keys, tags and merge keys, and keeps the first of two")
    func collected() throws {
        let result = Self.read("a: 1\na: 2\nb: !!str x\n<<: {c: 3}\nd: 4\n")
        #expect(
            result.problems.map(\.message) == [
                "duplicate key 'a'", "tag '!!str' is not supported; remove it, or put the text in quotes",
                "merge key '<<' is not supported; write the keys out, or alias the whole value",
            ])
        #expect(result.problems.map(\.code) == ["duplicate-key", "tag", "merge-key"])
        #expect(result.problems[0].related?.start == SourcePosition(line: 1, column: 1))
        #expect(try Self.outline(#require(result.root)) == "{a: plain:\"1\", b: plain:\"x\", d: plain:\"4\"}")
    }

    @Test("takes a quoted '<<' as a key like any other")
    func quotedMerge() throws {
        let result = Self.read("'<<': 1\n")
        #expect(result.problems == [])
    }

    @Test("has no root for a text without a document", arguments: ["", "# only\n", "\n\n"])
    func noDocument(text: String) {
        let result = Self.read(text)
        #expect(result.root == nil)
        #expect(result.problems == [])
    }

    @Test(
        "refuses bytes that are not UTF-8, and control characters, with their place",
        arguments: [
            ([UInt8]("a: \u{e9}".utf8.dropLast()), "byte 0xC3 is not valid UTF-8; save the file as UTF-8", 1, 4),
            ([UInt8]("a: b\nc: ".utf8) + [0xFF], "byte 0xFF is not valid UTF-8; save the file as UTF-8", 2, 4),
            (
                [UInt8]("é: \u{7}".utf8),
                "control character U+0007 is not allowed; remove it, or write it as an escape in double quotes", 1, 4
            ),
            (
                [UInt8]("a: \u{9b}".utf8),
                "control character U+009B is not allowed; remove it, or write it as an escape in double quotes", 1, 4
            ),
            ([0xFF, 0xFE, 0x61, 0x00], "byte 0xFF is not valid UTF-8; save the file as UTF-8", 1, 1),
        ])
    func encoding(bytes: [UInt8], message: String, line: Int, column: Int) {
        let result = NodeReader.read(SourceLines(bytes))
        #expect(result.root == nil)
        #expect(result.problems.map(\.message) == [message])
        #expect(result.problems.first?.range.start == SourcePosition(line: line, column: column))
    }
}
