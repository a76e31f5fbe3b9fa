// What a run tells while it goes on, cell by cell.

/// One thing that happened in a run.
package enum RunEvent: Sendable {
    /// A model is being asked.
    case started(cell: String, prompt: String)
    /// A tool has answered a call of the model.
    case called(cell: String, RecordedCall)
    /// The answer has grown by `delta`.
    case answering(cell: String, delta: String)
    case finished(CellOutcome)
    /// The rows of a cell are gone through from here on. Their events name them as `inbox[a17]`.
    case rowsStarted(cell: String, count: Int)
    case rowsFinished(cell: String)
    /// The cell has no answer; in words, with a code.
    case failed(cell: String, message: String)
    /// No cell can be asked, for the model could not be opened; in words, with a place and a code. Told once in a run.
    case modelFailed(message: String)
    /// The cell was not asked because one that it depends on has no answer.
    case skipped(cell: String, because: String)
    /// Something about the records that the reader should know.
    case note(String)
}

/// A cell that has an answer.
package struct CellOutcome: Sendable {
    /// Where the answer came from.
    package enum Origin: String, Sendable {
        /// It stood on record for exactly this question.
        case fresh
        /// An earlier run had asked exactly this question.
        case kept
        /// A model was asked.
        case ran
    }

    package var cell: String
    package var origin: Origin
    package var entry: OutputEntry
    /// Of the input, tokens that were not computed again; 0 where no model was asked.
    package var cachedTokenCount = 0
    /// From the question to the end of the answer; nil where no model was asked.
    package var duration: Duration?
    /// From the question to the first piece of the answer.
    package var durationToFirst: Duration?
    /// Whether the answer is another than the one that was on record for exactly this question; nil where there was none.
    package var differs: Bool?
    /// The answer's stream, of a cell that records it.
    package var snapshots: SnapshotsFile?
}

/// How a run went.
package struct RunSummary: Sendable, Equatable {
    package var ran = 0
    package var kept = 0
    package var fresh = 0
    package var failed = 0
    package var skipped = 0
    package var isInterrupted = false

    package init() {}
}

extension RunEvent {
    /// The event without secrets in its messages.
    func scrubbed(_ scrubber: SecretScrubber) -> RunEvent {
        switch self {
        case .started(let cell, let prompt): .started(cell: cell, prompt: scrubber.scrubbed(prompt))
        case .failed(let cell, let message): .failed(cell: cell, message: scrubber.scrubbed(message))
        case .modelFailed(let message): .modelFailed(message: scrubber.scrubbed(message))
        case .note(let note): .note(scrubber.scrubbed(note))
        default: self
        }
    }
}
