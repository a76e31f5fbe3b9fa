// Every family against another engine: Hugging Face transformers in float32, on the same weights. The float path must be the
// same model to rounding; the contract path the same to what 8-bit activations and binary16 keys and values leave.

import Engine
import Foundation
import Testing
import TestSupport

/// What `scripts/family-logits` wrote.
private struct Reference: Decodable, Sendable {
    struct Case: Decodable, Sendable {
        var tokens: [Int32]
        /// Logits of the whole vocabulary at some positions.
        var logits: [String: [Double]]
    }
    var cases: [String: Case]

    static let file = Locations.repository.appending(path: "Tests/EngineTests/Goldens/families.json")
    static let shared = Result { try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file)) }
}

@Suite("Families against another engine")
struct FamilyReferenceTests {
    /// Root of the mean square of the difference over that of the reference, the worst of all positions.
    private func difference(_ subject: FamilyCase, _ precision: Precision) throws -> Double {
        let reference = try #require(try Reference.shared.get().cases[subject.name])
        let folder = try ScratchFolder()
        let pool = WorkerPool(threads: 2)
        let weights = try ModelWeights(
            file: GGUFFile(path: subject.model.write(to: folder)), precision: precision, pool: pool)
        let decoder = try Decoder(weights: weights, pool: pool, chunk: 32)
        var state = KVState(layout: weights.kvLayout)
        var worst = 0.0
        var compared = 0
        decoder.read(reference.tokens, into: &state, logits: .all) { index, row in
            guard let wanted = reference.logits["\(index)"] else { return }
            var (error, size) = (0.0, 0.0)
            for (found, wanted) in zip(row.array.map(Double.init), wanted) {
                error += (found - wanted) * (found - wanted)
                size += wanted * wanted
            }
            worst = max(worst, row.count == wanted.count ? (error / size).squareRoot() : .infinity)
            compared += 1
        }
        #expect(compared == reference.logits.count && compared > 2)
        return worst
    }

    @Test("The float path is the same model", arguments: FamilyCase.all)
    func floatPath(_ subject: FamilyCase) throws {
        let difference = try difference(subject, .reference)
        print("\(subject.name): float path within \(difference)")
        #expect(difference < 2e-5)
    }

    @Test("The contract path is close", arguments: FamilyCase.all)
    func contractPath(_ subject: FamilyCase) throws {
        let difference = try difference(subject, .contract)
        print("\(subject.name): contract path within \(difference)")
        #expect(difference < 0.08)
        #expect(difference > 2e-5)
    }

    @Test(
        "Writes the models for the other engine",
        .enabled(
            if: ProcessInfo.processInfo.environment["PLAYGROUND_WRITE_FAMILIES"] != nil,
            "PLAYGROUND_WRITE_FAMILIES names the folder"))
    func writeModels() throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["PLAYGROUND_WRITE_FAMILIES"]))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for subject in FamilyCase.all {
            try Data(subject.model.bytes()).write(to: folder.appending(path: "\(subject.name).gguf"))
        }
    }
}
