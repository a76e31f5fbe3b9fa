// What a run looks like: answers on standard output, as they grow where a person watches; a line a cell on standard error.

internal import FoundationModels
internal import Notebook

/// Prints the events of one run.
final class RunPrinter {
    private let call: Invocation
    private let playground: String
    private let width: Int
    /// Cells that the user named: their answers are printed also where nothing had to be asked.
    private let named: Set<String>
    /// Whether answers come one after another, and may be printed as they grow.
    private let isStreaming: Bool
    private var streamed: String?
    /// How the cells of the run ended.
    private(set) var ends: Verdicts.Ends?
    /// While the rows of a cell are gone through.
    private var rows: RowProgress?
    /// Of the questions that a model was asked: tokens, and those of them that it did not compute again.
    private var (inputTokens, cachedTokens) = (0, 0)

    init(
        _ call: Invocation, playground: String, ids: [String], named: Set<String>, ends: Verdicts.Ends? = nil,
        isStreaming: Bool = true
    ) {
        self.ends = ends
        self.isStreaming = isStreaming
        self.call = call
        self.playground = playground
        self.named = named
        width = min(32, ids.map(\.count).max() ?? 0)
    }

    func print(_ event: RunEvent) {
        switch event {
        case .finished(let outcome): ends?.add(.answered(outcome.entry), of: outcome.cell)
        case .failed(let cell, let message): ends?.add(.failed(message: message), of: cell)
        default: break
        }
        if call.isJSON { return printJSON(event) }
        if rows != nil { call.console.transient(nil) }
        defer { if let line = rows?.line() { call.console.transient(line) } }
        switch event {
        case .note(let note): call.console.progress(note)
        case .modelFailed(let message): call.console.progress(message)
        case .started, .called: break
        case .rowsStarted(let cell, let count): rows = RowProgress(cell: cell, count: count)
        case .rowsFinished(let cell):
            endStream()
            if let rows { line(cell, rows.state.word, rows.state.color, rows.summary) }
            rows = nil
        case .answering(let cell, let delta):
            guard isStreaming, call.console.isTerminal, rows == nil else { return }
            if streamed != cell { heading(cell) }
            streamed = cell
            call.console.result(delta)
        case .finished(let outcome): finished(outcome)
        case .failed(let cell, let message):
            endStream()
            rows?.addFailure()
            line(cell, "failed", .red, message)
        case .skipped(let cell, let cause):
            rows?.addSkipped()
            line(cell, "skipped", .yellow, "waits for cell \(cause)")
        }
    }

    func end(_ summary: RunSummary, isRecorded: Bool, _ verdicts: Verdicts? = nil) {
        if call.isJSON {
            for cell in verdicts?.cells ?? [] {
                call.console.result(
                    JSONLine.text([
                        "playground": .string(playground), "cell": .string(cell.id),
                        "expectations": verdicts?.json(of: cell.id),
                    ]))
            }
            return
        }
        endStream()
        for line in verdicts?.lines(call.console.colored) ?? [] { call.console.progress(line) }
        if let phrase = verdicts?.phrase { call.console.progress("\(playground): \(phrase)") }
        if summary.isInterrupted { call.console.progress("interrupted; what is finished is kept") }
        if summary == RunSummary() {
            call.console.progress(
                "\(playground): no \(call.arguments.has("--failed") ? "failed" : "chosen") cell; nothing to run")
        }
        if summary.ran > 1, inputTokens > 0 {
            call.console.progress(
                "\(playground): \(cachedTokens) of \(inputTokens) input tokens cached "
                    + "(\(cachedTokens * 100 / inputTokens) %)")
        }
        if !isRecorded, summary.ran + summary.kept > 0 { call.console.progress("sidecars left as they are") }
    }

    private func finished(_ outcome: CellOutcome) {
        let content = outcome.entry.content
        if streamed == outcome.cell {
            endStream(after: content)
        } else if outcome.origin != .fresh || named.contains(outcome.cell)
            || named.contains(RowAddress(outcome.cell).cell)
        {
            heading(outcome.cell)
            call.console.result(content.hasSuffix("\n") ? content : content + "\n")
        }
        rows?.add(outcome)
        if rows != nil { return }
        switch outcome.origin {
        case .fresh: line(outcome.cell, "fresh", .dim, outcome.entry.cut ?? "")
        case .kept: line(outcome.cell, "kept", .green, Self.tokens(outcome) + Self.cut(outcome))
        case .ran:
            inputTokens += outcome.entry.inputTokenCount
            cachedTokens += outcome.cachedTokenCount
            let comparison = outcome.differs.map { $0 ? ", differs from the record" : ", same as the record" } ?? ""
            line(
                outcome.cell, "ran", outcome.differs == true ? .yellow : .green,
                Self.tokens(outcome) + Self.cut(outcome) + Self.speed(outcome) + comparison)
        }
    }

