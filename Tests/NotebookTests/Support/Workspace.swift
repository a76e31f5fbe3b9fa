// A folder with one playground in it, and the two things that tests do with it.

import Foundation
import Notebook
import Platform
import Synchronization
import TestSupport
import Testing

/// One playground file in a folder of its own.
struct Workspace {
    static let name = "desk.playground.yaml"
    let folder: ScratchFolder

    init(_ source: String) throws {
        folder = try ScratchFolder()
        try write(source)
    }

    var paths: PlaygroundPaths { PlaygroundPaths(source: folder[Self.name]) }

    func write(_ source: String) throws { try folder.write(source, to: Self.name) }

    func document() throws -> PlaygroundDocument { try Self.document(folder[Self.name]) }

    static func document(_ path: String) throws -> PlaygroundDocument {
        let file = PlaygroundFile.load(path: path)
        return try #require(file.document, "\(file.renderedDiagnostics)")
    }

    static func runner(_ path: String, _ models: FakeModels) throws -> NotebookRunner {
        let document = try document(path)
        return NotebookRunner(
            document: document, parameters: document.parameterValues(given: []).values,
            model: document.model?.value ?? .registered("fake"), source: models)
    }

    /// Runs, and gives a word a cell: `greet fresh`, `more failed`.
    @discardableResult
    func run(
        _ models: FakeModels, _ selection: RunSelection = RunSelection(),
        change: (inout NotebookRunner) -> Void = { _ in }
    ) async throws -> [String] {
        var runner = try Self.runner(folder[Self.name], models)
        change(&runner)
        let lines = Mutex<[String]>([])
        _ = try await runner.run(selection) { event in
            let line: String? =
                switch event {
                case .finished(let outcome):
                    "\(outcome.cell) \(outcome.origin.rawValue)"
                        + (outcome.differs.map { $0 ? ", differs" : ", same" } ?? "")
                case .failed(let cell, let message): "\(cell) failed: \(message)"
                case .modelFailed(let message): message
                case .skipped(let cell, let because): "\(cell) skipped for \(because)"
                case .note(let note): "note \(note)"
                case .started, .called, .answering, .rowsStarted, .rowsFinished: nil
                }
            if let line { lines.withLock { $0.append(line) } }
        }
        return lines.withLock { $0 }
    }

    /// The plan, a line a cell: `more stale: history changed (cell greet)`.
    func plan(_ models: FakeModels) throws -> [String] {
        let document = try document()
        let outputs = try OutputsFile(at: paths.outputs)
        let model = document.model?.value ?? .registered("fake")
        let plan = try Planner(
            document: document, parameters: document.parameterValues(given: []).values, model: model,
            modelSHA256: models.sha256(of: model, for: paths), outputs: outputs,
            rows: RowRecord.all(of: document, at: paths), results: ResultsStore(paths)
        ).plan()
        return plan.steps.map { step in
            "\(step.id) \(step.state.rawValue)"
                + (step.reasons.isEmpty ? "" : ": " + step.reasons.joined(separator: ", "))
                + (step.isKept ? " (kept)" : "")
        } + plan.orphans.map { "\($0) orphan" }
    }

    /// The tracked files with their texts.
    func sidecars() throws -> [String: String] {
        let names = folder.files().filter { !$0.hasPrefix(".playground") && $0 != Self.name }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.text(of: $0)) })
    }
}

/// A conversation with a fork, and a cell that uses another's answer.
let deskSource = """
    playground: 1
    model: fake
    params:
      tone: {type: string, default: kind}
    instructions: Be {{ tone }}.
    cells:
      - id: sort
        prompt: Sort this.
      - id: reply
        continues: sort
        prompt: Reply.
      - id: digest
        prompt: "Sum up: {{ cells.reply.content }}"
      - id: formal
        continues: sort
        prompt: Reply formally.
        options: {temperature: 0.5, maximumResponseTokens: 9}

    """
