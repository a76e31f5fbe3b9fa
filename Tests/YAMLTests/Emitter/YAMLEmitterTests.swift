// Emitted YAML: its look, its spelling of every value, and that reading it gives the same value.

import Foundation
import TestSupport
import Testing

@testable import YAML

/// What a reader finds in a written value: words, numbers and texts are all text to it.
private indirect enum Read: Equatable {
    case scalar(String)
    case list([Read])
    case mapping([Pair])

    struct Pair: Equatable {
        var key: String
        var value: Read
    }

    init(_ value: EmittedValue) {
        switch value {
        case .word(let text), .text(let text), .number(let text), .quoted(let text): self = .scalar(text)
        case .integer(let number): self = .scalar(String(number))
        case .flowList(let items), .blockList(let items): self = .list(items.map(Read.init))
        case .flow(let members), .block(let members), .spaced(let members):
            self = .mapping(members.map { Pair(key: $0.key, value: Read($0.value)) })
        }
    }

    /// Texts as the hexadecimal digits of their UTF-8, so that nothing between two programs can change them.
    var digits: String {
        switch self {
        case .scalar(let text):
            return text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .list(let items): return "[" + items.map(\.digits).joined(separator: ",") + "]"
        case .mapping(let pairs):
            return "{" + pairs.map { Read.scalar($0.key).digits + ":" + $0.value.digits }.joined(separator: ",") + "}"
        }
    }

    init(_ node: Node) {
        switch node.content {
        case .scalar(let scalar): self = .scalar(scalar.text)
        case .sequence(let items): self = .list(items.map(Read.init))
        case .mapping(let entries): self = .mapping(entries.map { Pair(key: $0.key.text, value: Read($0.value)) })
        }
    }
}

@Suite struct YAMLEmitterTests {
    @Test func aDocumentLooksLikeThis() {
        let value = EmittedValue.block([
            .init("outputs", .integer(1)),
            .init("none", .block([])),
            .init(
                "cells",
                .spaced([
                    .init(
                        "greet",
                        .block([
                            .init("key", .word("e1ab")), .init("parts", .flow([.init("prompt", .quoted("abcd"))])),
                            .init("content", .text("Hello\n\n  there\n")),
                            .init("list", .flowList([.word("a"), .integer(2), .text("b c")])),
                        ])),
                    .init("yes", .block([.init("content", .text("No line end"))])),
                ])),
        ])
        let expected = """
            outputs: 1
            none: {}
            cells:
              greet:
                key: e1ab
                parts: {prompt: "abcd"}
                content: |
                  Hello

                    there
                list: [a, 2, "b c"]

              "yes":
                content: |-
                  No line end

            """
        #expect(YAMLEmitter.text(of: value) == expected)
    }

    @Test func aListOfMappingsHasItsDashesBelowEachOther() {
        let value = EmittedValue.block([
            .init(
                "items",
                .blockList([
                    .block([.init("name", .word("a")), .init("in", .block([.init("text", .text("x\ny"))]))]),
                    .text("one\ntwo\n"), .word("b c"), .blockList([.integer(1), .integer(2)]), .block([]),
                ])),
            .init("none", .blockList([])),
        ])
        let expected = """
            items:
              - name: a
                in:
                  text: |-
                    x
                    y
              - |
                one
                two
              - "b c"
              - [1, 2]
              - {}
            none: []

            """
        #expect(YAMLEmitter.text(of: value) == expected)
    }

    static let words: [(String, String)] = [
        ("stop", "stop"), ("a-b_c.d/e", "a-b_c.d/e"), ("true", "\"true\""), ("No", "\"No\""), ("NULL", "\"NULL\""),
        ("1e5", "\"1e5\""), ("0x10", "\"0x10\""), ("", "\"\""), ("-", "\"-\""), ("a b", "\"a b\""),
        ("a: b", "\"a: b\""),
        ("é", "\"é\""), ("e12", "e12"),
    ]

    @Test(arguments: words)
    func aWordIsPlainWhereNoReaderMistakesIt(word: String, spelling: String) {
        #expect(ScalarSpelling.word(word) == spelling)
    }

    static let blocks: [(String, String?)] = [
        ("a", "|-\n  a\n"), ("a\n", "|\n  a\n"), ("a\n\n", nil), ("\n", nil), ("", nil), ("\r", nil), ("a\u{85}b", nil),
        ("a\u{2028}b", nil), ("\u{1b}[1m", nil), (" a", "|2-\n   a\n"), ("\na", "|2-\n\n  a\n"),
        ("\ta", "|2-\n  \ta\n"),
        ("a\n ", "|-\n  a\n   \n"), ("# a\n--- b\n", "|\n  # a\n  --- b\n"), ("👩‍👩‍👧 é\n", "|\n  👩‍👩‍👧 é\n"),
    ]

