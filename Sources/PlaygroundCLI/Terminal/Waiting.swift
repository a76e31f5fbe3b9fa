// What a person waits for before an answer comes: weights that are opened, a long prompt that is read.

internal import Synchronization

/// One word about it.
enum Waiting: Sendable, Equatable {
    case opening(model: String)
    /// Tokens that were read, of all that have to be.
    case reading(done: Int, count: Int)
    case over
}

/// Hands words about waiting to whoever shows them; to nobody at first.
final class WaitingReport: Sendable {
    private let show: Mutex<(@Sendable (Waiting) -> Void)?> = Mutex(nil)

    /// Shows what comes from here on, called on whatever thread the work is on.
    func show(_ body: @escaping @Sendable (Waiting) -> Void) { show.withLock { $0 = body } }

    func tell(_ waiting: Waiting) { show.withLock { $0 }?(waiting) }

    /// Work that begins with weights being opened.
    func opening<Result>(_ model: String, _ body: () throws -> Result) rethrows -> Result {
        tell(.opening(model: model))
        defer { tell(.over) }
        return try body()
    }
}

/// Shows waiting that lasts on a console, on a line that is written over; nothing where nobody watches.
final class WaitingLine: Sendable {
    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var current = Waiting.over
        var start = ContinuousClock.now
        var shown: ContinuousClock.Instant?
        /// Counts waits, so that one that is over is not shown.
        var number = 0
    }

    private let console: Console
    private let state = Mutex(State())

    init(_ console: Console) { self.console = console }

    func show(_ waiting: Waiting) {
        guard console.showsProgress else { return }
        let now = ContinuousClock.now
        let (line, clears, number) = state.withLock { state -> (String?, Bool, Int?) in
            let isOver = waiting == .over || waiting.isDone
            if isOver {
                defer { state = State(number: state.number + 1) }
                return (nil, state.shown != nil, nil)
            }
            let begins = !state.current.isSameKind(as: waiting)
            if begins { (state.start, state.number) = (now, state.number + 1) }
            state.current = waiting
            guard state.start.duration(to: now) >= Self.patience else {
                return (nil, false, begins ? state.number : nil)
            }
            if let shown = state.shown, shown.duration(to: now) < Self.interval { return (nil, false, nil) }
            state.shown = now
            return (waiting.words(after: state.start.duration(to: now)), false, nil)
        }
        if let line { console.transient(line) } else if clears { console.transient(nil) }
        // Opening says nothing more until it is over.
        guard let number, case .opening = waiting else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.patience)
            guard let self else { return }
            let isStill = state.withLock { state in
                guard state.number == number, state.current == waiting else { return false }
                state.shown = .now
                return true
            }
            if isStill { console.transient(waiting.words(after: Self.patience)) }
        }
    }
}

extension Waiting {
    /// Such as `reading the prompt: 1024 of 3012 tokens, 4 s left`; nil for nothing.
    func words(after duration: Duration) -> String? {
        switch self {
        case .opening(let model): return "opening \(model) …"
        case .reading(let done, let count):
            let seconds = duration / .seconds(1)
            let left = done > 0 ? Int((seconds / Double(done) * Double(count - done)).rounded(.up)) : nil
            return "reading the prompt: \(done) of \(count) tokens" + (left.map { ", \($0) s left" } ?? "")
        case .over: return nil
        }
    }

    /// Whether all of a prompt is read.
    var isDone: Bool { if case .reading(let done, let count) = self { done >= count } else { false } }

    fileprivate func isSameKind(as other: Waiting) -> Bool {
        switch (self, other) {
        case (.opening(let one), .opening(let two)): one == two
        case (.reading(let done, let count), .reading(let later, let all)): count == all && later >= done
        case (.over, .over): true
        default: false
        }
    }
}
