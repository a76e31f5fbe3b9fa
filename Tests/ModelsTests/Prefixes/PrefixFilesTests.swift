// Blocks on disk: what one process has computed, the next does not compute again, and no answer shows where its prefix came
// from.

import Engine
import Foundation
import Inference
import Platform
import Testing
import TestSupport

@testable import Models

@Suite("Prefixes on disk")
struct PrefixFilesTests {
    private func common(_ fixture: PrefixFixture, _ one: String, _ other: String) throws -> Int {
        let model = try fixture.open(nil)
        let ids = try (model.tokens(fixture.messages(one)), model.tokens(fixture.messages(other)))
        return zip(ids.0, ids.1).prefix { $0 == $1 }.count
    }

    @Test("A later process computes only what is new, to the token", arguments: TinyModel.Family.allCases)
    func laterProcess(family: TinyModel.Family) async throws {
        let fixture = try PrefixFixture(family)
        let cold = try await fixture.ask(fixture.open(nil), "and now another question")
        let (first, _) = try await fixture.askOnce("one", fixture.prefixes)
        #expect(first.usage.cached == 0)
        let (other, figures) = try await fixture.askOnce("and now another question", fixture.prefixes)
        #expect(other.usage.cached == (try common(fixture, "one", "and now another question")))
        #expect(other.usage.cached > 256)
        #expect((other.text, other.tokens) == (cold.text, cold.tokens))
        #expect(figures.defectCount == 0 && figures.readBlocks == (other.usage.cached + 63) / 64)
        // The same question once more: all but the last token, which says what comes next.
        let (again, _) = try await fixture.askOnce("and now another question", fixture.prefixes)
        #expect(again.usage.cached == again.usage.input - 1)
        #expect(again.tokens == cold.tokens)
    }

    @Test("Every block of a twelve-cell notebook's run is written once, and a changed last cell reads the rest")
    func notebook() async throws {
        let fixture = try PrefixFixture()
        let activity = PrefixActivity()
        let model = try fixture.open(fixture.prefixes, activity)
        for cell in 1...12 { _ = try await fixture.ask(model, "cell \(cell): what now?") }
        activity.waitForWrites()
        #expect(activity.figures.writtenBlocks == (try fixture.files().count))
        let (last, figures) = try await fixture.askOnce("cell 12: something else", fixture.prefixes)
        let expected = try common(fixture, "cell 12: what now?", "cell 12: something else")
        #expect(last.usage.cached == expected)
        #expect(figures.readBlocks == (expected + 63) / 64)
    }

    @Test("A model of other weights, and one of other numbers, finds nothing")
    func strangers() async throws {
        let fixture = try PrefixFixture()
        _ = try await fixture.askOnce("one", fixture.prefixes)
        let activity = PrefixActivity()
        let other = try await fixture.ask(fixture.open(fixture.prefixes, activity, sha256: "other"), "one")
        #expect(other.usage.cached == 0)
        activity.waitForWrites()
        #expect(activity.figures.readBlocks == 0 && activity.figures.defectCount == 0)
        let identity = try fixture.open(nil).identity
        var newer = identity
        newer.numerics += 1
        let layout = KVLayout(layers: 1, heads: 1, headWidth: 1, isFloat32: false)
        var wider = layout
        wider.headWidth = 2
        let roots = [(identity, layout), (newer, layout), (identity, wider)].map { PrefixKey.root(of: $0, $1) }
        #expect(Set(roots).count == 3)
    }

    @Test("A part of a block goes when a longer one has its tokens")
    func parts() async throws {
        let fixture = try PrefixFixture()
        let activity = PrefixActivity()
        let model = try fixture.open(fixture.prefixes, activity)
        _ = try await fixture.ask(model, "one", tokens: 0)
        activity.waitForWrites()
        let before = try fixture.files()
        _ = try await fixture.ask(model, "one", tokens: 2)
        activity.waitForWrites()
        let after = try fixture.files()
        #expect(after.count == before.count && after != before)
        #expect(Set(after).intersection(before).count == before.count - 1)
    }

    @Test("Without room or rights to write, answers come all the same, and it is said why nothing is kept")
    func unwritable() async throws {
        let fixture = try PrefixFixture()
        let cold = try await fixture.ask(fixture.open(nil), "one")
        _ = try fixture.folder.write([1], to: "kv")
        let (answer, figures) = try await fixture.askOnce("one", fixture.prefixes)
        #expect(answer.tokens == cold.tokens)
        #expect(figures.writtenBlocks == 0)
        #expect(figures.writeFailure?.contains("[platform.") == true)
    }

