// Runs that have several questions answered at a time: the record is that of a run one by one.

import Foundation
import FoundationModels
import Synchronization
import TestSupport
import Testing

@testable import Notebook

@Suite struct TogetherTests {
    private static let source = """
        playground: 1
        model: fake
        cells:
          - id: first
            prompt: Begin.
          - {id: second, prompt: Another.}
          - {id: third, prompt: A third one.}
          - {id: twin, prompt: Another.}
          - id: inbox
            matrix: &rows
              message: {file: messages.csv, key: id}
            prompt: "Sort {{ message.text }}"
          - id: reply
            continues: inbox
            matrix: *rows
            prompt: "Reply to {{ cells.inbox.content }}"
          - id: digest
            prompt: "Sum up {{ cells.reply.rows }} after {{ cells.first.content }}"

        """

    private func desk() throws -> Workspace {
        let desk = try Workspace(Self.source)
        // Every third text stands twice.
        let rows = (0..<30).map { "r\($0),text \($0 % 3 == 0 ? $0 / 6 * 6 : $0)" }
        try desk.folder.write("id,text\n" + rows.joined(separator: "\n") + "\n", to: "messages.csv")
        return desk
    }

    /// Sidecars without the times of files.
    private func record(
        _ models: FakeModels, jobs: Int, _ desk: Workspace? = nil
    ) async throws -> (ran: [String], files: [String: String]) {
        let desk = try desk ?? self.desk()
        let ran = try await desk.run(models) { ($0.jobs, $0.rowJobs) = (jobs, jobs) }
        return (ran.map { $0.replacing(desk.folder.path, with: "") }, try desk.sidecars())
    }

    @Test(arguments: [2, 5, 16])
    func theRecordIsThatOfARunOneByOne(jobs: Int) async throws {
        let wanted = try await record(FakeModels(), jobs: 1)
        let models = FakeModels(delay: .microseconds(300))
        let found = try await record(models, jobs: jobs)
        #expect(found.files == wanted.files)
        #expect(found.ran.sorted() == wanted.ran.sorted() && found.ran.last == "digest ran")
        // What is asked twice is asked once.
        #expect(Set(models.asked).count == models.asked.count)
        #expect(models.mostAtOnce > 1 && models.mostAtOnce <= jobs)
    }

    @Test func aRowThatFailsFailsWhatGoesOnWithItAndNothingElse() async throws {
        let failing: Set = ["Sort text 1", "Another."]
        let wanted = try await record(FakeModels(failing: failing), jobs: 1)
        let found = try await record(FakeModels(failing: failing, delay: .microseconds(300)), jobs: 8)
        #expect(found.files == wanted.files)
        #expect(found.ran.sorted() == wanted.ran.sorted())
        #expect(
            found.ran.contains { $0.hasPrefix("inbox[r1] failed") }
                && found.ran.contains("reply[r1] skipped for inbox[r1]"))
    }

    @Test func aCellThatEndsAmongRowsIsNoneOfThem() async throws {
        let words = String(repeating: "word ", count: 40)
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            cells:
              - {id: other, prompt: Soon done.}
              - id: rows
                matrix: {text: {file: texts.csv}}
                prompt: "{{ text.text }}"
              - {id: digest, prompt: "Sum up {{ cells.rows.rows }}"}

            """)
        try desk.folder.write("text\none \(words)\nfail\ntwo \(words)\n", to: "texts.csv")
        let ran = try await record(FakeModels(failing: ["fail"], delay: .milliseconds(1)), jobs: 4, desk).ran
        #expect(ran.contains("other ran") && ran.count(where: { $0.hasPrefix("rows[") && $0.hasSuffix(" ran") }) == 2)
        #expect(ran.contains("digest skipped for rows"))
    }

    @Test func aRunThatIsCancelledKeepsWhatIsFinishedAndIsTakenUp() async throws {
        let wanted = try await record(FakeModels(), jobs: 1)
        let desk = try desk()
        let models = FakeModels(delay: .milliseconds(2))
        let task = Task { try await record(models, jobs: 4, desk) }
        while models.asked.count < 12 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let cut = try await task.value.ran
        #expect(!cut.contains("digest ran"))
        let others = FakeModels()
        let rest = try await record(others, jobs: 4, desk)
        #expect(rest.files == wanted.files)
        // Nothing is asked again that was told.
        let told = Set(cut.compactMap { $0.hasSuffix(" ran") ? String($0.dropLast(4)) : nil })
        #expect(!told.isEmpty && !rest.ran.contains { told.contains(String($0.dropLast(4))) && $0.hasSuffix(" ran") })
    }
}
