// Questions that are answered at the same time. Their news come to the run one after another, which alone keeps and tells.

internal import FoundationModels
internal import Synchronization

/// The questions of a run that have no answer yet.
final class QuestionsUnderWay: Sendable {
    enum News: Sendable {
        case told(RunEvent)
        case ended(CellQuestion, Result<CellQuestion.Answer, any Error>)
    }

    private struct Entry {
        var key: String
        var task: Task<Void, Never>
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let news: AsyncStream<News>
    private let telling: AsyncStream<News>.Continuation

    init() { (news, telling) = AsyncStream.makeStream() }

    var count: Int { entries.withLock { $0.count } }

    /// Whether the question with this key is being asked.
    func isAsking(_ key: String) -> Bool { entries.withLock { $0.values.contains { $0.key == key } } }

    /// Whether a cell, or a row of it, has no answer yet.
    func holds(_ cell: String) -> Bool { entries.withLock { $0.keys.contains { RowAddress($0).cell == cell } } }

    func start(_ question: CellQuestion) {
        let id = question.cell.id
        let task = Task { [telling] in
            let result: Result<CellQuestion.Answer, any Error>
            do {
                result = .success(try await question.answer { telling.yield(.told($0)) })
            } catch {
                result = .failure(error)
            }
            telling.yield(.ended(question, result))
        }
        entries.withLock { $0[id] = Entry(key: question.cell.key.text, task: task) }
    }

    /// What comes next; nil where the caller's task was cancelled, and with it all questions.
    func next() async -> News? {
        var iterator = news.makeAsyncIterator()
        guard let next = await iterator.next() else {
            await cancel()
            return nil
        }
        if case .ended(let question, _) = next { entries.withLock { $0[question.cell.id] = nil } }
        return next
    }

    /// Ends all questions; returns when none runs any more.
    func cancel() async {
        let tasks = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
