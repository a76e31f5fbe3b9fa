// Where a command writes: results to standard output, everything else to standard error.

internal import Platform
internal import Synchronization

/// The two outputs of a command.
final class Console: Sendable {
    /// Whether a person watches standard output.
    let isTerminal: Bool
    /// Whether a person watches standard error and has nothing against colour.
    let usesColor: Bool
    /// Whether a person watches standard error, so that a line may be written over.
    let showsProgress: Bool
    /// Whether a person watches standard output and has nothing against colour.
    let colorsResults: Bool
    private let sink: @Sendable (StandardStream, String) throws -> Bool
    private let isOpen = Atomic(true)
    private let hasFailure = Atomic(false)

    /// Whether a result could not be written, for another reason than that nobody reads any more.
    var hasFailed: Bool { hasFailure.load(ordering: .relaxed) }

    /// - Parameter sink: writes a text; false once the reader is gone.
    init(
        isTerminal: Bool, usesColor: Bool, showsProgress: Bool = false, colorsResults: Bool = false,
        sink: @escaping @Sendable (StandardStream, String) throws -> Bool
    ) {
        self.showsProgress = showsProgress
        self.colorsResults = colorsResults
        self.isTerminal = isTerminal
        self.usesColor = usesColor
        self.sink = sink
    }

    /// The streams of this process. `NO_COLOR` is honoured (no-color.org).
    static func standard(environment: [String: String]) -> Console {
        StandardStream.survivesBrokenPipes()
        let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty
        let usesColor = StandardStream.error.isTerminal && !isPlain
        return Console(
            isTerminal: StandardStream.output.isTerminal, usesColor: usesColor,
            showsProgress: StandardStream.error.isTerminal,
            colorsResults: StandardStream.output.isTerminal && !isPlain
        ) { stream, text in
            try stream.write(text)
        }
    }

    /// The same outputs, with one text in the place of another in all that is written.
    func replacing(_ old: String, with new: String) -> Console {
        Console(
            isTerminal: isTerminal, usesColor: usesColor, showsProgress: showsProgress, colorsResults: colorsResults
        ) { [sink] in try sink($0, $1.replacing(old, with: new)) }
    }

    /// Writes to standard output: as it is to a file or a pipe, as it can be shown to a terminal. Nothing any more once the
    /// reader is gone, or writing has failed, which is told once and makes the command fail.
    func result(_ text: String) { write(isTerminal ? PrintableText.lines(text) : text) }

    /// The same for text with colours in it.
    func page(_ text: String) { write(isTerminal ? Self.shown(text) : text) }

    private func write(_ text: String) {
        guard isOpen.load(ordering: .relaxed) else { return }
        do {
            if try sink(.output, text) { return }
        } catch {
            hasFailure.store(true, ordering: .relaxed)
            progress("\(error)")
        }
        isOpen.store(false, ordering: .relaxed)
    }

    /// Writes a text whose every byte counts to standard output. A terminal gets the end of its last line, too.
    func text(_ text: String) { result(isTerminal && !text.isEmpty && !text.hasSuffix("\n") ? text + "\n" : text) }

    /// Writes a line to standard error.
    func progress(_ line: String) { diagnostics(Self.shown(line) + "\n") }

    /// Writes a line to standard error over the last one that this wrote; nil takes it away. Only where a person watches.
    func transient(_ line: String?) {
        if showsProgress { diagnostics("\r\u{1b}[K" + (line.map(Self.shown) ?? "")) }
    }

    /// Writes text as it stands to standard error: for what renders itself for a terminal.
    func diagnostics(_ text: String) { _ = try? sink(.error, text) }

    /// Text in which nothing but the colours of this console is obeyed.
    private static func shown(_ text: String) -> String {
        guard text.utf8.contains(0x1b) else { return PrintableText.lines(text) }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "\u{1b}") {
            result += PrintableText.lines(String(rest[..<start]))
            rest = rest[start...]
            let code = Color.codes.first { rest.hasPrefix($0) } ?? ""
            result += code.isEmpty ? PrintableText.lines(String(rest.prefix(1))) : code
            rest = rest.dropFirst(max(1, code.count))
        }
        return result + PrintableText.lines(String(rest))
    }

    /// A text in a colour of the terminal, where there is colour.
    func colored(_ text: String, _ color: Color) -> String {
        usesColor ? color.code + text + Color.end : text
    }

    /// The same for a text that `page` is given.
    func coloredResult(_ text: String, _ color: Color) -> String {
        colorsResults ? color.code + text + Color.end : text
    }

    enum Color: Int, CaseIterable {
        case red = 31
        case green = 32
        case yellow = 33
        case dim = 2
        case bold = 1

        var code: String { "\u{1b}[\(rawValue)m" }
        static let end = "\u{1b}[0m"
        static let codes = allCases.map(\.code) + [end]
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
