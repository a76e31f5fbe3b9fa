// One session used from many tasks at once: requests that are refused, streams that are left, transcripts that are changed.
// Each task asks until it is answered, so that a request whose end is lost shows as one that never is. Meant for the thread
// sanitizer too.

import FoundationModels
import Observation
import Testing

@Suite struct SessionStressTests {
    @Test(arguments: 0..<10)
    func aSessionUsedFromEverywhereStaysWhole(_ round: Int) async throws {
        // One call of a tool in each request, decided by its last entry: a script that counts entries could call forever.
        let model = ScriptedLanguageModel { request in
            if case .prompt = request.transcript.last {
                [.toolCall(name: "tide", arguments: #"{"port": "a"}"#), .text("look")]
            } else {
                [.text("so"), .text(" it is")]
            }
        }
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        session.transcriptErrorHandlingPolicy = round.isMultiple(of: 2) ? .revertTranscript : .preserveTranscript
        let failures = await withTaskGroup(of: String?.self) { group in
            for number in 0..<40 {
                group.addTask {
                    if number.isMultiple(of: 5) { return await ask(session, number) }
                    await disturb(session, number)
                    return nil
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(failures == [])
        #expect(!session.isResponding)
        // Whatever happened, the session is of use.
        session.transcript = Transcript()
        #expect(try await session.respond(to: "Last").content == "look\nso it is")
        try expectWellFormed(session.transcript)
    }

    /// Asks until the session answers. A session that is taken forever gives no answer in as many tries as here.
    /// - Returns: the last error where it didn't.
    private func ask(_ session: LanguageModelSession, _ number: Int) async -> String? {
        var last = ""
        for _ in 0..<200_000 {
            do {
                try await session.respond(to: "a\(number)")
                return nil
            } catch {
                last = "\(number): \(error)"
            }
            await Task.yield()
        }
        return last
    }

    /// Uses a session in one of four ways. Whether a request is answered or refused depends on the others.
    private func disturb(_ session: LanguageModelSession, _ number: Int) async {
        do {
            switch number % 5 {
            case 1:
                for try await snapshot in session.streamResponse(to: "b\(number)") where snapshot.content == "look" {
                    break
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
        } catch {
            // Refused, cancelled, or overtaken by a change of the transcript.
        }
    }

    @Test func whoLeavesAStreamAtItsLastWordFindsTheSessionAtRest() async throws {
        let session = LanguageModelSession(model: ScriptedLanguageModel { _ in [.text("so"), .text(" it is")] })
        for _ in 0..<500 {
            session.transcript = Transcript()
            for try await snapshot in session.streamResponse(to: "a") where snapshot.content == "so it is" { break }
            #expect(!session.isResponding)
            // Left before the response was taken in, or after.
            #expect([0, 2].contains(session.transcript.count))
        }
    }

    @Test func aChangeAtTheMomentAtWhichARequestFailsIsNeitherLostNorMixedWithIt() async throws {
        let model = ScriptedLanguageModel { _ in [.text("a"), .failure(BrokenTool.Broken())] }
        let session = LanguageModelSession(model: model)
        for round in 0..<2000 {
            session.transcript = Transcript()
            let stream = session.streamResponse(to: "a")
            for _ in 0..<round % 40 { await Task.yield() }
            session.transcript.append(.prompt(.init(segments: [.text(.init(content: "d"))])))
            #expect(!session.isResponding)
            #expect(session.transcript.map(\.description) == ["(Prompt) d"])
            _ = try? await stream.collect()
        }
    }
}
