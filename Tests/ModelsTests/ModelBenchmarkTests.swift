// The benchmark measures what it says; how fast that is, no test says.

import Engine
import Models
import Testing
import TestSupport

@Suite("Model benchmark")
struct ModelBenchmarkTests {
    @Test("Every figure has a rate for every repetition")
    func figures() throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(.llama, format: .q4_0).write(to: folder)
        let store = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path])
        let report = try store.benchmark(fileAt: path, threads: 2, repetitions: 2)
        #expect(report.threads == 2)
        #expect(report.figures.map(\.kind) == [.prefill, .decode])
        #expect(report.figures.map(\.tokens) == [512, 64])
        #expect(report.figures.allSatisfy { $0.rates.count == 2 && $0.rates.allSatisfy { $0 > 0 } })
    }

    @Test("An instruction set that this machine has not is refused by name")
    func cpuPath() throws {
        let folder = try ScratchFolder()
        let path = try TinyModel(.llama, format: .q4_0).write(to: folder)
        let store = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path, "PLAYGROUND_CPU": "mmx"])
        let error = #expect(throws: ModelError.self) { try store.benchmark(fileAt: path, threads: 1) }
        #expect(
            error?.description.hasPrefix(
                "error: PLAYGROUND_CPU is 'mmx', which this machine can't run; it can run scalar") == true)
        let scalar = try ModelStore(environment: ["PLAYGROUND_CACHE": folder.path, "PLAYGROUND_CPU": "scalar"])
        #expect(try scalar.benchmark(fileAt: path, threads: 1, repetitions: 1).path == "scalar")
    }
}
