// Standard input as it comes, on a queue of its own: keys of a person, or the end that says that a parent is gone.

internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads standard input as long as the value lives.
///
/// Unchecked: a source of Dispatch may be used from every thread, but does not say so.
package final class InputReader: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// - Parameter report: called with what was read, and with nil once at the end.
    package init(_ report: @escaping @Sendable ([UInt8]?) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: DispatchQueue(label: "input"))
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = unsafe read(0, &bytes, bytes.count)
            if count > 0 { return report(Array(bytes.prefix(count))) }
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            source.cancel()
            report(nil)
        }
        source.resume()
        self.source = source
    }

    deinit { source.cancel() }
}
