// Ctrl-C and a polite kill, as an event instead of the end of the process: the first lets work in flight be put away, the
// second ends the process at once.

internal import CPlatform
internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Watches for SIGINT and SIGTERM as long as the value lives. One at a time in a process.
package final class Interruption {
    private let source: (any DispatchSourceRead)?

    /// - Parameter action: called for the first signal, on a queue of its own. A second signal ends the process with status 130.
    package init(_ action: @escaping @Sendable () -> Void) {
        let pipe = cp_watch_interruptions()
        guard pipe >= 0 else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: DispatchQueue(label: "interruption"))
        source.setEventHandler {
            var byte: UInt8 = 0
            if unsafe read(pipe, &byte, 1) == 1 { action() }
        }
        source.resume()
        self.source = source
    }

    deinit {
        source?.cancel()
        cp_unwatch_interruptions()
    }
}
