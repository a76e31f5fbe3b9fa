// `clean` on the cache of keys and values: shown, verified and removed, with real blocks of a tiny model.

import FoundationModels
import Inference
import Models
import Platform
import Testing
import TestSupport
import Tokenization

@testable import PlaygroundCLI

@Suite struct CleanVerbTests {
    let fixture: CommandFixture
    var kv: String { fixture.folder[".cache/prompt-notebook/kv"] }

    init() throws { fixture = try CommandFixture() }

    /// Leaves blocks of one prompt in the cache folder of the fixture's user.
    private func fill() async throws -> [String] {
        let path = try TinyModel(.llama, seed: 4).write(to: fixture.folder)
        let store = try ModelStore(environment: ["HOME": fixture.folder.path])
        let model = try store.open(fileAt: path, relativeTo: "/")
        let words = String(repeating: "word ", count: 60)
        try await model.prewarm([ChatMessage(role: "user", content: words)])
        PrefixActivity.ofProcess.waitForWrites()
        return try PrefixInventory(store.prefixes()).files.map(\.path).sorted()
    }

    @Test func whatIsCachedIsShown() async throws {
        let empty = await fixture.run(["clean"])
        #expect(empty.status == 0)
        #expect(empty.out.contains("keys and values, .cache/prompt-notebook/kv: 0 blocks; at most 2.1 GB\n"))
        let count = try await fill().count
        #expect(count > 2)
        let full = await fixture.run(["clean"])
        #expect(full.out.contains("kv: \(count) blocks; at most 2.1 GB\n"))
        #expect(full.out.contains("keys and values, weights "))
        #expect(await fixture.run(["clean", "--json"]).out.contains("\"cached\":\"keys and values\",\"model\":"))
    }

    @Test func verifyingPutsDamagedFilesAside() async throws {
        let files = try await fill()
        let sound = await fixture.run(["clean", "--verify"])
        #expect(sound.status == 0)
        #expect(sound.err.contains("\(files.count) sound, 0 damaged"))
        var bytes = try FileSystem.read(files[1])
        bytes[600] ^= 4
        try FileSystem.replace(files[1], with: bytes)
        let damaged = await fixture.run(["clean", "--verify"])
        #expect(damaged.status == 4)
        #expect(damaged.out.hasSuffix(": damaged (contents); put into quarantine [prefix.damaged]\n"))
        #expect(damaged.err.contains("\(files.count - 1) sound, 1 damaged"))
        #expect(await fixture.run(["clean"]).out.contains("quarantine: 1 file\n"))
        #expect(await fixture.run(["clean", "--verify"]).status == 0)
    }

    @Test func blocksAreRemovedByAgeOrAltogether() async throws {
        let files = try await fill()
        let young = await fixture.run(["clean", "--kv", "--older-than", "30"])
        #expect(young.err == ".cache/prompt-notebook/kv: 0 files removed, 0 bytes\n")
        #expect(files.allSatisfy(FileSystem.exists))
        let all = await fixture.run(["clean", "--kv"])
        #expect(all.err.hasPrefix(".cache/prompt-notebook/kv: \(files.count) files removed, "))
        #expect(!files.contains(where: FileSystem.exists))
    }

    @Test func answersOfAPlaygroundGoByAge() async throws {
        _ = await fixture.run(["run", fixture.path])
        let young = await fixture.run(["clean", "--older-than", "1", fixture.path])
        #expect(young.err == "desk.playground.yaml: 0 files removed from .playground\n")
        let all = await fixture.run(["clean", "--older-than", "0", fixture.path])
        #expect(all.status == 0)
    }

    @Test(arguments: ["x", "-1", "", "1w"])
    func anAgeIsANumberOfDays(text: String) async {
        let output = await fixture.run(["clean", "--older-than=\(text)"])
        #expect(output.status == 2)
        #expect(
            output.err
                == "playground clean: error: '--older-than' must be a number of days, such as 30, found '\(text)' [usage]\n"
        )
    }
}
