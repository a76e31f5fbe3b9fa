// A cell on its way to an answer: all that this takes, apart from the run, so that several may be under way at a time.

internal import FoundationModels

/// A question, the model that is to answer it, and the tools that this may call.
struct CellQuestion: Sendable {
    typealias Answer = (outcome: CellOutcome, tokenIDs: [Int32])

    let cell: PreparedCell
    let model: any CellModel
    let tools: CellTools

    /// The whole answer.
    ///
    /// - Parameter tell: takes each piece of it, and each call that was answered, as it comes.
    /// - Throws: `AnswerFailure`, or `CancellationError`.
    func answer(_ tell: (RunEvent) -> Void) async throws -> Answer {
        // The question once more with the weights that answer it, so that the key says what was asked of whom.
        var cell = cell.answered(by: model.identity)
        let start = ContinuousClock.now
        var first: Duration?
        var boundaries: [Int] = []
        var text = ""
        var last = CellAnswer(content: "", tokenIDs: [], inputTokenCount: 0, cachedTokenCount: 0, outputTokenCount: 0)
        var toldCallCount = 0
        do {
            let fitting = ContextFitting(cell, for: model)
            if let fitting { cell = try await fitting.fitted() }
            for try await answer in model.answers(
                to: cell.prompt, after: cell.conversation, options: cell.options, schema: cell.schema,
                tools: tools.sessionTools)
            {
                for call in tools.answeredCalls.dropFirst(toldCallCount) {
                    toldCallCount += 1
                    tell(.called(cell: cell.id, call))
                }
                let delta = answer.growth(since: last)
                if !delta.isEmpty {
                    if first == nil { first = start.duration(to: .now) }
                    boundaries.append(answer.content.utf8.count)
                    tell(.answering(cell: cell.id, delta: delta))
                }
                last = answer
                try fitting?.check(answer)
            }
            text = last.content
            if last.finish != nil, let schema = cell.schema { last.content = try schema.content(of: last.content) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw AnswerFailure(cause: error)
        }
        guard let finish = last.finish else {
            // A stream ends silently when its reader's task is cancelled, and for no other good reason.
            if Task.isCancelled { throw CancellationError() }
            throw CellModelFailure.incomplete
        }
        let calls = [RecordedCall](last.entries, surfaces: tools.surfaces)
        let entry = OutputEntry(cell, last, finish: finish, calls: calls, by: model.identity)
        var outcome = CellOutcome(
            cell: cell.id, origin: .ran, entry: entry, cachedTokenCount: last.cachedTokenCount,
            duration: start.duration(to: .now), durationToFirst: first)
        if cell.recordsSnapshots {
            outcome.snapshots = SnapshotsFile(key: entry.key, text: text, boundaries: boundaries)
        }
        return (outcome, last.tokenIDs)
    }
}

/// What went wrong while a question was answered: a failure that is kept.
struct AnswerFailure: Error {
    var cause: any Error
}

extension CellAnswer {
    /// What is new in an answer. Where the model has called tools in between, that is all of it.
    fileprivate func growth(since last: CellAnswer) -> String {
        if content.utf8.starts(with: last.content.utf8) {
            return String(decoding: content.utf8.dropFirst(last.content.utf8.count), as: UTF8.self)
        }
        return content.isEmpty ? "" : "\n" + content
    }
}
