// Sequences that share the steps of a decoder: their logits, keys and values are those of each alone, bit by bit.

import Engine
import Foundation
import Testing
import TestSupport

@Suite("Steps shared by several sequences")
struct SharedStepTests {
    /// Tokens read before, and those read together with others: prompts, single tokens, a window's worth.
    private static let sequences: [(before: Int, tokens: Int)] = [
        (0, 70), (63, 1), (64, 1), (130, 1), (5, 13), (90, 64), (0, 1), (127, 3),
    ]

    private func tokens(_ sequence: Int, _ range: Range<Int>) -> [Int32] {
        range.map { Int32(($0 * 37 + sequence * 11 + 5) % 320) }
    }

    @Test("Every sequence gets its own bits, whatever is read beside it", arguments: [TinyModel.Family.llama, .gemma3])
    func bits(family: TinyModel.Family) throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(family, format: .q4_1, seed: 21).write(to: folder)
        let weights = try ModelWeights(file: GGUFFile(path: path), pool: WorkerPool(threads: 1))

        let alone = try Decoder(weights: weights, path: .scalar, pool: WorkerPool(threads: 1), chunk: 256)
        var starts: [KVState] = []
        var expected: [(logits: [[UInt32]], cache: [UInt8])] = []
        for (index, sequence) in Self.sequences.enumerated() {
            var state = KVState(layout: weights.kvLayout)
            alone.read(tokens(index, 0..<sequence.before), into: &state, logits: .none)
            starts.append(state)
            var logits: [[UInt32]] = []
            alone.read(
                tokens(index, sequence.before..<sequence.before + sequence.tokens), into: &state, logits: .all
            ) { logits.append($1.array.map(\.bitPattern)) }
            expected.append((logits, state.bytes))
        }
        for path in CPUPath.available {
            for (threads, chunk) in [(1, 7), (2, 64), (2, 256), (3, 1)] {
                let decoder = try Decoder(
                    weights: weights, path: path, pool: WorkerPool(threads: threads), chunk: chunk)
                var readings = Self.sequences.enumerated().map { index, sequence in
                    Reading(
                        tokens(index, sequence.before..<sequence.before + sequence.tokens), into: starts[index],
                        logits: index % 2 == 0 ? .all : .last)
                }
                var found = readings.map { _ in [Int: [UInt32]]() }
                while decoder.step(&readings, { found[$0][$1] = $2.array.map(\.bitPattern) }) {}
                for (index, reading) in readings.enumerated() {
                    let note = "\(path), \(threads) threads, chunk \(chunk), sequence \(index)"
                    let wanted = expected[index].logits
                    #expect(found[index].count == (index % 2 == 0 ? wanted.count : 1), "\(note)")
                    #expect(found[index].allSatisfy { wanted[$0.key] == $0.value }, "\(note)")
                    #expect(reading.state.bytes == expected[index].cache, "\(note)")
                    #expect(reading.left == 0)
                }
            }
        }
    }

    @Test("A step that is cancelled leaves every sequence as it was")
    func cancelled() throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(.llama, format: .q8_0, seed: 22).write(to: folder)
        let weights = try ModelWeights(file: GGUFFile(path: path), pool: WorkerPool(threads: 1))
        let decoder = try Decoder(weights: weights, pool: WorkerPool(threads: 1), chunk: 16)
        var readings = [20, 3].map { Reading(tokens(0, 0..<$0), into: KVState(layout: weights.kvLayout)) }
        var asked = 0
        // The first step is whole: all of the shorter one, and what room it left.
        #expect(decoder.step(&readings, { _, _, _ in }))
        #expect(readings.map(\.left) == [7, 0])
        let before = readings.map(\.state.bytes)
        let isWhole = decoder.step(&readings, { _, _, _ in Issue.record("logits of a cancelled step") }) {
            asked += 1
            return asked == 2
        }
        #expect(!isWhole && readings.map(\.left) == [7, 0] && readings.map(\.state.bytes) == before)
    }
}