    /// A run of several cells says whose answer comes.
    private func heading(_ cell: String) {
        if named.count != 1 || !named.contains(cell) { call.console.result("# \(cell)\n") }
    }

    private func endStream(after content: String? = nil) {
        guard streamed != nil else { return }
        if content?.hasSuffix("\n") != true { call.console.result("\n") }
        streamed = nil
    }

    private func line(_ cell: String, _ state: String, _ color: Console.Color, _ rest: String) {
        let name = cell + String(repeating: " ", count: max(0, width - cell.count))
        let word = call.console.colored(state + String(repeating: " ", count: 7 - state.count), color)
        let text = "\(name)  \(word)  \(rest)"
        call.console.progress(String(text[...(text.lastIndex { $0 != " " } ?? text.startIndex)]))
    }

    static func tokens(_ outcome: CellOutcome) -> String {
        let cached = outcome.cachedTokenCount > 0 ? " (\(outcome.cachedTokenCount) cached)" : ""
        return "\(outcome.entry.inputTokenCount)\(cached) + \(outcome.entry.outputTokenCount) tokens"
    }

    private static func cut(_ outcome: CellOutcome) -> String { outcome.entry.cut.map { ", \($0)" } ?? "" }

    /// Tokens a second from the first to the last piece of an answer whose tokens were all chosen.
    private static func speed(_ outcome: CellOutcome) -> String {
        guard let rate = rate(outcome) else { return "" }
        let tenths = Int((rate * 10).rounded())
        return ", \(tenths / 10).\(tenths % 10) tokens/s"
    }

    static func rate(_ outcome: CellOutcome) -> Double? {
        // Of an answer by a schema many tokens are forced, and cost no step of the model.
        guard outcome.entry.schema == nil, let whole = outcome.duration, let first = outcome.durationToFirst,
            outcome.entry.outputTokenCount > 1
        else { return nil }
        let seconds = (whole - first) / .seconds(1)
        return seconds > 0 ? Double(outcome.entry.outputTokenCount - 1) / seconds : nil
    }

    private func printJSON(_ event: RunEvent) {
        switch event {
        case .started, .called, .answering, .rowsStarted, .rowsFinished: break
        case .note(let note):
            call.console.result(JSONLine.text(["playground": .string(playground), "note": .string(note)]))
        case .modelFailed(let message):
            call.console.result(JSONLine.text(["playground": .string(playground), "error": .string(message)]))
        case .failed(let cell, let message): state(cell, "failed", ["message": .string(message)])
        case .skipped(let cell, let cause): state(cell, "skipped", ["waitsFor": .string(cause)])
        case .finished(let outcome):
            state(
                outcome.cell, outcome.origin.rawValue,
                [
                    "key": .string(outcome.entry.key),
                    "generating": outcome.entry.schema.map { .string($0.name) }, "calls": outcome.entry.callsJSON,
                    "content": outcome.entry.json,
                    "finish": .string(outcome.entry.finish), "differs": outcome.differs.map(JSONValue.bool),
                    "inputTokens": .integer(outcome.entry.inputTokenCount),
                    "cachedTokens": outcome.duration.map { _ in .integer(outcome.cachedTokenCount) },
                    "outputTokens": .integer(outcome.entry.outputTokenCount),
                    "tokensPerSecond": Self.rate(outcome).flatMap { JSONNumber(($0 * 10).rounded() / 10) }.map(
                        JSONValue.number),
                ])
        }
    }

    private func state(_ cell: String, _ state: String, _ members: KeyValuePairs<String, JSONValue?>) {
        var all: [JSONMember] = [
            JSONMember(key: "playground", value: .string(playground)),
            JSONMember(key: "cell", value: .string(RowAddress(cell).cell)),
        ]
        if let row = RowAddress(cell).row { all.append(JSONMember(key: "row", value: .string(row))) }
        all.append(JSONMember(key: "state", value: .string(state)))
        for (key, value) in members { if let value { all.append(JSONMember(key: key, value: value)) } }
        call.console.result(JSONValue.object(all).text(.compact) + "\n")
    }
}
