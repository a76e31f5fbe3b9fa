// Kept results, the journal and the store: whole lines read back, torn and damaged ones count for nothing.

import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite struct CellResultTests {
    private func result(_ key: String, content: String = "y") -> CellResult {
        let options = ResolvedOptions(
            sampling: .random(temperature: 0.3, candidates: .probabilityThreshold(0.5), seed: 7),
            maximumResponseTokens: 1)
        return CellResult(
            playground: "desk", cell: "a",
            entry: OutputEntry(
                key: key, parts: [.prompt: "12"], continues: "b", options: options, prompt: "x", content: content,
                finish: "length", inputTokenCount: 1, outputTokenCount: 2,
                model: OutputEntry.Model(name: "m", sha256: "s"), engine: OutputEntry.Engine(version: "1", numerics: 1)),
            instructions: "i", tokenIDs: [1, -2, .max])
    }

    @Test(arguments: ["y", "", "a\nb\u{0}\u{2028}\"\\", "👩‍👩‍👧"])
    func aResultIsOneLineAndReadsBack(content: String) {
        let result = result("k", content: content)
        #expect(result.line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(CellResult(line: result.line) == result)
    }

    @Test func aLineChangedByHandIsNoResult() {
        let line = String(decoding: result("k", content: "truth").line, as: UTF8.self)
        for (old, new) in [
            ("truth", "lie"), ("\"outputTokens\":2", "\"outputTokens\":3"), ("\"seal\":\"", "\"seal\":\"0"),
        ] {
            #expect(line.contains(old))
            #expect(CellResult(line: line.replacing(old, with: new).utf8) == nil, "\(old)")
        }
    }

    @Test func everyTornLineIsNoResult() {
        let line = result("k").line.dropLast()
        for count in 0..<line.count { #expect(CellResult(line: line.prefix(count)) == nil) }
    }

    @Test func aJournalGivesBackWhatIsWhole() throws {
        let folder = try ScratchFolder()
        let paths = PlaygroundPaths(source: folder["desk.playground.yaml"])
        let journal = Journal(paths)
        #expect(try journal.results() == [])
        try journal.append(result("k1"))
        try journal.append(result("k2"))
        try FileSystem.append(Array(result("k3").line.prefix(40)), to: paths.journal)
        #expect(try journal.results().map(\.entry.key) == ["k1", "k2"])
        try journal.append(result("k4"))
        #expect(try journal.results().map(\.entry.key) == ["k1", "k2", "k4"])
        try journal.clear()
        #expect(try journal.results() == [])
    }

    @Test func theStoreKeepsByKeyAndForgetsTheOldest() throws {
        let folder = try ScratchFolder()
        let store = ResultsStore(PlaygroundPaths(source: folder["desk.playground.yaml"]))
        #expect(store.result(for: "k0") == nil)
        for number in 0..<5 { try store.keep(result("k\(number)")) }
        #expect(store.result(for: "k3") == result("k3"))
        try store.prune(limit: 2)
        #expect((0..<5).filter { store.holds("k\($0)") } == [3, 4])
        #expect(store.results(of: "a").map(\.entry.key) == ["k4", "k3"])
        #expect(store.results(of: "b") == [])
    }

    @Test func aFailureIsForgottenWithTheNextSuccess() throws {
        let folder = try ScratchFolder()
        let store = ResultsStore(PlaygroundPaths(source: folder["desk.playground.yaml"]))
        try store.keepFailure("no", of: "a", key: "k")
        #expect(store.failure(for: "k") == "no")
        try store.keep(result("k"))
        #expect(store.failure(for: "k") == nil)
    }

    @Test func aDamagedResultIsNone() throws {
        let folder = try ScratchFolder()
        let paths = PlaygroundPaths(source: folder["desk.playground.yaml"])
        let store = ResultsStore(paths)
        try store.keep(result("k"))
        try FileSystem.replace("\(paths.results)/k.json", with: Array("{".utf8))
        #expect(store.result(for: "k") == nil)
        try FileSystem.replace("\(paths.results)/k.json", with: result("other").line)
        #expect(store.result(for: "k") == nil)
    }
}
