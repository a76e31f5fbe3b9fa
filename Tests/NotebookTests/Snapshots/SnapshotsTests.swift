// Streams on record: written for the cells that say so, found again, asked for again where they are missing.

import TestSupport
import Foundation
import Testing

@testable import Notebook

@Suite("Snapshots")
struct SnapshotsTests {
    private static let source = """
        playground: 1
        cells:
          - {id: a, prompt: 3 times word, record: {snapshots: true}}
          - {id: b, prompt: Ho.}

        """

    @Test("are recorded beside the answer, for the cells that say so")
    func recorded() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        #expect(Set(try desk.sidecars().keys.filter { $0.contains("snapshots") }) == ["desk.snapshots/a.json"])
        let key = try #require(try OutputsFile(at: desk.paths.outputs)["a"]?.key)
        let file = try #require(desk.paths.snapshotsFile(of: "a", key: key))
        #expect(file.snapshots == ["fake:", "fake: word", "fake: word word", "fake: word word word"])
        #expect(SnapshotsFile(bytes: Array(file.json.utf8)) == file)
        #expect(desk.paths.snapshotsFile(of: "a", key: "another") == nil)
        #expect(try await desk.run(models) == ["a fresh", "b fresh"])
    }

    @Test("are taken from what is kept, and asked for where nothing is")
    func lost() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        let before = try desk.sidecars()
        try FileManager.default.removeItem(atPath: desk.folder["desk.snapshots/a.json"])
        #expect(try await desk.run(models) == ["a fresh", "b fresh"])
        #expect(try desk.sidecars() == before)
        try FileManager.default.removeItem(atPath: desk.folder["desk.snapshots/a.json"])
        try FileManager.default.removeItem(atPath: desk.folder[".playground"])
        #expect(try await desk.run(models) == ["a ran", "b fresh"])
        #expect(try desk.sidecars() == before)
    }

    @Test("of cells that do not record them any more are removed")
    func removed() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        try desk.write(Self.source.replacing(", record: {snapshots: true}", with: ""))
        #expect(try await desk.run(models) == ["a fresh", "b fresh"])
        #expect(try desk.sidecars().keys.allSatisfy { !$0.contains("snapshots/") })
    }

    @Test(
        "that are not those of their text are none",
        arguments: [
            #"{"snapshots":1,"key":"k","text":"abc","boundaries":[1,2]}"#,
            #"{"snapshots":1,"key":"k","text":"abc","boundaries":[2,1,3]}"#,
            #"{"snapshots":1,"key":"k","text":"abc","boundaries":[0,3]}"#,
            #"{"snapshots":2,"key":"k","text":"abc","boundaries":[3]}"#, "{}", "",
        ])
    func damaged(text: String) { #expect(SnapshotsFile(bytes: Array(text.utf8)) == nil) }
}
