// The way of a turn's events from an executor to the session. A channel that a session hands out delivers each event at
// once; one that an executor makes for itself, to listen to another executor, is read as a sequence.

/// Carries the events of one turn.
///
/// An executor sends what its model generates as it comes: text to append, calls of tools, counts of tokens. The events
/// of one turn make up entries of the transcript; those with an `entryID` belong to that entry, those without one to the
/// entry that the event before them belonged to, where it is of the same kind, and to a new entry otherwise.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    public typealias Element = Event

    private let deliver: @Sendable (Event) -> Void
    private let events: AsyncStream<Event>
    private let close: @Sendable () -> Void

    /// A channel whose events are read from it, in the order in which they were sent.
    public init() {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        deliver = { continuation.yield($0) }
        close = { continuation.finish() }
    }

    /// A channel that hands each event to `deliver`, and yields none when it is read.
    package init(delivering deliver: @escaping @Sendable (Event) -> Void) {
        self.deliver = deliver
        events = AsyncStream { $0.finish() }
        close = {}
    }

    /// Sends an event. Whoever reads sees events of one sender in the order of sending. Never waits for a reader.
    public nonisolated(nonsending) func send(_ event: Event) async {
        deliver(event)
    }

    /// Ends the sequence after the events sent so far; what is sent later is lost. For channels that an executor made for
    /// itself: a session ends its own when the executor's turn ends.
    public func finish() {
        close()
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(events.makeAsyncIterator())
    }

    /// Reads the events of a channel.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var events: AsyncStream<Event>.AsyncIterator

        fileprivate init(_ events: AsyncStream<Event>.AsyncIterator) {
            self.events = events
        }

        /// The next event; nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Event? {
            await events.next(isolation: actor)
        }
    }
}
