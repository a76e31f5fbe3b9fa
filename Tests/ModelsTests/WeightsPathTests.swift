// What a path of weights may lead to instead, and the words for it: nothing is hashed, nothing blocks.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

/// One thing under the name of weights, and what opening it says behind its path.
private struct NotWeights: CustomTestStringConvertible, Sendable {
    var name: String
    var message: String
    var make: @Sendable (ScratchFolder) throws -> Void
    var testDescription: String { name }

    static let all = [
        NotWeights(name: "nothing", message: ": error: there is no such file [model.no-file]") { _ in },
        NotWeights(
            name: "pipe", message: ":0x0: error: this is no regular file; name a .gguf file [gguf.unreadable]"
        ) { try $0.makePipe("x.gguf") },
        NotWeights(
            name: "folder", message: ":0x0: error: this is a directory; name a .gguf file in it [gguf.unreadable]"
        ) { try FileSystem.makeFolder($0["x.gguf"]) },
        NotWeights(
            name: "device", message: ":0x0: error: this is no regular file; name a .gguf file [gguf.unreadable]"
        ) { try FileManager.default.createSymbolicLink(atPath: $0["x.gguf"], withDestinationPath: "/dev/zero") },
        NotWeights(
            name: "dangling link", message: ": error: there is no such file [model.no-file]"
        ) { try FileManager.default.createSymbolicLink(atPath: $0["x.gguf"], withDestinationPath: "nowhere") },
        NotWeights(
            name: "zeros of a terabyte",
            message: ":0x0: error: the file begins with bytes 00 00 00 00, but a GGUF file begins with 47 47 55 46 "
                + "[gguf.magic]"
        ) {
            try $0.write("", to: "x.gguf")
            #expect(unsafe truncate($0["x.gguf"], 1 << 40) == 0)
        },
    ]
}

@Suite struct WeightsPathTests {
    let folder: ScratchFolder
    let store: ModelStore

    init() throws {
        folder = try ScratchFolder()
        store = try ModelStore(environment: ["HOME": folder.path, "PLAYGROUND_CACHE": folder["cache"]])
    }

    @Test(arguments: NotWeights.all)
    private func isCalledWhatItIs(_ thing: NotWeights) throws {
        try thing.make(folder)
        for attempt in 0..<2 {
            let error = #expect(throws: (any Error).self) {
                if attempt == 0 {
                    _ = try store.open(fileAt: "x.gguf", relativeTo: folder.path)
                } else {
                    _ = try store.sha256(ofWeightsAt: folder["x.gguf"])
                }
            }
            #expect(error.map { "\($0)" } == folder["x.gguf"] + thing.message)
        }
        #expect(!FileSystem.exists(folder["cache/verified"]))
    }

    @Test func hashingEndsWithTheTask() async throws {
        try folder.write("", to: "large")
        #expect(unsafe truncate(folder["large"], 1 << 40) == 0)
        let hashing = Task { [store, path = folder["large"]] in try store.sha256(ofFileAt: path) }
        hashing.cancel()
        await #expect(throws: CancellationError.self) { try await hashing.value }
    }
}
