// How a cell comes along in a run that is being watched.

/// What is known of a cell beyond its record, while a run goes on and after it.
struct CellProgress: Sendable {
    enum Phase: String, Sendable {
        /// The model reads the prompt.
        case asked
        case answering
        case ran
        /// Answered by an earlier run.
        case kept
        case failed
        case skipped
        case cancelled
    }

    var phase: Phase
    /// The answer so far.
    var text = ""
    var calls: [RecordedCall] = []
    /// What it took, or why there is no answer.
    var words = ""
    /// What stood on record before.
    var before: OutputEntry?
    /// Of a cell with rows.
    var rowCount = 0
    var doneRowCount = 0

    init(phase: Phase, words: String = "", before: OutputEntry? = nil) {
        self.phase = phase
        self.words = words
        self.before = before
    }

    var isUnderWay: Bool { phase == .asked || phase == .answering }
}

extension OutputEntry {
    /// `48 (32 cached) + 35 tokens, cut at 120 tokens`
    func figures(cachedTokenCount: Int = 0) -> String {
        let cached = cachedTokenCount > 0 ? " (\(cachedTokenCount) cached)" : ""
        return "\(inputTokenCount)\(cached) + \(outputTokenCount) tokens" + (cut.map { ", \($0)" } ?? "")
    }
}
