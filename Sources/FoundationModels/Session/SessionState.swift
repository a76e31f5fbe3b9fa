// What a session knows, as a value: its transcript, the request under way, and what becomes of both. The session keeps it
// under a lock and tells observers.

/// The state of a session.
struct SessionState: Sendable {
    /// The request under way.
    struct Running: Sendable {
        let request: SessionRequest
        /// The transcript as it was before the request.
        var before: Transcript
        /// Where the entries of the request begin.
        var base: Int
        /// As a profile says; nil: as the session says.
        var policy: TranscriptErrorHandlingPolicy?
    }

    var transcript: Transcript
    var running: Running?
    var usage = LanguageModelSession.Usage()
    var policy: TranscriptErrorHandlingPolicy?
    var toolRoundLimit = 64
    /// The profile of the last request.
    var profile: ResolvedProfile?

    init(transcript: Transcript) {
        self.transcript = transcript
    }

    func isRunning(_ request: SessionRequest) -> Bool { running?.request === request }

    /// The entries of the request under way, prompt first.
    var entries: ArraySlice<Transcript.Entry> {
        running.map { transcript.storage[min($0.base, transcript.count)...] } ?? []
    }

    /// Begins a request with its prompt.
    mutating func begin(_ request: SessionRequest, _ prompt: Prompt) {
        running = Running(request: request, before: transcript, base: transcript.count)
        transcript.append(prompt, request.parameters)
    }

    /// Takes in the instructions that a profile came to, where they are others than those at the head of the transcript.
    mutating func take(_ profile: ResolvedProfile) {
        self.profile = profile
        running?.policy = profile.transcriptErrorHandlingPolicy
        var fresh = Transcript()
        fresh.appendInstructions(profile.joinedInstructions, tools: profile.tools)
        let old = transcript.leadingInstructions
        guard old.first.map({ !$0.saysTheSame(as: fresh.first) }) ?? !fresh.isEmpty else { return }
        transcript.storage.replaceSubrange(0..<old.count, with: fresh.storage)
        running?.base += fresh.count - old.count
    }

    /// Replaces what was said, for good, on behalf of a hook of the request under way. The entries of the request are those
    /// from its prompt on, as far as they are still there.
    mutating func replaceHistory(_ history: Transcript.HistoryView) {
        let prompt = entries.first?.id
        transcript.history = history
        guard running != nil else { return }
        let base = transcript.firstIndex { $0.id == prompt } ?? transcript.endIndex
        running?.base = base
        running?.before = Transcript(entries: transcript[..<base])
    }

    /// Ends a request that has finished.
    /// - Returns: the entries of the request, prompt first.
    mutating func complete(_ usage: LanguageModelSession.Usage) -> ArraySlice<Transcript.Entry> {
        let entries = entries
        running = nil
        self.usage += usage
        return entries
    }

    /// Ends a request that did not finish.
    /// - Parameter text: what was generated of a response since the last entry.
    mutating func end(_ text: String) {
        guard let running else { return }
        self.running = nil
        switch (running.policy ?? policy)?.kind {
        case .preserve:
            if !text.isEmpty { transcript.appendResponse(text) }
        case .revert, nil: transcript = running.before
        }
    }
}

extension Transcript {
    /// The entry of instructions at the head, if there is one.
    fileprivate var leadingInstructions: ArraySlice<Entry> {
        if case .instructions = first { storage.prefix(1) } else { [] }
    }
}

extension Transcript.Entry {
    /// Whether both are instructions of the same text and tools, whatever their ids.
    fileprivate func saysTheSame(as other: Transcript.Entry?) -> Bool {
        guard case .instructions(let mine) = self, case .instructions(let others) = other else { return false }
        return mine.segments.map(\.text) == others.segments.map(\.text)
            && mine.toolDefinitions == others.toolDefinitions
    }
}
