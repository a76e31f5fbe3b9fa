// What a person sees of a pull: a bar on a terminal, a few lines elsewhere, and the terms of a licence before anything comes.

internal import Models
internal import Platform
internal import Synchronization

/// Writes the events of a pull to standard error.
final class PullPrinter: Sendable {
    private struct State {
        var start = ContinuousClock.now
        /// What was there at `start`.
        var done = 0
        var quarter = 0
        var hasBar = false
        /// Models whose licence has been told.
        var told: Set<String> = []
    }

    private let console: Console
    private let isTerminal: Bool
    private let state = Mutex(State())

    /// - Parameter isTerminal: whether a bar can be drawn; nil: whether a person watches standard error.
    init(_ console: Console, isTerminal: Bool? = nil) {
        self.console = console
        self.isTerminal = isTerminal ?? StandardStream.error.isTerminal
    }

    /// - Parameter accepts: whether the user agrees to a licence, once it is shown.
    func conversation(accepts: @escaping @Sendable () -> Bool) -> PullConversation {
        PullConversation(
            accepts: { [self] entry, _ in
                state.withLock { tellLicense(of: entry, &$0) }
                return accepts()
            },
            report: { [self] in report($0) })
    }

    /// Asks a person; nobody there is a no.
    func asksOnTerminal() -> Bool {
        guard isTerminal, StandardInput.isTerminal else { return false }
        console.diagnostics("Do you accept them? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    func report(_ event: PullEvent) {
        state.withLock { state in
            switch event {
            case .waiting(let holder):
                let process = holder.map { " (\($0))" } ?? ""
                console.progress("another process\(process) fetches this model; waiting for it")
            case .started(let entry, let byteCount, let done):
                tellLicense(of: entry, &state)
                state = State(done: done, told: state.told)
                state.quarter = byteCount.map { 4 * done / max(1, $0) } ?? 0
                let size = byteCount.map { ", \(ByteCount.text($0))" } ?? ""
                let rest = done > 0 ? "; \(ByteCount.text(done)) are here already" : ""
                console.progress("fetching \(entry.displayName) from \(entry.source.summary)\(size)\(rest)")
            case .progress(let done, let byteCount): progress(done, byteCount, &state)
            case .verifying(let byteCount):
                endBar(&state)
                console.progress("verifying \(ByteCount.text(byteCount))")
            case .restarted:
                endBar(&state)
                console.progress("what an earlier attempt left is of no use; fetching everything again")
            case .installed(let path, let byteCount):
                endBar(&state)
                console.progress("\(path): \(ByteCount.text(byteCount)), verified")
            }
        }
    }

    private func tellLicense(of entry: ModelEntry, _ state: inout State) {
        guard let license = entry.license, state.told.insert(entry.name).inserted else { return }
        console.progress("\(entry.displayName) comes under the \(license.title): \(license.url)")
    }

    private func progress(_ done: Int, _ byteCount: Int?, _ state: inout State) {
        if isTerminal {
            let elapsed = ContinuousClock.now - state.start
            let bar = ProgressBar(done: done, byteCount: byteCount, fetched: done - state.done, elapsed: elapsed)
            console.diagnostics("\r\u{1b}[K" + bar.text(width: StandardStream.error.width ?? 80))
            state.hasBar = true
        } else if let byteCount, byteCount > 0, 4 * done / byteCount > state.quarter {
            state.quarter = 4 * done / byteCount
            console.progress("\(25 * state.quarter) %: \(ByteCount.text(done)) of \(ByteCount.text(byteCount))")
        }
    }

    private func endBar(_ state: inout State) {
        if state.hasBar { console.diagnostics("\n") }
        state.hasBar = false
    }
}
