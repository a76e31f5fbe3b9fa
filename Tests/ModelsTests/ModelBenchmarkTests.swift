// The benchmark measures what it says; how fast that is, no test says.

import Engine
import Foundation
import Testing
import TestSupport

@testable import Models

@Suite("Model benchmark")
struct ModelBenchmarkTests {
    @Test("Every figure has a time for every repetition, and the limits are those of the weights")
    func figures() async throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(.llama, format: .q4_0).write(to: folder)
        let store = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path])
        let report = try await store.benchmark(fileAt: path, threads: 2, repetitions: 2)
        #expect(report.threads == 2 && report.notes == [])
        #expect(
            report.figures.map(\.kind) == [.load, .prefill, .prefill, .decode, .decode, .restore, .text, .guided])
        #expect(report.figures.map(\.sequences) == [1, 1, 1, 1, 8, 1, 1, 1])
        #expect(report.figures.allSatisfy { $0.seconds.count == 2 && $0.seconds.allSatisfy { $0 > 0 } })
        let decode = try #require(report.figures.first { $0.kind == .decode })
        #expect(decode.limit == .init(kind: .plainRead, rate: report.readRate / Double(report.bytesPerToken)))
        let prefill = try #require(report.figures.first { $0.kind == .prefill })
        #expect((prefill.limit != nil) == (report.integerPeak > 0))
        // The packed matrices take as many bytes a weight as the file: less than all of it, more than half.
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(report.bytesPerToken < size && report.bytesPerToken > size / 4, "\(report.bytesPerToken) of \(size)")

        let short = try await store.benchmark(fileAt: path, threads: 1, isShort: true, repetitions: 1)
        #expect(short.figures.map(\.kind) == [.load, .prefill, .decode])
    }

    @Test("An instruction set that this machine has not is refused by name")
    func cpuPath() async throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(.llama, format: .q4_0).write(to: folder)
        let store = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path, "PLAYGROUND_CPU": "mmx"])
        let error = await #expect(throws: ModelError.self) { try await store.benchmark(fileAt: path, threads: 1) }
        #expect(
            error?.description.hasPrefix(
                "error: PLAYGROUND_CPU is 'mmx', which this machine can't run; it can run scalar") == true)
        let scalar = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path, "PLAYGROUND_CPU": "scalar"])
        #expect(try await scalar.benchmark(fileAt: path, threads: 1, isShort: true, repetitions: 1).path == "scalar")
    }
}
