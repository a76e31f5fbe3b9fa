// A watch as lines: for people whose terminal is no terminal, and, as JSON, for programs.

internal import FoundationModels
internal import Notebook
internal import Platform

/// Plain lines: answers on standard output, all else on standard error.
final class WatchPrinter: WatchView {
    private let call: Invocation
    private var printers: [String: RunPrinter] = [:]
    private var ids: [String: [String]] = [:]
    private var told: Set<String> = []

    init(_ call: Invocation) { self.call = call }

    func show(_ event: WatchEvent) {
        switch event {
        case .watching(let folders, let watching):
            tellOnce("watching \(folders.joined(separator: ", ")) (\(watching.words)); Ctrl-C ends")
        case .loaded(let path, let standing, let edited):
            let plan = standing.plan
            ids[path] = plan.steps.map(\.id)
            let known = plan.steps.filter { $0.state == .fresh }.count
            let names = edited.sorted().joined(separator: ", ")
            let words =
                told.contains(path) ? edited.isEmpty ? "nothing to ask" : "edited \(names)" : "\(known) fresh"
            told.insert(path)
            call.console.progress("\(path): \(plan.steps.count) cells, \(words)")
            if standing.trust != nil {
                call.console.progress("\(path): tools wait for your trust: playground trust \(path)")
            }
        case .trusted: break
        case .rejudged(let path, let standing):
            let stale = standing.plan.steps.filter { $0.state != .fresh }.map(\.id)
            call.console.progress(
                "\(path): the record was changed; "
                    + (stale.isEmpty ? "every cell is fresh" : "not fresh: \(stale.joined(separator: ", "))"))
        case .broken(let path, let complaints):
            call.console.diagnostics(complaints)
            call.console.progress("\(path): the last good results stay; waiting for the next save")
        case .runStarted(let path): printers[path] = RunPrinter(call, playground: path, ids: ids[path] ?? [], named: [])
        case .run(let path, let event):
            switch event {
            case .finished(let outcome) where outcome.origin == .fresh: break
            case .note(let note): tellOnce(note)
            default: printers[path]?.print(event)
            }
        case .runEnded(let path, let summary, let standing, let timing):
            if summary.isInterrupted { printers[path]?.end(summary, isRecorded: true) }
            for line in standing?.verdicts.lines(call.console.colored) ?? [] { call.console.progress(line) }
            if let phrase = standing?.verdicts.phrase { call.console.progress("\(path): \(phrase)") }
            if let words = timing.words { call.console.progress("\(path): \(words)") }
        case .runFailed(_, let message): call.console.progress(message)
        case .refused(let words), .note(let words): call.console.progress(words)
        case .paused(let isPaused): call.console.progress(isPaused ? "paused" : "goes on")
        }
    }

    private func tellOnce(_ words: String) {
        if told.insert(words).inserted { call.console.progress(words) }
    }
}

/// One JSON object a line.
final class WatchLines: WatchView {
    private let call: Invocation

    init(_ call: Invocation) { self.call = call }

    func show(_ event: WatchEvent) {
        switch event {
        case .watching(let folders, let watching):
            line("watching", nil, ["folders": .array(folders.map(JSONValue.string)), "by": .string(watching.words)])
        case .loaded(let path, let standing, let edited):
            line(
                "loaded", path,
                ["cells": states(standing.plan), "edited": .array(edited.sorted().map(JSONValue.string))])
        case .trusted(let path, let standing): line("trusted", path, ["cells": states(standing.plan)])
        case .rejudged(let path, let standing): line("record", path, ["cells": states(standing.plan)])
        case .broken(let path, let complaints):
            // With `--json` complaints are objects already.
            call.console.result(complaints.hasPrefix("{") ? complaints : "")
            line("broken", path, complaints.hasPrefix("{") ? [:] : ["error": .string(complaints)])
        case .runStarted(let path): line("run", path, [:])
        case .run(let path, .started(let cell, _)): line("asked", path, ["cell": .string(cell)])
        case .run(let path, .answering(let cell, let delta)):
            line("answering", path, ["cell": .string(cell), "delta": .string(delta)])
        case .run(let path, let event): RunPrinter(call, playground: path, ids: [], named: []).print(event)
        case .runEnded(let path, let summary, let standing, let timing):
            line(
                "ended", path,
                [
                    "failing": (standing?.verdicts.failing.keys.sorted()).map { .array($0.map(JSONValue.string)) },
                    "ran": .integer(summary.ran), "kept": .integer(summary.kept), "fresh": .integer(summary.fresh),
                    "failed": .integer(summary.failed), "skipped": .integer(summary.skipped),
                    "interrupted": .bool(summary.isInterrupted), "settledMilliseconds": number(timing.settled),
                    "askedMilliseconds": number(timing.asked), "firstMilliseconds": number(timing.first),
                ])
        case .runFailed(let path, let message): line("failed", path, ["error": .string(message)])
        case .refused(let words), .note(let words): line("note", nil, ["note": .string(words)])
        case .paused(let isPaused): line("paused", nil, ["paused": .bool(isPaused)])
        }
    }

    private func states(_ plan: Plan) -> JSONValue {
        .object(plan.steps.map { JSONMember(key: $0.id, value: .string($0.state.rawValue)) })
    }

    private func number(_ duration: Duration?) -> JSONValue? {
        duration.flatMap { JSONNumber((($0 / .milliseconds(1)) * 10).rounded() / 10) }.map(JSONValue.number)
    }

    private func line(_ kind: String, _ path: String?, _ members: KeyValuePairs<String, JSONValue?>) {
        var all = [JSONMember(key: "watch", value: .string(kind))]
        if let path { all.append(JSONMember(key: "playground", value: .string(path))) }
        for (key, value) in members { if let value { all.append(JSONMember(key: key, value: value)) } }
        call.console.result(JSONValue.object(all).text(.compact) + "\n")
    }
}

extension FileWatching {
    var words: String {
        switch self {
        case .events: "events"
        case .polling(let interval): "polling every \(Int(interval / .milliseconds(1))) ms"
        }
    }
}

extension WatchTiming {
    /// `first token 142 ms after the save (read at 3, asked at 5)`; nil where there was no save or no token.
    var words: String? {
        guard let first else { return nil }
        func milliseconds(_ duration: Duration?) -> Int { Int(((duration ?? .zero) / .milliseconds(1)).rounded()) }
        return "first token \(milliseconds(first)) ms after the save (read at \(milliseconds(settled)), "
            + "asked at \(milliseconds(asked)))"
    }
}