    @Test(arguments: blocks)
    func aBlockIsUsedWhereItIsExact(text: String, block: String?) {
        #expect(ScalarSpelling.literalBlock(text, indent: 2) == block)
    }

    @Test func readingWhatWasWrittenGivesTheSameValue() {
        var random = SeededRandom(seed: 7)
        for round in 0..<Self.rounds {
            let value = EmittedValue.block(Self.members(&random, depth: 0, count: 1 + round % 4))
            let text = YAMLEmitter.text(of: value)
            let result = NodeReader.read(SourceLines(Array(text.utf8)))
            #expect(result.problems == [], "\(text.debugDescription)")
            #expect(result.root.map(Read.init) == Read(value), "\(text.debugDescription)")
        }
    }

    private static let rounds = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == "1" ? 100_000 : 3000

    /// A Python that has PyYAML; nil where there is none.
    private static let python = ["PLAYGROUND_TEST_PYTHON", "PYTHON"].compactMap {
        ProcessInfo.processInfo.environment[$0]
    }
    .first { path in
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-c", "import yaml"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A reader that is not ours, and of YAML 1.1: every scalar as text, as a record is read.
    @Test(.enabled(if: python != nil, "needs PLAYGROUND_TEST_PYTHON, a Python with PyYAML"))
    func pyYAMLReadsWhatWasWritten() throws {
        let python = try #require(Self.python)
        let folder = try ScratchFolder()
        var random = SeededRandom(seed: 11)
        var texts: [String] = []
        var lines: [String] = []
        for round in 0..<max(500, Self.rounds / 20) {
            let value = EmittedValue.block(Self.members(&random, depth: 0, count: 1 + round % 3))
            texts.append(YAMLEmitter.text(of: value))
            lines.append(Read(value).digits)
        }
        let encoder = JSONEncoder()
        _ = try folder.write(Array(try encoder.encode(texts)), to: "texts.json")
        let script = """
            import json, sys, yaml
            def flat(n):
                if isinstance(n, yaml.ScalarNode): return n.value.encode().hex()
                if isinstance(n, yaml.SequenceNode): return "[" + ",".join(map(flat, n.value)) + "]"
                return "{" + ",".join(flat(k) + ":" + flat(v) for k, v in n.value) + "}"
            for text in json.load(open(sys.argv[1])):
                print(flat(yaml.compose(text, Loader=yaml.SafeLoader)))
            """
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", script, folder["texts.json"]]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let found = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(found.count == lines.count)
        for (index, (found, wanted)) in zip(found, lines).enumerated() {
            #expect(found == wanted, "\(texts[index].debugDescription)")
        }
    }

    private static let scraps = [
        "a", " ", "  ", "\n", "\n\n", "\t", "#", " #x", ": ", "-", "- ", "---", "...", "\"", "'", "\\", "{", "}",
        "{{ a }}",
        "[", "|", ">", "%", "&a", "*a", "!t", "\r", "\r\n", "\u{0}", "\u{1b}", "\u{7f}", "\u{85}", "\u{a0}", "\u{2028}",
        "\u{feff}", "\u{ffff}", "é", "e\u{301}", "👩‍👩‍👧", "\u{10ffff}", "<<<<<<< ", "=======", "true", "~", "0", "1.10",
        "?",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in scraps.randomElement(using: &random) ?? "" }.joined()
    }

    private static func members(_ random: inout SeededRandom, depth: Int, count: Int) -> [EmittedValue.Member] {
        (0..<count).map { index in .init("\(index)" + text(&random), value(&random, depth: depth + 1)) }
    }

    private static func value(_ random: inout SeededRandom, depth: Int) -> EmittedValue {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 3), using: &random) {
        case 0: .text(text(&random))
        case 1: .word(text(&random))
        case 2: .integer(Int.random(in: -9...9, using: &random))
        case 3: .flowList((0..<2).map { _ in value(&random, depth: 3) })
        case 4: .flow(members(&random, depth: 2, count: 2))
        case 5: .blockList((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) })
        case 6: .block(members(&random, depth: depth, count: Int.random(in: 0...3, using: &random)))
        default: .spaced(members(&random, depth: depth, count: 2))
        }
    }
}

/// A linear congruential generator (Knuth, MMIX), so that a failing round can be had again.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
