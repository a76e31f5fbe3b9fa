// The order of answers: dependencies first, a conversation to its leaves before the next.

import Testing

@testable import Notebook

@Suite struct CellOrderTests {
    private func order(_ cells: String) throws -> [String] {
        let file = PlaygroundFile.parse(Array("playground: 1\ncells:\n\(cells)\n".utf8), path: "x.playground.yaml")
        return CellOrder.sorted(try #require(file.document, "\(file.renderedDiagnostics)").cells).map(\.id.value)
    }

    @Test func aConversationIsFollowedToItsLeavesBeforeAnother() throws {
        let order = try order(
            """
              - {id: a, prompt: x}
              - {id: b, prompt: x}
              - {id: a1, continues: a, prompt: x}
              - {id: b1, continues: b, prompt: x}
              - {id: a2, continues: a, prompt: x}
              - {id: a11, continues: a1, prompt: x}
            """)
        #expect(order == ["a", "a1", "a11", "a2", "b", "b1"])
    }

    @Test func conversationsWithTheSameInstructionsFollowOneAnother() throws {
        let order = try order(
            """
              - {id: a, prompt: x}
              - {id: b, instructions: Other words, prompt: x}
              - {id: c, prompt: x}
              - {id: b1, continues: b, prompt: x}
              - {id: d, instructions: Other words, prompt: x}
              - {id: e, instructions: Third words, prompt: x}
              - {id: f, needs: [e], prompt: x}
            """)
        #expect(order == ["a", "c", "b", "b1", "d", "e", "f"])
    }

    @Test func whatACellNeedsComesFirstWhereverItStands() throws {
        let order = try order(
            """
              - {id: last, needs: [middle], prompt: x}
              - {id: middle, prompt: "{{ cells.first.content }}"}
              - {id: other, prompt: x}
              - {id: first, prompt: x}
            """)
        #expect(order == ["other", "first", "middle", "last"])
    }

    @Test func aContinuationWaitsForItsOtherDependencies() throws {
        let order = try order(
            """
              - {id: a, prompt: x}
              - {id: a1, continues: a, prompt: "{{ cells.z.content }}"}
              - {id: z, prompt: x}
            """)
        #expect(order == ["a", "z", "a1"])
    }

    @Test func aLongChainIsNoProblem() throws {
        let cells = (0..<3000).map { "  - {id: c\($0), \($0 == 0 ? "" : "continues: c\($0 - 1), ")prompt: x}" }
        #expect(try order(cells.reversed().joined(separator: "\n")) == (0..<3000).map { "c\($0)" })
    }
}
