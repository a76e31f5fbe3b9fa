// A terminal's second screen, taken over for a view that is drawn line by line. It is given back when the value goes, and
// however else the process ends, but for SIGKILL.

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

/// Standard output's terminal, with standard input's keys. One at a time in a process.
///
/// Unchecked: a source of Dispatch may be used from every thread, but does not say so; all else is behind a lock.
package final class TerminalScreen: @unchecked Sendable {
    /// Columns and rows.
    package struct Size: Sendable, Hashable {
        package var columns: Int
        package var rows: Int

        package init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    private let drawn = Mutex<[String]>([])
    private let resizes: any DispatchSourceRead

    /// Takes the terminal over; nil where there is none.
    ///
    /// - Parameter resized: called when the size is another, or the process was stopped and goes on.
    package init?(_ resized: @escaping @Sendable () -> Void) {
        let pipe = cp_watch_resizes()
        guard pipe >= 0, cp_terminal_enter(0, 1) == 0 else { return nil }
        resizes = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: DispatchQueue(label: "resizes"))
        resizes.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            if unsafe read(pipe, &bytes, bytes.count) > 0 { resized() }
        }
        resizes.resume()
    }

    deinit {
        resizes.cancel()
        cp_unwatch_resizes()
        cp_terminal_leave()
    }

    /// What the terminal says; 80 columns and 24 rows where it does not.
    package static var size: Size {
        let (columns, rows) = (Int(cp_terminal_width(1)), Int(cp_terminal_height(1)))
        return Size(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)
    }

    /// Forgets what is on the screen, so that the next drawing draws all of it.
    package func invalidate() { drawn.withLock { $0 = [] } }

    /// Shows lines from the top, and nothing below them. Only lines that differ are written.
    package func draw(_ lines: [String]) {
        drawn.withLock { drawn in
            var text = drawn.isEmpty ? "\u{1b}[2J" : ""
            for row in 0..<max(lines.count, drawn.count) {
                let line = row < lines.count ? lines[row] : ""
                if row < drawn.count, drawn[row] == line { continue }
                // Cleared first: behind a line that fills the row, a terminal would clear its last column.
                text += "\u{1b}[\(row + 1);1H\u{1b}[2K\(line)\u{1b}[0m"
            }
            drawn = lines
            guard !text.isEmpty else { return }
            // Terminals that know synchronized output (mode 2026) show it in one piece; others ignore the mode.
            _ = try? StandardStream.output.write("\u{1b}[?2026h\(text)\u{1b}[?2026l")
        }
    }
}