    @Test("The limit is kept by removing what nothing continues, and the rest stays of use")
    func eviction() async throws {
        let fixture = try PrefixFixture()
        _ = try await fixture.askOnce("one", fixture.prefixes)
        let whole = try PrefixInventory(fixture.prefixes).byteCount
        let limit = whole * 3 / 2
        for prompt in ["two", "three and more", "four", "five"] {
            let long = String(repeating: "\(prompt) ", count: 30)
            let (_, figures) = try await fixture.askOnce(long, fixture.prefixes(byteLimit: limit))
            #expect(try PrefixInventory(fixture.prefixes).byteCount <= limit)
            #expect(figures.defectCount == 0)
        }
        let files = try PrefixInventory(fixture.prefixes).files
        let root = PrefixKey.root(of: try fixture.open(nil).identity, try fixture.open(nil).kvLayout).text
        #expect(files.allSatisfy { file in file.parent == root || files.contains { $0.key == file.parent } })
        // The instructions, which every question continues, are still there.
        let (answer, _) = try await fixture.askOnce("six", fixture.prefixes(byteLimit: limit))
        #expect(answer.usage.cached > 256)
    }

    @Test("The verify mode finds numbers that are wrong although every checksum is right")
    func comparison() async throws {
        let fixture = try PrefixFixture()
        let cold = try await fixture.ask(fixture.open(nil), "one")
        _ = try await fixture.askOnce("one", fixture.prefixes)
        let (_, sound) = try await fixture.askOnce("one", fixture.prefixes(isVerifying: true))
        #expect(sound.comparedBlocks == sound.readBlocks && sound.comparedBlocks > 4 && sound.defectCount == 0)
        let path = try #require(try fixture.files().first)
        var bytes = try FileSystem.read(path)
        bytes[512 + 100] ^= 1
        var header = try PrefixHeader(bytes: Array(bytes[..<512]))
        header.checksum = Checksum(of: Array(bytes[512...])).bytes
        try FileSystem.replace(path, with: header.bytes + bytes[512...])
        #expect(try PrefixBlockFile.check(path))
        let (answer, figures) = try await fixture.askOnce("one", fixture.prefixes(isVerifying: true))
        #expect(answer.tokens == cold.tokens)
        #expect(figures.defects == [.comparison: 1])
        #expect(try PrefixInventory(fixture.prefixes).quarantined.count == 1)
    }

    @Test("Many at once write, read and remove in one folder, and every file is whole")
    func crowd() async throws {
        let fixture = try PrefixFixture()
        let cold = try await fixture.ask(fixture.open(nil), "question 3")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let prefixes = fixture.prefixes(byteLimit: 200_000)
                    for round in 0..<6 {
                        let number = (worker * 5 + round) % 7
                        let (answer, figures) = try await fixture.askOnce("question \(number)", prefixes)
                        #expect(figures.defectCount == 0)
                        if number == 3 { #expect(answer.tokens == cold.tokens) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let verified = try PrefixInventory(fixture.prefixes).verify()
        #expect(verified.defects.isEmpty)
    }
}

@Suite("Limits of the prefix cache")
struct PrefixLimitTests {
    private func store(_ variables: [String: String]) throws -> ModelStore {
        try ModelStore(environment: variables.merging(["HOME": "/nowhere"]) { $1 })
    }

    @Test(
        "Numbers of bytes are read with their units",
        arguments: [("", 2 << 30), ("0", 0), ("1000", 1000), ("3K", 3 << 10), ("512M", 512 << 20), ("4G", 4 << 30)])
    func limits(text: String, expected: Int) throws {
        #expect(try store(["PLAYGROUND_CACHE_DISK": text]).prefixes().byteLimit == expected)
    }

    @Test("Anything else is refused by name", arguments: ["2Q", "M", "-1", "1.5G", "99999999999G"])
    func refused(text: String) throws {
        let store = try store(["PLAYGROUND_CACHE_DISK": text])
        let error = #expect(throws: ModelError.self) { try store.prefixes() }
        #expect(
            error?.description == "error: PLAYGROUND_CACHE_DISK is '\(text)', and a number of bytes is wanted, "
                + "such as 512M, 2G, or 0 for none [model.cache-limit]")
    }
}
