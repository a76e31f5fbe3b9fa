// Cycles among cells: found once each, told whole, and none seen where there is none.

import Testing

@testable import Notebook

@Suite("CellGraph")
struct CellGraphTests {
    /// Messages for cells written as `id: continues`, each with a prompt.
    private func cycles(_ cells: [(id: String, rest: String)]) -> [String] {
        let lines = cells.map { "  - {id: \($0.id), prompt: \"Hi.\"\($0.rest.isEmpty ? "" : ", \($0.rest)")}\n" }
        let text = "playground: 1\ncells:\n\(lines.joined())"
        return PlaygroundFile.parse(Array(text.utf8), path: "desk.playground.yaml").diagnostics.map(\.message)
    }

    @Test("takes forks, diamonds and references to later cells for what they are")
    func acyclic() {
        #expect(
            cycles([
                ("a", "needs: [z]"), ("b", "continues: a"), ("c", "continues: a, needs: [b]"), ("d", "needs: [b, c]"),
                ("z", ""),
            ]) == [])
    }

    @Test("reports each cycle once, with all its cells in order")
    func separate() {
        #expect(
            cycles([
                ("a", "continues: b"), ("b", "continues: a"), ("c", "needs: [a, e]"), ("d", "needs: [c]"),
                ("e", "needs: [d]"),
            ]) == [
                "cells wait for each other: 'a' continues 'b', which continues 'a'",
                "cells wait for each other: 'c' needs 'e', which needs 'd', which needs 'c'",
            ])
    }

    @Test("names only the first cells of a very long cycle")
    func long() {
        let cells = (0..<1000).map { (id: "c\($0)", rest: "continues: c\(($0 + 1) % 1000)") }
        let expected =
            "cells wait for each other: 'c0'"
            + (1...20).map { ($0 == 1 ? " " : ", which ") + "continues 'c\($0)'" }.joined()
            + ", …, which continues 'c0'"
        #expect(cycles(cells) == [expected])
    }

    @Test("ends on cells that all wait for each other")
    func dense() {
        let ids = (0..<60).map { "c\($0)" }
        let all = "needs: [\(ids.joined(separator: ", "))]"
        let messages = cycles(ids.map { (id: $0, rest: all) })
        #expect(messages.count == 100)
        #expect(messages.first == "a cell can't wait for itself: 'c0' needs 'c0'")
    }
}
