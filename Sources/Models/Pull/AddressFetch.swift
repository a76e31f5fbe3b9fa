// Weights from an address, through curl as the machine has it, with the user's own settings of proxies and the like. What an
// earlier attempt brought is continued.

internal import Platform

struct AddressFetch {
    let pull: ModelPull
    let url: String

    /// Brings the partial file to its end.
    func run() throws {
        guard let curl = ProgramPath(environment: pull.store.environment).first(of: ["curl"]) else {
            throw ModelError(.noProgram(wanted: "curl", purpose: "to fetch \(url)"))
        }
        let done = FileStatus(pull.partial)?.byteCount ?? 0
        if let byteCount = pull.entry.byteCount {
            if done == byteCount { return }
            try pull.requireSpace(byteCount - done)
        }
        var meter = PullMeter(pull: pull, byteCount: pull.entry.byteCount, done: done)
        var writer = try FileWriter(pull.partial, keeping: done)
        // The bytes come through a pipe: when this process is killed, curl ends too, and nobody else writes to the file.
        // A transfer that stands still for a minute is given up; the next pull continues it.
        let end = try ChildProcess.run(
            curl,
            [
                "--fail", "--location", "--silent", "--show-error", "--globoff", "--connect-timeout", "30",
                "--speed-limit", "1", "--speed-time", "60", "--continue-at", "\(done)", "--url", url,
            ],
            environment: pull.store.environment, isCancelled: pull.isCancelled,
            tick: { meter.report(writer.byteCount) },
            output: { try writer.write($0) })
        try writer.sync()
        guard end.status == 0 else {
            throw ModelError(
                .programFailed(
                    program: "curl", purpose: "to fetch \(url)", status: end.status, complaint: end.lastLine))
        }
    }
}

extension ProcessEnd {
    /// The last line of the complaint that says anything.
    var lastLine: String {
        complaint.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
    }
}
