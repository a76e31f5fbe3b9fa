// Where a command writes: results to standard output, everything else to standard error.

internal import Platform
internal import Synchronization

/// The two outputs of a command.
final class Console: Sendable {
    /// Whether a person watches standard output.
    let isTerminal: Bool
    /// Whether a person watches standard error and has nothing against colour.
    let usesColor: Bool
    private let sink: @Sendable (StandardStream, String) -> Bool
    private let isOpen = Atomic(true)

    /// - Parameter sink: writes a text; false once the reader is gone.
    init(isTerminal: Bool, usesColor: Bool, sink: @escaping @Sendable (StandardStream, String) -> Bool) {
        self.isTerminal = isTerminal
        self.usesColor = usesColor
        self.sink = sink
    }

    /// The streams of this process. `NO_COLOR` is honoured (no-color.org).
    static func standard(environment: [String: String]) -> Console {
        StandardStream.survivesBrokenPipes()
        let usesColor = StandardStream.error.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        return Console(isTerminal: StandardStream.output.isTerminal, usesColor: usesColor) { stream, text in
            do { return try stream.write(text) } catch {
                _ = try? StandardStream.error.write("\(error)\n")
                return false
            }
        }
    }

    /// Writes to standard output; nothing any more once its reader is gone.
    func result(_ text: String) {
        guard isOpen.load(ordering: .relaxed) else { return }
        if !sink(.output, text) { isOpen.store(false, ordering: .relaxed) }
    }

    /// Writes a line to standard error.
    func progress(_ line: String) { _ = sink(.error, line + "\n") }

    /// Writes text as it stands to standard error.
    func diagnostics(_ text: String) { _ = sink(.error, text) }

    /// A text in a colour of the terminal, where there is colour.
    func colored(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
    }

    enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case dim = 2
    }
}

/// How a command ends.
enum ExitStatus: Int32, Sendable {
    case good = 0
    /// An expectation failed, or a live result differs.
    case differs = 1
    /// The command line or a playground is wrong; nothing ran.
    case usage = 2
    /// Something is stale, missing or orphaned.
    case stale = 3
    /// Something could not run.
    case failed = 4
    case interrupted = 130

    /// Of two that both apply: an interruption first, then 2, 4, 3, 1.
    func and(_ other: ExitStatus) -> ExitStatus {
        let order: [ExitStatus] = [.interrupted, .usage, .failed, .stale, .differs]
        return order.first { $0 == self || $0 == other } ?? .good
    }
}
