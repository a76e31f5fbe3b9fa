// From a position in a scalar's value back to its place in the file, through escapes and indentation.

import Testing
import YAML

@Suite("ScalarCursor")
struct ScalarCursorTests {
    /// The first scalar under `a:` and where each of its scalars but white space stands, by the cursor.
    private func places(_ text: String) throws -> [(scalar: Unicode.Scalar, position: SourcePosition)] {
        let source = SourceLines(Array(text.utf8))
        let result = NodeReader.read(source)
        #expect(result.problems == [])
        guard case .mapping(let entries)? = result.root?.content,
            case .scalar(let scalar) = entries[0].value.content
        else {
            Issue.record("no scalar under the first key")
            return []
        }
        var cursor = ScalarCursor(scalar, range: entries[0].value.range, in: source)
        return scalar.text.unicodeScalars.enumerated().filter { !$1.properties.isWhitespace }.map { offset, found in
            (found, cursor.position(ofScalar: offset))
        }
    }

    @Test(
        "finds every character of a scalar at its own place in the file, in every style",
        arguments: [
            "a: plain text, a:b\n",
            "a: plain\n  over three\n\n  lines\n",
            "a: 'it''s ''quoted'''\n",
            "a: 'one\n  two\n\n  three'\n",
            "a: |\n  first\n    deeper\n\n  last \n",
            "a: |2-\n    deeper first\n  less\n\n",
            "a: |+ # a comment\n  keep\n\n\n",
            "a: >\n  folded\n  text\n\n  with\n    code\n  after\n",
            "a: >-\n\n  \u{1F600} ünïcode\n  e\u{301}\n",
            "a: |\r\n  first\r\n  second\r\n",
            "\u{FEFF}a: |\n  first\n  second\n",
            "a: &anchor |\n  first\n  second\n",
            "a: &anchor\n  |\n  first\n",
            "a:\n  \"one\n    two\"\n",
        ])
    func exact(text: String) throws {
        let source = SourceLines(Array(text.utf8))
        let places = try places(text)
        #expect(places.count > 3)
        for (scalar, position) in places {
            let line = Array(source.line(position.line).unicodeScalars)
            #expect(line.indices.contains(position.column - 1) && line[position.column - 1] == scalar)
        }
        for (earlier, later) in zip(places, places.dropFirst()) { #expect(earlier.position < later.position) }
    }

    @Test(
        "points at the backslash of an escape and stays right behind it",
        arguments: [
            ("a: \"x\\ty\"\n", [4 + 1, 4 + 4]),
            ("a: \"\\x41b\\u00e9c\\U0001F600d\"\n", [5, 9, 10, 16, 17, 27]),
            ("a: \"\\\"q\\\\\"\n", [5, 7, 8]),
            ("a: \"  \\t  z\"\n", [11]),
        ])
    func escapes(text: String, columns: [Int]) throws {
        #expect(try places(text).map(\.position.column) == columns)
    }

    @Test("follows an escaped line end to the next line")
    func continuation() throws {
        let places = try places("a: \"one\\\n     two\\n \\\n   three\"\n")
        #expect(places.map(\.position.line) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3])
        #expect(places.map(\.position.column) == [5, 6, 7, 6, 7, 8, 4, 5, 6, 7, 8])
    }

    @Test("is right in literal blocks of any text and indentation")
    func property() throws {
        let alphabet: [Unicode.Scalar] = ["a", "{", " ", "\n", "é", "\u{1F600}", "#", "'", "\"", "\t", "-", "\u{2028}"]
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<500 {
            var text = String.UnicodeScalarView(["x"])
            for _ in 0..<random(40) { text.append(alphabet[random(alphabet.count)]) }
            let indent = 1 + random(6)
            let lines = String(text).split(separator: "\n", omittingEmptySubsequences: false)
            let block = lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
            let source = "\(random(2) == 0 ? "" : "# é\n")a: |\(indent)+\n\(block)"
            let firstLine = source.hasPrefix("#") ? 3 : 2
            var expected: [SourcePosition] = []
            for (row, line) in lines.enumerated() {
                for (column, scalar) in line.unicodeScalars.enumerated() where !scalar.properties.isWhitespace {
                    expected.append(SourcePosition(line: firstLine + row, column: indent + column + 1))
                }
            }
            #expect(try places(source).map(\.position) == expected)
        }
    }
}
