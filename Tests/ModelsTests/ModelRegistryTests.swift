// The registry's own entries: well-formed, adding up, and true of the real weights where they are present.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

struct ModelRegistryTests {
    @Test func namesAndFilesAreUniqueAndWellFormed() {
        let entries = ModelRegistry.builtIn
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(Set(entries.map(\.fileName)).count == entries.count)
        for entry in entries {
            #expect(ModelRegistry.isName(entry.name))
            #expect(isSHA256(entry.sha256))
            #expect(entry.license != nil)
        }
        #expect(entries.map(\.name).contains(ModelRegistry.defaultName))
    }

    @Test func partsAddUpToTheWeights() {
        for entry in ModelRegistry.builtIn {
            guard case .packages(let members) = entry.source else { continue }
            #expect(members.reduce(0) { $0 + $1.byteCount } == entry.byteCount)
        }
    }

    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (98_362_432, "98.4 MB"), (999_949_999, "999.9 MB"),
        (999_999_999, "1.0 GB"), (253_113_024, "253.1 MB"), (70_000_000_000_000, "70.0 TB"),
    ])
    func sizesAreRounded(byteCount: Int, text: String) { #expect(ByteCount.text(byteCount) == text) }

    /// Names of the models whose weights are there.
    static let present = ModelRegistry.builtIn.filter { Locations.weights($0.fileName) != nil }.map(\.name)

    @Test(.enabled(if: !present.isEmpty, "needs weights"), arguments: present)
    func realWeightsAreAsRegistered(name: String) throws {
        let entry = try #require(ModelRegistry.builtIn.first { $0.name == name })
        let path = try #require(Locations.weights(entry.fileName)).path
        #expect(FileStatus(path)?.byteCount == entry.byteCount)
        #expect(try SHA256.hash(fileAt: path).description == entry.sha256)
    }
}
