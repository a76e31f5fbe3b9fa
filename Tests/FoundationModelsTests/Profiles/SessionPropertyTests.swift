// Which session a property belongs to, wherever it is read: in bodies, hooks, tools and the tasks that these make.

import FoundationModels
import Observation
import Synchronization
import Testing

@Suite struct SessionPropertyTests {
    private struct CountingTool: Tool {
        let name = "count"
        let description = "Counts."
        @SessionProperty(\.counter) private var counter

        var parameters: GenerationSchema { String.generationSchema }

        func call(arguments: String) async throws -> String {
            await Task.yield()
            let step = Int(arguments) ?? 0
            counter += step
            // Child tasks belong to the session, too.
            async let seen = Task { counter }.value
            return "\(await seen)"
        }
    }

    private struct Greeting: DynamicInstructions {
        @SessionProperty(\.mode) private var mode
        @SessionProperty(\.history) private var history

        var body: some DynamicInstructions {
            Instructions("\(mode.rawValue) after \(history.count)")
            CountingTool()
        }
    }

    @Test("a property has its default until it is set, each session by itself")
    func defaults() {
        let (one, other) = (SessionPropertyValues(), SessionPropertyValues())
        one.mode = .review
        one.counter += 1
        #expect(one.mode == .review && one.counter == 1)
        #expect(other.mode == .draft && other.counter == 0)
    }

    @Test("a body reads the session that evaluates it")
    func bodies() {
        let values = SessionPropertyValues()
        let evaluator = ProfileEvaluator(dynamicInstructions: Greeting())
        #expect(evaluator.resolve(in: values).summary == "draft after 0 | [count]")
        values.mode = .idle
        values.history = [.prompt(Transcript.Prompt(segments: []))]
        #expect(evaluator.resolve(in: values).summary == "idle after 1 | [count]")
        #expect(evaluator.resolve(in: SessionPropertyValues()).summary == "draft after 0 | [count]")
    }

    @Test("one tool in many sessions at once counts for each")
    func concurrentSessions() async throws {
        let tool = CountingTool()
        let totals = try await withThrowingTaskGroup(of: Int.self) { group in
            for session in 1...20 {
                group.addTask {
                    let values = SessionPropertyValues()
                    for turn in 1...50 {
                        let output = try await values.withScope(.tool) { try await tool.call(arguments: "\(session)") }
                        #expect(output == "\(session * turn)")
                    }
                    return values.counter
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(totals.sorted() == (1...20).map { $0 * 50 })
    }

    @Test("without a session a property has its default, and what is set is dropped")
    func outside() async throws {
        let tool = CountingTool()
        #expect(try await tool.call(arguments: "5") == "0")
        let values = SessionPropertyValues()
        let detached = await values.withScope(.tool) {
            values.counter = 7
            return await Task.detached { LanguageModelSession.SessionProperty(\.counter).wrappedValue }.value
        }
        #expect(detached == 0)
        #expect(values.counter == 7)
    }

    @Test("a session inside a tool of another session has its own values, and gives the outer ones back")
    func nestedSessions() {
        let (outer, inner) = (SessionPropertyValues(), SessionPropertyValues())
        let property = LanguageModelSession.SessionProperty(\.mode)
        outer.withScope(.tool) {
            property.wrappedValue = .review
            inner.withScope(.hook) { property.wrappedValue = .idle }
            #expect(property.wrappedValue == .review)
        }
        #expect(outer.mode == .review && inner.mode == .idle)
    }

    @Test("observers are told of the property that they read, and of no other")
    func observation() {
        let values = SessionPropertyValues()
        let log = Log()
        withObservationTracking {
            _ = values.mode
        } onChange: {
            log.note("mode")
        }
        values.counter = 1
        values.history = []
        #expect(log.take().isEmpty)
        values.mode = .idle
        #expect(log.take() == ["mode"])
    }

    /// Stands for a session.
    private final class Owner: SessionHistory {
        private let entries = Mutex(Transcript.HistoryView())
        let log = Log()

        var history: Transcript.HistoryView { entries.withLock { $0 } }

        func setHistory(_ history: Transcript.HistoryView, during phase: SessionScope.Phase?) {
            log.note(phase.map { "\($0)" } ?? "outside")
            entries.withLock { $0 = history }
        }
    }

    @Test("the session owns the history, and is told who changes it")
    func ownedHistory() {
        let values = SessionPropertyValues()
        let owner = Owner()
        values.attach(owner)
        let entry = Transcript.Entry.prompt(Transcript.Prompt(id: "p", segments: []))
        values.history = [entry]
        #expect(owner.history == [entry])
        let property = LanguageModelSession.SessionProperty(\.history)
        values.withScope(.hook) { property.wrappedValue = [] }
        values.withScope(.tool) { property.wrappedValue.append(entry) }
        values.withScope(.evaluation) { property.wrappedValue.append(entry) }
        // Code of another session is outside.
        SessionPropertyValues().withScope(.hook) { values.history = [] }
        #expect(owner.log.take() == ["outside", "hook", "tool", "evaluation", "outside"])
        #expect(values.history.isEmpty)
    }
}
