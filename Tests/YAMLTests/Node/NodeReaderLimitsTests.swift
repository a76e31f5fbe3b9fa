// Files made to exhaust a reader: alias bombs, deep nesting, too many bytes.

import Testing
import YAML

/// What a file can do to its reader at worst.
@Suite("NodeReader limits")
struct NodeReaderLimitsTests {
    private func messages(_ text: String) -> [String] {
        NodeReader.read(SourceLines(Array(text.utf8))).problems.map(\.message)
    }

    @Test("An alias bomb of nine levels ends at the budget of nodes")
    func bomb() {
        var text = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
            text += "l\(level): &l\(level) [\(aliases)]\n"
        }
        #expect(messages(text) == ["more than 100000 values, aliases counted with all they stand for"])
    }

    @Test("A big text behind many aliases ends at the budget of text")
    func textBomb() {
        let text =
            "a: &a \"\(String(repeating: "x", count: 1 << 20))\"\nb: [\(Array(repeating: "*a", count: 20).joined(separator: ", "))]\n"
        #expect(messages(text) == ["aliases stand for more than 16777216 bytes of text"])
    }

    @Test("Aliases below the budget are read")
    func aliases() throws {
        let text = "a: &a [1, 2]\nb: [\(Array(repeating: "*a", count: 1000).joined(separator: ", "))]\n"
        #expect(messages(text) == [])
    }

    @Test(
        "100,000 levels end at 64, however they are written",
        arguments: [("[", ""), ("{a: ", ""), ("- ", "x"), ("? ", "x"), ("[", "]")])
    func nesting(opening: String, closing: String) {
        let text = String(repeating: opening, count: 100_000) + String(repeating: closing, count: 100_000)
        #expect(messages(text) == ["more than 64 levels of lists and mappings"])
    }

    @Test("64 levels are read, and an alias that would make 65 is refused")
    func depth() {
        let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(messages("a: \(deep)\n") == [])
        #expect(messages("a: [\(deep)]\n") == ["more than 64 levels of lists and mappings"])
        let half = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let rest = String(repeating: "[", count: 30) + "*a" + String(repeating: "]", count: 30)
        #expect(messages("a: &a \(half)\nb: \(rest)\n") == ["more than 64 levels of lists and mappings"])
    }

    @Test("More than 4 MiB are refused before they are parsed")
    func size() {
        let text = "a: \(String(repeating: "x", count: NodeReader.Limits.source.byteCount))"
        #expect(messages(text) == ["file has 4194307 bytes, but at most 4194304 are read"])
    }

    @Test("More than 100,000 values are refused without any alias")
    func nodes() {
        #expect(
            messages("[\(String(repeating: "x,", count: 100_001))]")
                == ["more than 100000 values, aliases counted with all they stand for"])
    }

    @Test("Reading stops after 100 problems")
    func problems() {
        #expect(messages("a: 1\n" + String(repeating: "a: 1\n", count: 50_000)).count == 100)
    }

    @Test("No damage to a file can crash the reader or put a problem outside of it")
    func mutations() {
        let text = """
            playground: 1
            instructions: |
              You sort *messages*. Ünïcode, \u{1F600}.
            cells:
              - id: sort # a comment
                prompt: "A \\"quoted\\" text {{ x }}"
                needs: &n [a, 'b''c']
              - {id: reply, needs: *n, prompt: >-
                  folded}
            """
        let bytes = Array(text.utf8)
        let spice: [UInt8] = Array("\t\n\r:#-?[]{}&*!|>'\"%@`, \\~<\u{0}".utf8) + [0x80, 0xC3, 0xE2, 0xF0, 0xFF]
        // A fixed sequence: a failure can be run again.
        var state: UInt64 = 42
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<4000 {
            var damaged = bytes
            for _ in 0...random(4) {
                let place = random(damaged.count)
                switch random(3) {
                case 0: damaged[place] = spice[random(spice.count)]
                case 1: damaged.insert(spice[random(spice.count)], at: place)
                default: damaged.removeSubrange(place..<min(damaged.count, place + 1 + random(8)))
                }
                if damaged.isEmpty { damaged = [0x0A] }
            }
            let lines = SourceLines(damaged)
            for problem in NodeReader.read(lines).problems {
                let start = problem.range.start
                #expect(
                    (1...lines.lineStarts.count).contains(start.line) && start.column >= 1,
                    "\(problem) in \(String(decoding: damaged, as: UTF8.self).debugDescription)")
                #expect(start.column <= lines.width(ofLine: start.line) + 1)
                #expect(problem.range.end >= start && !problem.message.isEmpty)
            }
        }
    }
}
