// One session used from many tasks at once: requests that are refused, streams that are left, transcripts that are changed.
// Meant for the thread sanitizer too.

import FoundationModels
import Observation
import Testing

@Suite struct SessionStressTests {
    @Test func aSessionUsedFromEverywhereStaysWhole() async throws {
        let model = ScriptedLanguageModel { request in
            request.transcript.count % 3 == 0
                ? [.toolCall(name: "tide", arguments: #"{"port": "a"}"#), .text("look")]
                : [.text("so"), .text(" it is")]
        }
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask { await use(session, number) }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.contains(true))
        #expect(!session.isResponding)
        // Whatever happened, the session is of use.
        session.transcript = Transcript()
        #expect(try await session.respond(to: "Last").content == "so it is")
        try expectWellFormed(session.transcript)
        #expect(session.transcript.count == 2)
    }

    /// Uses a session in one of five ways.
    /// - Returns: whether a request was answered.
    private func use(_ session: LanguageModelSession, _ number: Int) async -> Bool {
        do {
            switch number % 5 {
            case 0: try await session.respond(to: "a\(number)")
            case 1:
                for try await snapshot in session.streamResponse(to: "b\(number)") where snapshot.content == "so" {
                    return false
                }
            case 2:
                let task = Task { try await session.respond(to: "c\(number)").content }
                task.cancel()
                _ = try await task.value
            case 3:
                session.transcript.append(.prompt(.init(segments: [.text(.init(content: "d\(number)"))])))
                withObservationTracking {
                    _ = (session.transcript.count, session.isResponding, session.usage)
                } onChange: {
                }
                session.prewarm(promptPrefix: Prompt("d"))
            default:
                _ = session.streamResponse(to: "e\(number)")
            }
            return number % 5 == 0
        } catch {
            return false
        }
    }
}
