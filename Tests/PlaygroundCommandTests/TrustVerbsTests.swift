// Approvals: given, listed in files, taken back; and who may read them.

import Foundation
import Notebook
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("Approvals")
struct TrustVerbsTests {
    private let command: ToolCommand
    private var folder: ScratchFolder { command.folder }
    private var path: String { folder["desk.playground.yaml"] }

    init() throws {
        command = try ToolCommand()
        try command.folder.write(
            """
            playground: 1
            model: fake
            tools:
              count: {kind: command, description: Call it always., argv: [sh, -c, echo x >> log; echo done]}
            cells:
              - {id: a, tools: [count], prompt: Go}

            """, to: "desk.playground.yaml")
    }

    private var runCount: Int {
        ((try? String(contentsOfFile: folder["log"], encoding: .utf8)) ?? "").split(separator: "\n").count
    }

    private func run(_ words: String...) async -> CommandFixture.Output {
        await command.run(["run", "--force", "--tools", "live"] + words + [path])
    }

    @Test("are printed, given without a terminal by --yes alone, and taken back")
    func revoke() async throws {
        let printed = await command.run(["trust", "--print", path])
        #expect(printed.status == 0)
        #expect(printed.out.contains("sh") && printed.out.contains("echo x >> log; echo done"))
        #expect(await run().status == 4)
        let silent = await command.run(["trust", path])
        #expect(silent.status == 4)
        #expect(silent.err.hasSuffix("nothing was approved; say so at a terminal, or with --yes\n"))
        #expect(await run().status == 4)
        #expect(await command.run(["trust", "--yes", path]).status == 0)
        #expect(await run().status == 0)
        #expect(runCount == 1)
        let revoked = await command.run(["trust", "--revoke", path])
        #expect(revoked.status == 0)
        #expect(revoked.err == "\(path): its tools are trusted no more\n")
        #expect(await run().status == 4)
        #expect(await command.run(["trust", "--revoke", path]).err == "\(path): nothing was approved\n")
        #expect(runCount == 1)
        // A broken playground can be taken back, too.
        _ = await command.run(["trust", "--yes", path])
        try folder.write("playground: 2\n", to: "desk.playground.yaml")
        #expect(await command.run(["trust", "--revoke", path]).err == "\(path): its tools are trusted no more\n")
    }

    @Test("come from a file of hashes, which is read whole or not at all")
    func file() async throws {
        let printed = await command.run(["trust", "--print", "--json", path])
        let start = try #require(printed.out.range(of: #""surface":""#)).upperBound
        let hash = String(printed.out[start...].prefix(64))
        try folder.write("# tools of CI\n\n\(hash) desk\n", to: "trusted")
        #expect(await run("--trust-file", folder["trusted"]).status == 0)
        #expect(await run("--trust-hash", hash).status == 0)
        #expect(runCount == 2)
        try folder.write("\(String(repeating: "0", count: 64))\n", to: "other")
        #expect(await run("--trust-file", folder["other"]).status == 4)
        try folder.write("\(hash)\nnonsense\n", to: "bad")
        let bad = await run("--trust-file", folder["bad"])
        #expect(bad.status == 4)
        #expect(
            bad.err.contains(
                "bad:2:1: error: a line begins with the 64 digits that 'playground trust --print' shows [trust.file]"))
        #expect(await run("--trust-file", folder["none"]).status == 4)
        #expect(await run("--trust-hash", "12").status == 2)
        #expect(runCount == 2)
        // None of these is remembered.
        #expect(await run().status == 4)
    }

    @Test("are of one file, one surface each, links followed, and an unreadable list approves nothing")
    func store() throws {
        let environment = ["HOME": folder["home"]]
        let store = TrustStore(environment: environment)
        let (one, two) = (String(repeating: "1", count: 64), String(repeating: "2", count: 64))
        try store.add(one, of: path)
        try store.add(two, of: folder["b c.playground.yaml"])
        #expect(store.contains(one, of: path))
        #expect(!store.contains(two, of: path) && !store.contains(one, of: folder["b c.playground.yaml"]))
        try FileManager.default.createSymbolicLink(
            atPath: folder["link.playground.yaml"], withDestinationPath: path)
        #expect(store.contains(one, of: folder["link.playground.yaml"]))
        // Another surface takes the place of the first.
        try store.add(two, of: path)
        #expect(!store.contains(one, of: path) && store.contains(two, of: path))
        // A name that ends like another's is another.
        #expect(try !store.remove(folder["c.playground.yaml"]))
        #expect(store.contains(two, of: folder["b c.playground.yaml"]))
        #expect(try store.remove(path))
        #expect(!store.contains(two, of: path))
        #expect(TrustStore(environment: environment, given: [one]).contains(one, of: path))
        let list = folder["home/.local/state/prompt-notebook/trusted-tools"]
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: list))
        #expect(!store.contains(two, of: folder["b c.playground.yaml"]))
        #expect(throws: (any Error).self) { try TrustStore(environment: [:]).add(one, of: path) }
    }
}
