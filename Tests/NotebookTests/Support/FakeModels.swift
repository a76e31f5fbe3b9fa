// A model whose answers are a function of the question, which says what it was asked.

import FoundationModels
import Notebook
import Platform
import Synchronization

/// Hands out one fake model under every name.
final class FakeModels: CellModelSource {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Known without opening, as a registry knows it; nil: only the open model knows.
    let knownSHA256: String?
    let sha256: String
    let delay: Duration?
    /// Whether it answers also where there are tools, and calls none.
    let ignoresTools: Bool
    private let failing: Set<String>
    private let openFailure: String?
    private let log = Mutex<[String]>([])
    private let schemaLog = Mutex<[CellSchema?]>([])
    private let contents = Mutex<[String: String]>([:])
    private let atOnce = Mutex((now: 0, most: 0))

    /// - Parameters:
    ///   - failing: prompts that the model does not answer.
    ///   - delay: before every word.
    ///   - ignoresTools: whether it answers also where there are tools, and calls none.
    init(
        sha256: String = "aa11", isKnown: Bool = true, failing: Set<String> = [], openFailure: String? = nil,
        delay: Duration? = nil, ignoresTools: Bool = false
    ) {
        self.ignoresTools = ignoresTools
        self.sha256 = sha256
        knownSHA256 = isKnown ? sha256 : nil
        self.failing = failing
        self.openFailure = openFailure
        self.delay = delay
    }

    /// The prompts asked so far, in order.
    var asked: [String] { log.withLock { $0 } }

    /// Answers that were under way at the same time, at most.
    var mostAtOnce: Int { atOnce.withLock { $0.most } }

    fileprivate func began() {
        atOnce.withLock { count in
            count.now += 1
            count.most = max(count.most, count.now)
        }
    }

    fileprivate func ended() { atOnce.withLock { $0.now -= 1 } }

    /// The schemas by which answers were asked for so far, in order.
    var schemas: [CellSchema?] { schemaLog.withLock { $0 } }

    /// From here on, a prompt gets another answer.
    func answer(_ prompt: String, with content: String) { contents.withLock { $0[prompt] = content } }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { knownSHA256 }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        if let openFailure { throw Failure(description: openFailure) }
        return FakeModel(models: self)
    }

    fileprivate func content(
        _ prompt: String, _ conversation: Conversation, _ schema: CellSchema?
    ) throws -> String {
        log.withLock { $0.append(prompt) }
        schemaLog.withLock { $0.append(schema) }
        if failing.contains(prompt) { throw Failure(description: "the context is full [session.context-full]") }
        return contents.withLock { $0[prompt] } ?? "Answer \(conversation.turns.count + 1) to: \(prompt)\n"
    }
}

private struct FakeModel: CellModel {
    let models: FakeModels

    var identity: CellModelIdentity {
        CellModelIdentity(sha256: models.sha256, engineVersion: "1.2.3", numerics: 4)
    }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?,
        tools: [any Tool]
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        if tools.isEmpty || models.ignoresTools {
            return answers(to: prompt, after: conversation, options: options, schema: schema)
        }
        return AsyncThrowingStream {
            $0.finish(throwing: FakeModels.Failure(description: "the model can't call tools [tool.model]"))
        }
    }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                models.began()
                defer { models.ended() }
                do {
                    let content = try models.content(prompt, conversation, schema)
                    var answer = CellAnswer(
                        content: "", tokenIDs: [], inputTokenCount: prompt.count, cachedTokenCount: 0,
                        outputTokenCount: 0)
                    for word in content.split(separator: " ", omittingEmptySubsequences: false) {
                        if let delay = models.delay { try await Task.sleep(for: delay) }
                        answer.content += (answer.content.isEmpty ? "" : " ") + word
                        answer.outputTokenCount += 1
                        answer.tokenIDs.append(Int32(word.utf8.count))
                        continuation.yield(answer)
                    }
                    answer.finish = "stop"
                    continuation.yield(answer)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
