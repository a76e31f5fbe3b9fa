// The two streams that a command writes to: whether a terminal is behind them, how wide it is, and writing to them. And whether
// a person is there to answer.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Standard output or standard error.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person looks at it.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Columns of the terminal, or nil where there is none or it does not say.
    package var width: Int? {
        let width = Int(cp_terminal_width(rawValue))
        return width > 0 ? width : nil
    }

    /// Writes the text at once, without a buffer between.
    ///
    /// - Returns: false when the reader has gone away, which ends a command's output but is no failure.
    /// - Throws: any other reason for which the text can't be written, such as a full disk behind a redirection.
    package func write(_ text: String) throws(PlatformError) -> Bool {
        let place = self == .output ? "standard output" : "standard error"
        do {
            try FileDescriptor.write(Array(text.utf8), to: rawValue, path: place)
            return true
        } catch {
            if case .system(_, EPIPE) = error.kind { return false }
            throw error
        }
    }

    /// Puts `/dev/null` in place of each of the standard streams that this process was started without. The next file that
    /// is opened would get a closed one's number, and what is written to the stream would end up in the file.
    package static func openClosed() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is given, and all below are open.
            _ = unsafe open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    /// From here on, writing to a closed pipe is an answer of `write` instead of the end of the process.
    package static func survivesBrokenPipes() { cp_ignore_broken_pipes() }
}

/// The stream that a person answers on.
package enum StandardInput {
    /// Whether a person is there to answer.
    package static var isTerminal: Bool { isatty(0) == 1 }
}
