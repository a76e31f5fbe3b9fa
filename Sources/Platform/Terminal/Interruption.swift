// Ctrl-C and a polite kill, as an event instead of the end of the process: the first lets work in flight be put away, the
// second ends the process at once.

internal import CPlatform
internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Watches for SIGINT and SIGTERM as long as the value lives.
package final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter action: called for the first signal, on a queue of its own. A second signal ends the process with status 130.
    package init(_ action: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "interruption")
        let first = FirstTime()
        sources = [SIGINT, SIGTERM].map { number in
            cp_ignore_signal(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if first.isFirst() { action() } else { _exit(130) }
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { cp_restore_signal(number) }
    }
}

/// Says yes once.
private final class FirstTime: Sendable {
    private let happened = Atomic(false)

    func isFirst() -> Bool { !happened.exchange(true, ordering: .relaxed) }
}
