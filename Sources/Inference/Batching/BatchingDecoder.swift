// Continuous batching: generations that run at the same time share the steps of one decoder. Each runs on a thread of its own
// and asks for what it wants to have read; when all have asked, one of them reads for all. Weights then pass through memory
// once for many sequences. Which sequences share a step has no influence on any bit, so that nothing here needs an order.

#if canImport(Dispatch)
    internal import Dispatch
#endif
internal import Engine
internal import Synchronization

/// One decoder for several generations at a time.
final class BatchingDecoder: @unchecked Sendable {
    // Sendable: the decoder is used by one thread at a time, the one that leads (`Generator`s read only what never changes
    // of it). Who leads is settled under the lock, and handed on by a semaphore; both order memory.
    private let decoder: Decoder
    private let state = Mutex(State())

    init(_ decoder: Decoder) { self.decoder = decoder }

    var weights: ModelWeights { decoder.weights }
    var kernels: Kernels { decoder.kernels }

    /// Reads as `Decoder.read` does; returns when all is read, or this reader is cancelled.
    ///
    /// - Parameters:
    ///   - isMember: whether the caller has joined: steps wait for what it wants next.
    ///   - body: called on whatever thread leads, while the caller waits.
    func read(
        _ tokens: [Int32], into state: inout KVState, logits: Decoder.LogitsWanted = .last, isMember: Bool,
        _ body: (_ index: Int, _ logits: FloatRow) -> Void = { _, _ in }, isCancelled: () -> Bool
    ) {
        guard !tokens.isEmpty else { return }
        // One owner of the blocks, or the step would copy the last one.
        let reading = Reading(tokens, into: state, logits: logits)
        state = KVState(layout: state.layout)
        state = withoutActuallyEscaping(body) { body in
            withoutActuallyEscaping(isCancelled) { isCancelled in
                let ticket = Ticket(reading, isMember: isMember, body: body, isCancelled: isCancelled)
                serve(ticket)
                return ticket.take().state
            }
        }
    }

    /// Says that the caller reads again and again from now on, with little time between.
    func join() { state.withLock { $0.members += 1 } }

    /// Ends what `join` began.
    func leave() {
        state.withLock { state in
            state.members -= 1
            return state.appoint()
        }?.wake()
    }

    private func serve(_ ticket: Ticket) {
        var leads = state.withLock { state in
            state.waiting.append(ticket)
            return state.appoint(ticket) === ticket
        }
        while true {
            if leads {
                leads = lead(ticket)
            } else {
                ticket.sleep()
                leads = !ticket.isFinished
            }
            if ticket.isFinished { return }
        }
    }

    /// Makes one step for all who wait, and settles who makes the next.
    ///
    /// - Returns: whether it is the same one.
    private func lead(_ leader: Ticket) -> Bool {
        let batch = state.withLock { $0.waiting }
        var readings = batch.map { $0.take() }
        let isWhole = decoder.step(
            &readings, { batch[$0].body?($1, $2) }, isCancelled: { batch.allSatisfy(\.isCancelledNow) })
        for (ticket, reading) in zip(batch, readings) {
            ticket.reading = reading
            if reading.left == 0 || !isWhole || ticket.isCancelledNow { ticket.finish() }
        }
        let next = state.withLock { state in
            state.waiting.removeAll(where: \.isFinished)
            state.isLed = false
            return state.appoint(leader)
        }
        for ticket in batch where ticket.isFinished && ticket !== leader { ticket.wake() }
        if next !== leader { next?.wake() }
        return next === leader
    }

    private struct State {
        /// Generations between `join` and `leave`.
        var members = 0
        /// What is to be read, in the order in which it was asked for.
        var waiting: [Ticket] = []
        /// Whether somebody is reading, or about to.
        var isLed = false

        /// Whether to read now: all who will ask soon have asked, or something is half read.
        private var isReady: Bool {
            waiting.contains { $0.reading?.count ?? 0 > 0 } || waiting.count(where: \.isMember) >= members
        }

        /// Chooses who reads next, if it is time; nil: nobody yet, or somebody does.
        ///
        /// - Parameter candidate: rather than another, who would have to be woken.
        mutating func appoint(_ candidate: Ticket? = nil) -> Ticket? {
            guard !isLed, !waiting.isEmpty, isReady else { return nil }
            let leader = waiting.first { $0 === candidate } ?? waiting[0]
            isLed = true
            return leader
        }
    }

    /// What one caller waits for.
    private final class Ticket: @unchecked Sendable {
        // Sendable: its caller lets it be from when it stands in line until it is woken; until then it is used by who leads.
        let isMember: Bool
        private(set) var body: ((Int, FloatRow) -> Void)?
        private var isCancelled: (() -> Bool)?
        /// nil while a step has it.
        var reading: Reading?
        /// Whether the caller gets back what was read.
        private(set) var isFinished = false
        private let woken = DispatchSemaphore(value: 0)

        init(
            _ reading: Reading, isMember: Bool, body: @escaping (Int, FloatRow) -> Void,
            isCancelled: @escaping () -> Bool
        ) {
            self.reading = reading
            self.isMember = isMember
            self.body = body
            self.isCancelled = isCancelled
        }

        var isCancelledNow: Bool { isCancelled?() ?? false }

        /// Lets go of what belongs to the caller, who may be gone before whoever leads has forgotten the ticket.
        func finish() {
            (body, isCancelled) = (nil, nil)
            isFinished = true
        }

        func take() -> Reading {
            guard let taken = reading else { preconditionFailure("a reading has one owner") }
            reading = nil
            return taken
        }

        /// Until the reading is finished, or its caller is to lead.
        func sleep() { woken.wait() }

        func wake() { woken.signal() }
    }
}
