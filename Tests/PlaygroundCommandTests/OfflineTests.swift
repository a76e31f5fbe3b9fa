// A run needs no network: the program itself, with weights that are there, where the system gives it none.

import Foundation
import Platform
import TestSupport
import Testing

/// The program as it was built beside these tests, and the way to take the network from it.
private enum Offline {
    /// Beside the program that runs the tests.
    static let program = [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }]
        .compactMap { $0?.deletingLastPathComponent().appending(path: "playground").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    /// `unshare`, where the system lets it make a network without any way out.
    static let unshare = ["/usr/bin/unshare", "/bin/unshare"].first { path in
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        let end = try? ChildProcess.run(
            path, ["-rn", "true"], environment: [:], isCancelled: { false }, tick: {}, output: { _ in })
        return end?.status == 0
    }
}

@Suite("Without a network")
struct OfflineTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileSystem.replace(folder["tiny.gguf"], with: TinyModel(.llama).bytes())
        try folder.write(
            """
            playground: 1
            model: tiny.gguf
            options: {maximumResponseTokens: 3}
            cells:
              - {id: a, prompt: Hi.}

            """, to: "a.playground.yaml")
    }

    private func run(_ words: String...) throws -> (status: Int32, out: String, err: String) {
        let unshare = try #require(Offline.unshare)
        let program = try #require(Offline.program)
        var output: [UInt8] = []
        let end = try ChildProcess.run(
            unshare, ["-rn", program] + words, environment: ["HOME": folder.path], isCancelled: { false }, tick: {},
            output: { output += $0 })
        return (end.status, String(decoding: output, as: UTF8.self), end.complaint)
    }

    @Test(
        "a notebook is run, checked and shown",
        .enabled(if: Offline.unshare != nil, "needs 'unshare' and the right to make user namespaces"),
        .enabled(if: Offline.program != nil, "needs the program beside the tests"))
    func offline() throws {
        let path = folder["a.playground.yaml"]
        let run = try run("run", path)
        #expect(run.status == 0, "\(run.err)")
        #expect(run.err.contains("a  ran "), "\(run.err)")
        #expect(try self.run("check", path).status == 0)
        #expect(try self.run("show", path).out.hasPrefix("# a\n"))
    }

    @Test(
        "there is none",
        .enabled(if: Offline.unshare != nil, "needs 'unshare' and the right to make user namespaces"))
    func control() throws {
        var output: [UInt8] = []
        let end = try ChildProcess.run(
            try #require(Offline.unshare), ["-rn", "cat", "/proc/net/dev"], environment: ["PATH": "/usr/bin:/bin"],
            isCancelled: { false }, tick: {}, output: { output += $0 })
        #expect(end.status == 0)
        let names = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.contains(":") }
            .map { line in line.prefix { $0 != ":" }.drop { $0 == " " } }
        #expect(!names.contains { $0.hasPrefix("eth") || $0.hasPrefix("en") || $0.hasPrefix("wl") }, "\(names)")
    }
}
