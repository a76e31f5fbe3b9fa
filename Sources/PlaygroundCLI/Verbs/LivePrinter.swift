// What a live check looks like: cells that answer otherwise on standard output with both answers, the rest on standard error.

internal import FoundationModels
internal import Notebook
internal import Synchronization

/// Prints the findings of one playground.
final class LivePrinter: Sendable {
    private struct Counts {
        var asked = 0
        var differing = 0
        var accepted = 0
        /// The cell whose two answers a person has just seen.
        var shown: String?
    }

    private let call: Invocation
    private let path: String
    private let counts = Mutex(Counts())

    init(_ call: Invocation, _ path: String) {
        self.call = call
        self.path = path
    }

    /// Cells whose answers are not those on record.
    var differingCount: Int { counts.withLock { $0.differing } }

    func show(_ finding: LiveCheck.Finding) {
        let isShown = counts.withLock { counts in
            if finding.verdict != .skipped { counts.asked += 1 }
            if finding.verdict == .differs { counts.differing += 1 }
            if finding.verdict == .accepted { counts.accepted += 1 }
            return counts.shown == finding.cell
        }
        if call.isJSON { return call.console.result(json(finding)) }
        switch finding.verdict {
        case .same: call.console.progress("\(path)#\(finding.cell)  same\(Self.cost(finding))")
        case .differs:
            if !isShown { call.console.page(page(finding)) }
        case .accepted:
            if !isShown { call.console.page(page(finding)) }
            call.console.progress("\(path)#\(finding.cell)  accepted")
        // Said by the check that needs no model.
        case .skipped: break
        }
    }

    func tell(_ event: RunEvent) {
        let text: String? =
            switch event {
            case .failed(let cell, let message): "\(path)#\(cell)  failed: \(message)"
            case .modelFailed(let message), .note(let message): message
            case .started, .called, .answering, .finished, .skipped, .rowsStarted, .rowsFinished: nil
            }
        guard let text else { return }
        if call.isJSON {
            call.console.result(JSONLine.text(["playground": .string(path), "message": .string(text)]))
        } else {
            call.console.progress(text)
        }
    }

    /// Shows both answers to a person, and asks for the new one's fate.
    func asks(about finding: LiveCheck.Finding) -> Bool {
        call.console.page(page(finding))
        counts.withLock { $0.shown = finding.cell }
        call.console.diagnostics("Record the new answer of cell \(finding.cell)? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    func end() {
        guard !call.isJSON else { return }
        let counts = counts.withLock { $0 }
        let noun = "cell\(counts.asked == 1 ? "" : "s")"
        let accepted = counts.accepted > 0 ? ", \(counts.accepted) accepted" : ""
        if counts.differing > 0 {
            call.console.progress(
                "\(path): \(counts.differing) of \(counts.asked) \(noun) answered otherwise\(accepted); "
                    + "accept: playground check --update \(path)")
        } else if counts.asked > 0 {
            call.console.progress("\(path): \(counts.asked) \(noun) asked, none differs\(accepted)")
        }
    }

    /// Both answers, and of long ones where they differ.
    private func page(_ finding: LiveCheck.Finding) -> String {
        let found = finding.outcome?.entry
        var text = "\(path)#\(finding.cell)  \(finding.recorded == nil ? "new" : "differs")\n"
        if let recorded = finding.recorded {
            text += Conversation.readable("recorded\(Self.end(recorded))", recorded.content)
        }
        if let found { text += Conversation.readable("live\(Self.end(found))", found.content) }
        if let recorded = finding.recorded, let found, max(recorded.content.count, found.content.count) > 60,
            let change = ContentChange(finding.cell, from: recorded, to: found)
        {
            text += change.lines("difference", call.console.coloredResult).map { "\($0)\n" }.joined()
        }
        return text
    }

    private static func end(_ entry: OutputEntry) -> String {
        " (\(entry.inputTokenCount) + \(entry.outputTokenCount) tokens, \(entry.finish))"
    }

    private static func cost(_ finding: LiveCheck.Finding) -> String {
        guard let outcome = finding.outcome, let duration = outcome.duration else { return "" }
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        return "  \(outcome.entry.inputTokenCount) + \(outcome.entry.outputTokenCount) tokens, \(milliseconds) ms"
    }

    private func json(_ finding: LiveCheck.Finding) -> String {
        JSONLine.text([
            "playground": .string(path), "cell": .string(finding.cell), "live": .string(finding.verdict.rawValue),
            "recorded": finding.recorded?.json, "content": finding.outcome?.entry.json,
            "finish": (finding.outcome?.entry.finish).map(JSONValue.string),
            "milliseconds": (finding.outcome?.duration).map { .integer(Int(($0 / .milliseconds(1)).rounded())) },
        ])
    }
}
