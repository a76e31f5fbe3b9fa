// Small sources that stand for more text than a machine holds.

import TestSupport
import Testing

@testable import Notebook

@Suite struct TextBudgetTests {
    /// Cells whose prompts insert a value of 100,000 bytes so many times.
    private func desk(_ counts: [Int]) throws -> Workspace {
        let value = String(repeating: "y", count: 100_000)
        let cells = counts.enumerated().map { index, count in
            "  - {id: c\(index), prompt: \"\(String(repeating: "{{ t }}", count: count))\"}\n"
        }
        return try Workspace(
            "playground: 1\nmodel: fake\nparams: {t: {type: string, default: \(value)}}\ncells:\n\(cells.joined())")
    }

    @Test func aPromptOfFiveGigabytesIsRefusedAtItsCell() async throws {
        let desk = try desk([50_000, 1])
        let message =
            "the prompt of cell 'c0' would have 5000000000 bytes with its values filled in, but at most 4194304 are sent; "
            + "shorten the values [notebook.prompt-size]"
        #expect(try desk.plan(FakeModels()) == ["c0 failed: \(message)", "c1 missing"])
        let models = FakeModels()
        #expect(
            try await desk.run(models) == [
                "c0 failed: \(desk.folder[Workspace.name]):5:10: error: \(message)", "c1 ran",
            ])
        #expect(models.asked.map(\.utf8.count) == [100_000])
    }

    @Test func promptsTogetherHaveALimitToo() throws {
        let plan = try desk(Array(repeating: 41, count: 70)).plan(FakeModels())
        let refused =
            "the prompts up to cell 'c65' would have more than 268435456 bytes with their values filled in; shorten the "
            + "values, or divide the playground [notebook.prompt-size]"
        #expect(plan.first { $0.contains("failed") } == "c65 failed: \(refused)")
        #expect(plan.filter { $0.hasSuffix(" missing") }.count == 65)
    }

    @Test func instructionsCountAsWell() throws {
        let desk = try Workspace(
            """
            playground: 1
            params: {t: {type: string, default: \(String(repeating: "y", count: 100_000))}}
            cells:
              - {id: a, instructions: "\(String(repeating: "{{ t }}", count: 42))", prompt: x}

            """)
        #expect(
            try desk.plan(FakeModels()) == [
                "a failed: the instructions of cell 'a' would have 4200000 bytes with its values filled in, but at most "
                    + "4194304 are sent; shorten the values [notebook.prompt-size]"
            ])
    }

    @Test func thousandsOfCellsArePlannedAndRead() async throws {
        let count = 5000
        let cells = (0..<count).map { "  - {id: c\($0), prompt: \"\($0)\"}\n" }
        let chain = (0..<count).map { "  - {id: d\($0), \($0 == 0 ? "" : "continues: d\($0 - 1), ")prompt: x}\n" }
        let independent = try Workspace("playground: 1\nmodel: fake\ncells:\n\(cells.joined())")
        #expect(try independent.plan(FakeModels()).count == count)
        let waiting = try Workspace("playground: 1\nmodel: fake\ncells:\n\(chain.reversed().joined())")
        #expect(try waiting.plan(FakeModels()).last == "d4999 missing: waits for cell d4998")
    }
}
