// Matrices of many rows, and runs of them that are killed.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite struct LargeMatrixTests {
    private static let isComplete = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == "1"

    private static func desk(rows: Int) throws -> Workspace {
        let desk = try Workspace(
            """
            playground: 1
            model: fake.gguf
            instructions: You sort the messages of a shop.
            cells:
              - id: inbox
                matrix: {message: {file: messages.csv, key: id}}
                prompt: "Sort: {{ message.text }}"

            """)
        let lines = (0..<rows).map { "m\($0),\"Message number \($0), with \"\"quotes\"\"\nand a second line\"\n" }
        try desk.folder.write("id,text\n" + lines.joined(), to: "messages.csv")
        return desk
    }

    /// Megabytes that this process has had at most.
    private static func peak() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) / 1024
    }

    @Test func aFinishedMatrixAsksNothingAndWritesNothing() async throws {
        let count = Self.isComplete ? 10_000 : 200
        let desk = try Self.desk(rows: count)
        let models = FakeModels()
        // Told, not held to: time depends on the machine.
        func timed(_ what: String, _ body: () async throws -> Void) async rethrows {
            let start = clock()
            try await body()
            let seconds = Double(clock() - start) / 1_000_000
            if Self.isComplete { print("\(count) rows: \(what) \(seconds) s of CPU, peak \(Self.peak()) MB") }
        }
        await timed("before") {}
        try await timed("run") { try await desk.run(models) }
        #expect(models.asked.count == count)
        let first = try desk.sidecars()
        try await timed("run again") {
            let told = try await desk.run(models)
            #expect(told.count == count)
        }
        try await timed("plan") {
            let plan = try desk.plan(models)
            #expect(plan == ["inbox fresh"])
        }
        try await timed("check") {
            let document = try desk.document()
            let check = try RowCheck(document, at: desk.paths)
            let model = document.model?.value ?? .registered("fake")
            let plan = try Planner(
                document: document, parameters: [:], model: model, modelSHA256: models.sha256,
                outputs: OutputsFile(at: desk.paths.outputs), rows: RowRecord.all(of: document, at: desk.paths),
                results: ResultsStore(desk.paths)
            ).plan(visit: check.visit)
            #expect(plan.steps[0].rows?.states == [.fresh: count])
            #expect(check.complaints(of: "inbox") == [])
        }
        #expect(models.asked.count == count)
        #expect(try desk.sidecars() == first)
    }

    /// In a run of 300 rows: rows told when the kill is set off, and how long after.
    private static let moments: [(row: Int, microseconds: Int)] = {
        let rows: [Int] = isComplete ? (0..<200).map { $0 * 3 / 2 + 1 } : [1, 40, 150, 222, 299, 300]
        return rows.enumerated().map { index, row in (row, index * 7919 % 4000) }
    }()

    @Test func aKilledRunOfRowsLosesNothingThatWasJournalled() async throws {
        let count = 300
        let undisturbed = try Self.desk(rows: count)
        try await undisturbed.run(FakeModels())
        let expected = try undisturbed.sidecars()
        for (row, microseconds) in Self.moments {
            let desk = try Self.desk(rows: count)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = desk.folder[Workspace.name] as String, log = desk.folder["finished"] as String,
                    row = row as Int,
                    microseconds = microseconds as Int
                ] in
                var told = 0
                let runner = try Workspace.runner(path, FakeModels())
                _ = try await runner.run { happened in
                    guard case .finished(let outcome) = happened else { return }
                    try? FileSystem.append(Array("\(outcome.cell)\n".utf8), to: log)
                    told += 1
                    guard told == row else { return }
                    Thread.detachNewThread {
                        usleep(UInt32(microseconds))
                        kill(getpid(), SIGKILL)
                    }
                }
                while true { sleep(1) }
            }
            let finished = try desk.folder.text(of: "finished").split(separator: "\n").count
            try FileManager.default.removeItem(atPath: desk.folder["finished"])
            #expect(finished >= row)
            let models = FakeModels()
            try await desk.run(models)
            #expect(models.asked.count <= count - finished, "killed after \(finished) rows")
            #expect(Set(models.asked).count == models.asked.count)
            #expect(try desk.sidecars() == expected, "killed after \(finished) rows")
            #expect(desk.folder.files().filter { $0.contains("journal") || $0.hasSuffix(".tmp") } == [])
        }
    }
}
