// Another program, run to its end: what it writes is handed on while it runs, and it never outlives the call. When this
// process is killed, the program notices at its next write, whose reader is gone.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// How a program ended.
package struct ProcessEnd: Sendable, Hashable {
    /// The exit status; 128 and the number of the signal where one ended it.
    package var status: Int32
    /// The end of what it wrote to standard error, at most 4096 bytes.
    package var complaint: String

    package init(status: Int32, complaint: String) {
        self.status = status
        self.complaint = complaint
    }
}

package enum ChildProcess {
    /// Runs the program at `path`, with standard input empty, and waits for its end. Blocks the thread.
    ///
    /// - Parameters:
    ///   - isCancelled: asked about ten times a second; once true, the program and all that it started are killed.
    ///   - tick: called about ten times a second.
    ///   - output: receives standard output in pieces; an error that it throws kills the program and is thrown on.
    /// - Throws: `PlatformError` where the program can't be started, `CancellationError`, what `output` throws.
    package static func run(
        _ path: String, _ arguments: [String], environment: [String: String], isCancelled: () -> Bool,
        tick: () throws -> Void, output: ([UInt8]) throws -> Void
    ) throws -> ProcessEnd {
        let outputs = try Pipe(for: path)
        let errors = try Pipe(for: path)
        var child = try RunningChild(path, arguments, environment, output: outputs.writer, errors: errors.writer)
        outputs.closeWriter()
        errors.closeWriter()
        var complaint: [UInt8] = []
        while true {
            if isCancelled() { throw CancellationError() }
            var waits = [outputs.wait, errors.wait]
            let ready = unsafe poll(&waits, 2, 100)
            if waits[0].revents != 0, let piece = try outputs.read() { try output(piece) }
            if waits[1].revents != 0, let piece = try errors.read() {
                complaint = (complaint + piece).suffix(4096)
            }
            try tick()
            // Where something that the program started holds the pipes open, what is in them by now is all that counts.
            if child.hasEnded(), ready == 0 || (outputs.isAtEnd && errors.isAtEnd) { break }
        }
        return ProcessEnd(status: child.status ?? 0, complaint: String(decoding: complaint, as: UTF8.self))
    }
}

/// A started program; killed with all that it started when the value goes before its end.
private struct RunningChild: ~Copyable {
    private let id: pid_t
    private(set) var status: Int32?

    init(
        _ path: String, _ arguments: [String], _ environment: [String: String], output: Int32, errors: Int32
    ) throws(PlatformError) {
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        let started = unsafe cp_spawn(path, &words, &variables, output, errors)
        let code = errno
        unsafe (words + variables).forEach { unsafe free($0) }
        guard started > 0 else { throw PlatformError(.system(operation: "run the program", code: code), path: path) }
        id = pid_t(started)
    }

    /// Whether the program has ended; takes note of its status.
    mutating func hasEnded() -> Bool {
        if status != nil { return true }
        var word: Int32 = 0
        let result = unsafe waitpid(id, &word, WNOHANG)
        if result == 0 || (result < 0 && errno == EINTR) { return false }
        let signal = word & 0x7f
        status = result < 0 ? 127 : signal == 0 ? (word >> 8) & 0xff : 128 + signal
        return true
    }

    deinit {
        guard status == nil else { return }
        kill(-id, SIGKILL)
        var word: Int32 = 0
        while unsafe waitpid(id, &word, 0) < 0, errno == EINTR {}
    }
}

/// The reading end of a pipe, and its writing end until that is with the program.
private final class Pipe {
    private(set) var isAtEnd = false
    private let reader: Int32
    private(set) var writer: Int32
    private let path: String

    init(for path: String) throws(PlatformError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe cp_pipe(&ends) == 0 else { throw PlatformError.last("make a pipe", path) }
        (reader, writer) = (ends[0], ends[1])
        self.path = path
    }

    deinit {
        close(reader)
        closeWriter()
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// What poll(2) is to wait for; nothing once the pipe is at its end.
    var wait: pollfd { pollfd(fd: isAtEnd ? -1 : reader, events: Int16(POLLIN), revents: 0) }

    /// What has come; nil at the end.
    func read() throws(PlatformError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            #if canImport(Darwin)
                let count = unsafe Darwin.read(reader, &buffer, buffer.count)
            #elseif canImport(Musl)
                let count = unsafe Musl.read(reader, &buffer, buffer.count)
            #else
                let count = unsafe Glibc.read(reader, &buffer, buffer.count)
            #endif
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 {
                isAtEnd = true
                return nil
            }
            guard errno == EINTR else { throw PlatformError.last("read the output of the program", path) }
        }
    }
}
