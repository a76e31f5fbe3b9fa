// Plans after edits: which cells become stale, which stay fresh, and the reasons given.

import Testing

@testable import Notebook

@Suite struct PlannerTests {
    let desk: Workspace

    init() throws { desk = try Workspace(deskSource) }

    private func edit(_ old: String, _ new: String) throws {
        try desk.write(deskSource.replacing(old, with: new))
    }

    @Test func beforeTheFirstRunEverythingIsMissing() throws {
        #expect(
            try desk.plan(FakeModels()) == [
                "sort missing", "reply missing: waits for cell sort", "formal missing: waits for cell sort",
                "digest missing: waits for cell reply",
            ])
    }

    static let edits: [(String, String, [String])] = [
        ("", "", ["sort fresh", "reply fresh", "formal fresh", "digest fresh"]),
        (
            "Reply.", "Answer.",
            ["sort fresh", "reply stale: prompt changed", "formal fresh", "digest stale: waits for cell reply"]
        ),
        (
            "temperature: 0.5", "temperature: 0.6",
            ["sort fresh", "reply fresh", "formal stale: options changed", "digest fresh"]
        ),
        (
            "default: kind", "default: stern",
            [
                "sort stale: instructions changed", "reply stale: waits for cell sort",
                "formal stale: waits for cell sort",
                "digest stale: waits for cell reply",
            ]
        ),
        (
            "id: digest", "id: summary",
            ["sort fresh", "reply fresh", "formal fresh", "summary missing (kept)", "digest orphan"]
        ),
        (
            "continues: sort\n    prompt: Reply.", "prompt: Reply.",
            ["sort fresh", "formal fresh", "reply stale: history changed", "digest stale: waits for cell reply"]
        ),
    ]

    @Test(arguments: edits)
    func anEditMakesStaleWhatItReaches(old: String, new: String, plan: [String]) async throws {
        let models = FakeModels()
        try await desk.run(models)
        if !old.isEmpty { try edit(old, new) }
        #expect(try desk.plan(models) == plan)
    }

    @Test func titlesTagsCommentsAndOrderReachNothing() async throws {
        let models = FakeModels()
        try await desk.run(models)
        let source = deskSource.replacing(
            "  - id: sort\n", with: "  # first\n  - id: sort\n    title: T\n    tags: [x]\n")
        try desk.write(source)
        #expect(try desk.plan(models) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
    }

    @Test func otherWeightsUnderTheSameNameAreAnotherModel() async throws {
        try await desk.run(FakeModels())
        #expect(try desk.plan(FakeModels(sha256: "bb22")).first == "sort stale: model changed")
    }

    @Test func withoutKnownWeightsTheNameIsCompared() async throws {
        try await desk.run(FakeModels(isKnown: false))
        #expect(
            try desk.plan(FakeModels(isKnown: false)) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
        try edit("model: fake", "model: other")
        #expect(try desk.plan(FakeModels(isKnown: false)).first == "sort stale: model changed")
    }

    @Test func aKeptResultIsSeen() async throws {
        let models = FakeModels()
        try await desk.run(models)
        try edit("Reply.", "Answer.")
        try await desk.run(models)
        try desk.write(deskSource)
        #expect(try desk.plan(models)[1] == "reply stale: prompt changed (kept)")
    }
}
