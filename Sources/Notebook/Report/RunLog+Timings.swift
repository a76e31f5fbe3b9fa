// Reading the run log back: what the recorded answers took on this machine.

internal import FoundationModels
internal import Platform

extension RunLog {
    /// Which answer a line is about.
    struct Name: Hashable {
        var cell: String
        var key: String
    }

    /// The latest line of each answer. Lines that can't be read are none; without a log there are none.
    static func timings(_ paths: PlaygroundPaths) -> [Name: PlaygroundReport.Timing] {
        let bytes = ((try? FileSystem.readIfPresent(paths.runLog, limit: RecordLimit.log)) ?? nil) ?? []
        var timings: [Name: PlaygroundReport.Timing] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
                case .string(let cell)? = json["cell"], case .string(let key)? = json["key"],
                case .number(let seconds)? = json["seconds"], case .number(let input)? = json["inputTokens"],
                case .number(let cached)? = json["cachedTokens"], case .number(let output)? = json["outputTokens"]
            else { continue }
            let first: Double? = if case .number(let number)? = json["secondsToFirst"] { number.double } else { nil }
            timings[Name(cell: cell, key: key)] = PlaygroundReport.Timing(
                cell: cell, secondsToFirst: first ?? seconds.double, seconds: seconds.double,
                inputTokenCount: input.int ?? 0, cachedTokenCount: cached.int ?? 0, outputTokenCount: output.int ?? 0)
        }
        return timings
    }
}
