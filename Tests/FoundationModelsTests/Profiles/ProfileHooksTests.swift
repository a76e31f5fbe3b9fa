// When hooks run, in which order, on which actor, and what becomes of what they throw.

import FoundationModels
import Testing

@Suite struct ProfileHooksTests {
    private static let prompt = Transcript.Prompt(id: "p", segments: [])
    private static let reasoning = Transcript.Reasoning(id: "t", segments: [])
    private static let response = Transcript.Response(id: "r", assetIDs: [], segments: [])
    private static let call = Transcript.ToolCall(id: "c", toolName: "t", arguments: GeneratedContent(kind: .null))
    private static let output = Transcript.ToolOutput(id: "c", toolName: "t", segments: [])

    /// Tells a profile of a request with one call of a tool.
    private func run(_ profile: ResolvedProfile, after previous: ResolvedProfile? = nil) async throws {
        await profile.activate(after: previous)
        try await profile.willAnswer(Self.prompt)
        try await profile.didReason(Self.reasoning)
        try await profile.willCall(Self.call)
        try await profile.didCall(Self.call, output: Self.output)
        try await profile.didRespond(Self.response)
    }

    @Test("each event runs its hooks, the inner one first, with what happened")
    func order() async throws {
        let log = Log()
        let profile = LanguageModelSession.Profile {}
            .onPrompt { log.note("inner prompt \($0.id)") }
            .onPrompt { log.note("outer prompt") }
            .onResponse { log.note("inner response") }
            .onResponse { response in log.note("outer response \(response.id)") }
            .onReasoning { log.note("inner reasoning \($0.id)") }
            .onReasoning { log.note("outer reasoning") }
            .onToolCall { log.note("inner call \($0.id)") }
            .onToolCall { log.note("outer call") }
            .onToolOutput { log.note("inner output \($0.id) \($1.toolName)") }
            .onToolOutput { log.note("outer output") }
            .onActivate { log.note("inner active") }
            .onActivate { log.note("outer active") }
        try await run(resolve(profile))
        #expect(
            log.take() == [
                "inner active", "outer active", "inner prompt p", "outer prompt", "inner reasoning t",
                "outer reasoning", "inner call c",
                "outer call",
                "inner output c t", "outer output", "inner response", "outer response r",
            ])
    }

    private struct Refusal: Error {}

    @Test("what a hook throws ends the event: those after it don't run")
    func throwing() async throws {
        let log = Log()
        let profile = LanguageModelSession.Profile {}
            .onPrompt { log.note("first") }
            .onPrompt { throw Refusal() }
            .onPrompt { log.note("third") }
        let resolved = resolve(profile)
        await #expect(throws: Refusal.self) { try await run(resolved) }
        #expect(log.take() == ["first"])
    }

    private struct Switching: LanguageModelSession.DynamicProfile {
        let log: Log
        @SessionProperty(\.mode) private var mode

        var body: some DynamicProfile {
            if mode == .draft {
                part("draft")
            } else if mode == .review {
                part("review")
            } else {
                Profile {}
            }
        }

        private func part(_ name: String) -> some LanguageModelSession.DynamicProfile {
            let log = log
            return Profile { Instructions(name) }
                .onActivate { log.note("\(name) on") }
                .onDeactivate { log.note("\(name) off") }
        }
    }

    @Test("a part is told when it becomes active and when it stops being so, and the whole is told once")
    func lifecycle() async throws {
        let log = Log()
        let values = SessionPropertyValues()
        let evaluator = ProfileEvaluator(
            profile: Switching(log: log)
                .onActivate { log.note("all on") }
                .onDeactivate { log.note("all off") })
        var previous: ResolvedProfile?
        var story: [[String]] = []
        for mode in [Mode.draft, .draft, .review, .idle, .idle, .draft] {
            values.mode = mode
            let resolved = evaluator.resolve(in: values)
            await resolved.activate(after: previous)
            previous = resolved
            story.append(log.take())
        }
        #expect(
            story == [["draft on", "all on"], [], ["draft off", "review on"], ["review off"], [], ["draft on"]])
    }

    @Test("hooks read and write the properties of the session, in the actions of a life cycle, too")
    func properties() async throws {
        struct Counting: LanguageModelSession.DynamicProfile {
            @SessionProperty(\.counter) private var counter

            var body: some DynamicProfile {
                Profile {}
                    .onActivate { counter += 100 }
                    .onPrompt { _ in counter += 10 }
                    .onResponse { counter += 1 }
            }
        }
        let values = SessionPropertyValues()
        try await run(ProfileEvaluator(profile: Counting()).resolve(in: values))
        #expect(values.counter == 111)
    }

    private final class Tally {
        var count = 0
    }

    /// Counts in a way that loses counts where two run at the same time.
    private func tallying(_ log: Log) -> some LanguageModelSession.DynamicProfile {
        let tally = Tally()
        return LanguageModelSession.Profile {}
            .onToolOutput { call, _ in
                let count = tally.count
                await Task.yield()
                tally.count = count + 1
                log.note("\(tally.count)")
            }
    }

    @Test("hooks of one session wait for each other, also where tools run side by side")
    func oneAtATime() async throws {
        let log = Log()
        let resolved = resolve(tallying(log))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...200 {
                group.addTask { try await resolved.didCall(Self.call, output: Self.output) }
            }
            try await group.waitForAll()
        }
        #expect(log.take() == (1...200).map { "\($0)" })
    }

    @Test("a hook that throws lets the next one run")
    func turnAfterThrowing() async throws {
        let log = Log()
        let resolved = resolve(
            LanguageModelSession.Profile {}
                .onPrompt { throw Refusal() }
                .onResponse { log.note("response") })
        for _ in 1...3 {
            await #expect(throws: Refusal.self) { try await resolved.willAnswer(Self.prompt) }
            try await resolved.didRespond(Self.response)
        }
        #expect(log.take() == ["response", "response", "response"])
    }

    @MainActor private final class Screen {
        var lines: [String] = []
    }

    private struct Empty: LanguageModelSession.DynamicProfile {
        var body: some DynamicProfile { Profile {} }
    }

    @Test("a hook runs on the actor whose code states it") @MainActor
    func actor() async throws {
        let screen = Screen()
        let profile = Empty()
            .onPrompt { screen.lines.append("prompt \($0.id)") }
            .onResponse { screen.lines.append("response") }
            .onActivate { screen.lines.append("active") }
        try await run(resolve(profile))
        #expect(screen.lines == ["active", "prompt p", "response"])
    }
}
