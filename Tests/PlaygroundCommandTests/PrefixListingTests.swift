// `list --prefix`: shared and new tokens as a model that tells its tokens has them, and the warning about early variables.

import FoundationModels
import Notebook
import Testing
import TestSupport

@testable import PlaygroundCLI

/// A model whose tokens are the bytes of instructions, turns and prompt.
private struct ByteModel: CellModel {
    var identity: CellModelIdentity { CellModelIdentity(sha256: "aa11", engineVersion: "1", numerics: 1) }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    func promptTokens(of cell: PreparedCell) throws -> [Int32]? {
        ((cell.conversation.instructions ?? "") + cell.prompt).utf8.map(Int32.init)
    }
}

@Suite struct PrefixListingTests {
    private func listing(_ text: String) throws -> PrefixListing {
        let folder = try ScratchFolder()
        try folder.write(text, to: "x.playground.yaml")
        let file = PlaygroundFile.load(path: folder["x.playground.yaml"])
        let document = try #require(file.document, "\(file.renderedDiagnostics)")
        let paths = PlaygroundPaths(source: folder["x.playground.yaml"])
        let plan = Planner(
            document: document, parameters: document.parameterValues(given: []).values, model: .registered("m"),
            modelSHA256: "aa11", outputs: try OutputsFile(at: paths.outputs), results: ResultsStore(paths)
        ).plan()
        return try PrefixListing(plan, of: document, by: ByteModel())
    }

    @Test func cellsShareTheirInstructions() throws {
        let lines = try listing(
            """
            playground: 1
            instructions: "12345"
            cells:
              - {id: a, prompt: abc}
              - {id: b, prompt: abdef}
              - {id: c, continues: a, prompt: x}

            """
        ).lines
        #expect(lines.map(\.cell) == ["a", "c", "b"])
        #expect(lines.map { $0.tokens?.count } == [8, nil, 10])
        #expect(lines.map { $0.tokens?.shared } == [0, nil, 7])
        #expect(lines.allSatisfy { $0.warnings.isEmpty })
    }

    @Test(arguments: [true, false])
    func anEarlyVariableIsToldOnce(isEarly: Bool) throws {
        let long = String(repeating: "Word. ", count: 60)
        let lines = try listing(
            """
            playground: 1
            params:
              day: {type: string, default: Monday}
            instructions: "\(isEarly ? "It is {{ day }}. \(long)" : "\(long) It is {{ day }}.")"
            cells:
              - {id: a, prompt: abc}
              - {id: b, prompt: abdef}

            """
        ).lines
        #expect(lines.map(\.warnings.count) == [isEarly ? 1 : 0, 0])
        #expect(
            lines[0].warnings.allSatisfy {
                $0.contains("x.playground.yaml:4:") && $0.contains("[notebook.early-variable]")
            })
    }
}
