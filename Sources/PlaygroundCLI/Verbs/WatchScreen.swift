// A watch on a terminal: the state, drawn at most thirty times a second, and the keys. Everything but `show` may come from any
// thread; the state is behind a lock, and drawing is one queue's.

internal import Dispatch
internal import FoundationEssentials
internal import Notebook
internal import Platform
internal import Synchronization

/// The second screen of the terminal, as a view.
final class WatchScreen: WatchView, Sendable {
    private static let framePause = 33

    /// The state, and when it was drawn.
    private struct Shown {
        var state: WatchState
        var screen: TerminalScreen?
        var isDue = false
        var last = ContinuousClock.now - .seconds(1)
    }

    private let shown: Mutex<Shown>
    private let usesColor: Bool
    private let queue = DispatchQueue(label: "screen")
    private let input = Mutex<InputReader?>(nil)

    /// Whether there is a person with a terminal that can be drawn on.
    static func canShow(_ console: Console) -> Bool {
        console.isTerminal && StandardInput.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    init(_ call: Invocation) {
        shown = Mutex(Shown(state: WatchState(isChecking: call.arguments.has("--check"))))
        usesColor = call.console.usesColor
    }

    var readsKeys: Bool { true }

    func start(_ command: @escaping @Sendable (WatchCommand) -> Void) {
        let terminal = TerminalScreen { [weak self] in
            self?.change { shown in shown.screen?.invalidate() }
        }
        shown.withLock { $0.screen = terminal }
        let reader = InputReader { [weak self] bytes in
            guard let bytes else { return command(.quit) }
            for key in Key.keys(in: bytes) {
                var wish: WatchCommand?
                self?.change { wish = $0.state.take(key) }
                if let wish { command(wish) }
            }
        }
        input.withLock { $0 = reader }
    }

    var showsWaiting: (@Sendable (Waiting) -> Void)? {
        { [weak self] waiting in self?.change { $0.state.take(waiting) } }
    }

    func show(_ event: WatchEvent) { change { $0.state.take(event) } }

    func end() {
        input.withLock { $0 = nil }
        shown.withLock { $0.screen = nil }
    }

    /// Changes the state, and draws it soon.
    private func change(_ body: (inout Shown) -> Void) {
        let wait = shown.withLock { shown -> Int? in
            body(&shown)
            guard !shown.isDue else { return nil }
            shown.isDue = true
            let passed = Int(shown.last.duration(to: .now) / .milliseconds(1))
            return max(0, Self.framePause - passed)
        }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in self?.draw() }
    }

    private func draw() {
        shown.withLock { shown in
            shown.isDue = false
            shown.last = .now
            let drawing = WatchDrawing(state: shown.state, size: TerminalScreen.size, usesColor: usesColor)
            shown.screen?.draw(drawing.lines)
        }
    }
}
