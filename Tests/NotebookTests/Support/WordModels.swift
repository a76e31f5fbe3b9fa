// Models that count words as tokens and answer by a rule, and which say what they were asked in which conversation.

import TestSupport
import FoundationModels
import Notebook
import Synchronization

/// Hands out a model a name. Each answers `NAME: ` and the last word of the prompt, so many times as the prompt's first
/// word says, if that is a number.
final class WordModels: CellModelSource {
    struct Question: Sendable {
        var model: String
        var instructions: String?
        /// Of the turns before, in order.
        var prompts: [String]
        var prompt: String
        var options: ResolvedOptions
        var schema: CellSchema?
    }

    struct Missing: Error, CustomStringConvertible {
        var description: String { "the weights are missing [test.missing]" }
    }

    let contextSize: Int
    private let missing: Set<String>
    private let log = Mutex<[Question]>([])
    private let openLog = Mutex<[String]>([])
    private let contents = Mutex<[String: String]>([:])

    /// - Parameter missing: models that can't be opened.
    init(contextSize: Int = 1_000, missing: Set<String> = []) {
        self.contextSize = contextSize
        self.missing = missing
    }

    var questions: [Question] { log.withLock { $0 } }
    /// The names of the models opened, in order.
    var opened: [String] { openLog.withLock { $0 } }

    /// From here on, a prompt gets this answer.
    func answer(_ prompt: String, with content: String) { contents.withLock { $0[prompt] = content } }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { "hash of \(model.name)" }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        if missing.contains(model.name) { throw Missing() }
        openLog.withLock { $0.append(model.name) }
        return Model(models: self, name: model.name)
    }

    private struct Model: CellModel {
        let models: WordModels
        let name: String

        var identity: CellModelIdentity {
            CellModelIdentity(sha256: "hash of \(name)", engineVersion: "1", numerics: 1)
        }
        var contextSize: Int? { models.contextSize }

        func tokenCount(
            asking prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
        ) throws -> Int? {
            let texts = [conversation.instructions ?? ""] + conversation.turns.flatMap { [$0.prompt, $0.content] }
            return (texts + [prompt]).reduce(0) { $0 + $1.split(separator: " ").count }
        }

        func answers(
            to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
        ) -> AsyncThrowingStream<CellAnswer, any Error> {
            AsyncThrowingStream { continuation in
                models.log.withLock {
                    $0.append(
                        Question(
                            model: name, instructions: conversation.instructions,
                            prompts: conversation.turns.map(\.prompt), prompt: prompt, options: options, schema: schema)
                    )
                }
                let words = prompt.split(separator: " ").map(String.init)
                let repeated = Array(repeating: words.last ?? "", count: words.first.flatMap { Int($0) } ?? 1)
                let content =
                    models.contents.withLock { $0[prompt] } ?? (["\(name):"] + repeated).joined(separator: " ")
                var answer = CellAnswer(
                    content: "", tokenIDs: [], inputTokenCount: 0, cachedTokenCount: 0, outputTokenCount: 0)
                answer.inputTokenCount =
                    (try? tokenCount(asking: prompt, after: conversation, options: options, schema: schema)) ?? 0
                for word in content.split(separator: " ", omittingEmptySubsequences: false) {
                    answer.content += (answer.content.isEmpty ? "" : " ") + word
                    answer.outputTokenCount += 1
                    continuation.yield(answer)
                }
                answer.finish = "stop"
                continuation.yield(answer)
                continuation.finish()
            }
        }
    }
}

extension Workspace {
    /// Runs with models by name, and gives a word a cell: `greet ran`, `more failed: …`.
    @discardableResult
    func run(_ models: WordModels, change: (inout NotebookRunner) -> Void = { _ in }) async throws -> [String] {
        let document = try document()
        var runner = NotebookRunner(
            document: document, parameters: document.parameterValues(given: []).values,
            model: document.model?.value ?? .registered("fake"), source: models)
        change(&runner)
        let lines = Mutex<[String]>([])
        _ = try await runner.run { event in
            let line: String? =
                switch event {
                case .finished(let outcome): "\(outcome.cell) \(outcome.origin.rawValue)"
                case .failed(let cell, let message): "\(cell) failed: \(message.replacing(folder.path + "/", with: ""))"
                case .modelFailed(let message): message.replacing(folder.path + "/", with: "")
                case .skipped(let cell, let because): "\(cell) skipped for \(because)"
                case .note(let note): note.replacing(folder.path + "/", with: "")
                case .started, .called, .answering, .rowsStarted, .rowsFinished: nil
                }
            if let line { lines.withLock { $0.append(line) } }
        }
        return lines.withLock { $0 }
    }

    /// The plan, a line a cell, made without a model.
    func plan(_ models: WordModels) throws -> [String] {
        let document = try document()
        let model = document.model?.value ?? .registered("fake")
        return Planner(
            document: document, parameters: document.parameterValues(given: []).values, model: model,
            modelSHA256: models.sha256(of: model, for: paths), outputs: try OutputsFile(at: paths.outputs),
            results: ResultsStore(paths), hashes: document.hashes(from: models, for: paths)
        ).plan().steps.map { step in
            "\(step.id) \(step.state.rawValue)"
                + (step.reasons.isEmpty ? "" : ": " + step.reasons.joined(separator: ", "))
        }
    }
}
