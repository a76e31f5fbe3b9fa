// Weights on this machine: finding, hashing once, registering, refusing what has changed.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

struct ModelStoreTests {
    let folder: ScratchFolder
    let fixture: PullFixture
    let store: ModelStore
    let listener = Listener()

    init() throws {
        folder = try ScratchFolder()
        fixture = try PullFixture(root: folder.path)
        store = try fixture.store(fixture.entry(.url("https://host.example/tiny.gguf")), seesMachine: false)
        try fixture.write(PullFixture.weights, to: "tiny-by-hand.gguf")
    }

    private var file: String { "\(fixture.root)/tiny-by-hand.gguf" }

    @Test func anUnknownNameIsToldWithThoseThatAre() throws {
        let error = #expect(throws: ModelError.self) { try store.open(named: "tinny") }
        #expect(
            error?.description
                == "error: no model named 'tinny' is registered; registered are 'tiny'; 'playground model list' says more "
                + "[model.unknown]")
    }

    @Test func missingWeightsAreToldWithTheCommandThatBringsThem() throws {
        let error = #expect(throws: ModelError.self) { try store.open(named: "tiny") }
        #expect(
            error?.description
                == "error: the weights of model 'tiny' are not on this machine; fetch them with "
                + "'playground model pull tiny' [model.not-installed]")
    }

    @Test func aFileOfTheUserServesForARegisteredModelWithoutANetwork() async throws {
        let entry = try await store.pull(file: file, name: "tiny", sha256: nil, with: listener.user())
        #expect(entry.name == "tiny")
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(FileSystem.exists(file))
        _ = try store.open(named: "tiny", threads: 1)
    }

    @Test func anotherFileDoesNot() async throws {
        var bytes = PullFixture.weights
        bytes[bytes.count - 1] ^= 1
        try fixture.write(bytes, to: "other.gguf")
        await #expect(throws: ModelError.self) {
            try await store.pull(file: "\(fixture.root)/other.gguf", name: "tiny", sha256: nil, with: listener.user())
        }
        #expect(try fixture.modelFiles() == [])
    }

    @Test func aFileUnderANewNameIsRegistered() async throws {
        let entry = try await store.pull(file: file, name: nil, sha256: nil, with: listener.user())
        #expect(entry.name == "tiny-by-hand")
        #expect(entry.sha256 == SHA256.hash(PullFixture.weights).description)
        #expect(try store.registry().entries.map(\.name) == ["tiny", "tiny-by-hand"])
        _ = try store.open(named: "tiny-by-hand", threads: 1)
    }

    @Test func weightsThatHaveChangedAreNotOpened() async throws {
        _ = try await store.pull(file: file, name: "tiny", sha256: nil, with: listener.user())
        var bytes = PullFixture.weights
        bytes[bytes.count - 1] ^= 1
        try fixture.write(bytes, to: "cache/models/tiny.gguf")
        let error = #expect(throws: ModelError.self) { try store.open(named: "tiny") }
        #expect(
            error?.description
                == "\(fixture.target): error: the SHA-256 of the file is \(SHA256.hash(bytes)), and that of model 'tiny' is "
                + "\(SHA256.hash(PullFixture.weights)); fetch it again with 'playground model pull tiny' [model.changed]"
        )
    }

    @Test func aFileIsHashedOnceAsLongAsItStaysAsItIs() throws {
        #expect(store.stamps.sha256(ofFileAt: file) == nil)
        let sha256 = try store.sha256(ofFileAt: file)
        #expect(sha256 == SHA256.hash(PullFixture.weights).description)
        #expect(store.stamps.sha256(ofFileAt: file) == sha256)
        try fixture.write([1], to: "tiny-by-hand.gguf")
        #expect(store.stamps.sha256(ofFileAt: file) == nil)
        #expect(try store.sha256(ofFileAt: file) == SHA256.hash([1]).description)
    }

    @Test func settingTheTimeBackDoesNotMakeAnotherFileTheSame() throws {
        _ = try store.sha256(ofFileAt: file)
        let before = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.write(contentsOf: Data([9]))
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: try #require(before)], ofItemAtPath: file)
        #expect(store.stamps.sha256(ofFileAt: file) == nil)
    }

    @Test func aWeightsFileIsOpenedByItsPathAsSeenFromAFolder() throws {
        _ = try store.open(fileAt: "tiny-by-hand.gguf", relativeTo: fixture.root, threads: 1)
        _ = try store.open(fileAt: file, relativeTo: "/nowhere", threads: 1)
        let error = #expect(throws: ModelError.self) {
            try store.open(fileAt: "none.gguf", relativeTo: fixture.root, threads: 1)
        }
        #expect(error?.description == "\(fixture.root)/none.gguf: error: there is no such file [model.no-file]")
    }

    @Test func factsAreThoseOfTheFile() throws {
        let facts = try WeightsFacts(path: file, store: store)
        #expect(facts.architecture == "llama")
        #expect(facts.name == "Tiny llama")
        #expect(facts.contextLength == 2048)
        #expect(facts.byteCount == PullFixture.weights.count)
        #expect(facts.formats.map(\.name) == ["Q8_0", "F32"])
        #expect(facts.parameterCount == facts.formats.reduce(0) { $0 + $1.parameterCount })
    }

    @Test(arguments: [
        "", "{",
        #"{"models":[{"name":"A","fileName":"a.gguf","sha256":"\#(String(repeating: "0", count: 64))","source":"/a"}]}"#,
        #"{"models":[{"name":"a","fileName":"../a","sha256":"\#(String(repeating: "0", count: 64))","source":"/a"}]}"#,
        #"{"models":[{"name":"a","fileName":"a.gguf","sha256":"00","source":"/a"}]}"#,
    ])
    func aRegistryFileOfNoSenseIsRefused(text: String) throws {
        try FileSystem.makeFolder(fixture.models)
        try fixture.write(Array(text.utf8), to: "cache/models/registry.json")
        let error = #expect(throws: ModelError.self) { try store.registry() }
        #expect(
            error?.description
                == "\(fixture.models)/registry.json: error: this is no list of models that this program has written; "
                + "remove the file, and pull the models in it again [model.registry]")
    }
}
