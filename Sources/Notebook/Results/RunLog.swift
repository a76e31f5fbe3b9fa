// What runs cost, in the untracked folder: when, how many tokens, how long. The only place that knows a time of day.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import FoundationModels
internal import Platform

/// The log of one playground's runs, a line an answer that a model gave.
struct RunLog {
    /// Bytes at which the older half is dropped.
    private static let byteLimit = 1 << 20

    private let path: String
    private var lines: [UInt8] = []

    init(_ paths: PlaygroundPaths) { path = paths.runLog }

    mutating func add(_ outcome: CellOutcome) {
        func seconds(_ duration: Duration?) -> JSONValue? {
            duration.flatMap { JSONNumber((($0 / .milliseconds(1)).rounded()) / 1000) }.map(JSONValue.number)
        }
        let line = JSONValue.members([
            "time": .string(Date.now.formatted(.iso8601)), "cell": .string(outcome.cell),
            "key": .string(outcome.entry.key), "model": .string(outcome.entry.model.name),
            "inputTokens": .integer(outcome.entry.inputTokenCount), "cachedTokens": .integer(outcome.cachedTokenCount),
            "outputTokens": .integer(outcome.entry.outputTokenCount), "seconds": seconds(outcome.duration),
            "secondsToFirst": seconds(outcome.durationToFirst),
            "narrowedSteps": outcome.narrowedStepCount > 0 ? .integer(outcome.narrowedStepCount) : nil,
        ])
        lines += Array((line.text(.compact) + "\n").utf8)
    }

    /// Writes what was added. A log that can't be written is no reason to fail a run.
    mutating func flush() {
        guard !lines.isEmpty else { return }
        try? FileSystem.makeFolder(FileSystem.folder(of: path))
        let old = ((try? FileSystem.readIfPresent(path, limit: RecordLimit.log)) ?? nil) ?? []
        if old.count > Self.byteLimit {
            let rest = old.suffix(Self.byteLimit / 2).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            _ = try? FileSystem.replace(path, with: rest + lines)
        } else {
            try? FileSystem.append(lines, to: path)
        }
        lines = []
    }
}
