// The model for tests by itself: turns, requests on record, gates that hold it up.

import FoundationModels
import Testing

@Suite struct ScriptedLanguageModelTests {
    @Test func turnsAreTakenInOrderByWhoeverAsks() async throws {
        let model = ScriptedLanguageModel([[.text("one")], [.text("two")]])
        #expect(try await LanguageModelSession(model: model).respond(to: "a").content == "one")
        #expect(try await LanguageModelSession(model: model).respond(to: "b").content == "two")
        let error = await #expect(throws: ScriptedLanguageModel.ScriptEndedError(turnCount: 2)) {
            try await LanguageModelSession(model: model).respond(to: "c")
        }
        #expect(
            error?.description == "the script has 2 turns, and the model was asked for one more [scripted.end]")
        #expect(model.requests.map { $0.transcript.last?.content } == ["a", "b", "c"])
    }

    @Test func aFunctionAnswersByTheRequest() async throws {
        let model = ScriptedLanguageModel { request in [.text("You said \(request.transcript.last?.content ?? "")")] }
        #expect(try await LanguageModelSession(model: model).respond(to: "hi").content == "You said hi")
    }

    @Test func anOpenGateHoldsNobodyUp() async throws {
        let gate = ScriptedLanguageModel.Gate()
        gate.open()
        let model = ScriptedLanguageModel { _ in [.pause(gate), .text("a"), .pause(gate), .text("b")] }
        for _ in 0..<2 { #expect(try await LanguageModelSession(model: model).respond(to: "Go").content == "ab") }
        await gate.arrival()
    }

    @Test func aGateLetsAllGoWhenItOpensAndCancelledOnesBefore() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let waiting = (0..<4).map { _ in Task { try await gate.pass() } }
        await gate.arrival()
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        gate.open()
        for task in waiting.dropFirst() { try await task.value }
        // One that is cancelled before it comes does not wait for a closed gate.
        let closed = ScriptedLanguageModel.Gate()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await closed.pass()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func leavingAStreamCancelsTheExecutor() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let model = ScriptedLanguageModel([[.text("a"), .pause(gate), .text("never")], [.text("b")]])
        let session = LanguageModelSession(model: model)
        for try await snapshot in session.streamResponse(to: "Go") where snapshot.content == "a" { break }
        #expect(!session.isResponding)
        #expect(session.transcript.isEmpty)
        #expect(try await session.respond(to: "Again").content == "b")
    }

    @Test func sessionsOnOneModelRunAtTheSameTime() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let model = ScriptedLanguageModel { request in
            request.transcript.last?.content == "slow" ? [.pause(gate), .text("late")] : [.text("soon")]
        }
        let slow = LanguageModelSession(model: model)
        let stream = slow.streamResponse(to: "slow")
        await gate.arrival()
        #expect(try await LanguageModelSession(model: model).respond(to: "fast").content == "soon")
        gate.open()
        #expect(try await stream.collect().content == "late")
    }

    @Test func aRefusalIsExplainedByTheModelThatRefused() async throws {
        let entries = [Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Do it"))]))]
        let refusal = LanguageModelError.Refusal(
            transcriptEntries: entries, debugDescription: "no", metadata: ["rule": 3])
        let model = ScriptedLanguageModel { request in
            request.transcript.count == 1 ? [.failure(LanguageModelError.refusal(refusal))] : [.text("I'd rather not.")]
        }
        let session = LanguageModelSession(model: model)
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Do it") }
        guard case .refusal(let newer) = error as? LanguageModelError,
            case .refusal(let older, let context) = error as? LanguageModelSession.GenerationError
        else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(newer.debugDescription == "no" && context.debugDescription == "no")
        #expect(newer.metadata["rule"] as? Int == 3)
        #expect(try await newer.explanation.content == "I'd rather not.")
        #expect(try await older.explanation.content == "I'd rather not.")
    }
}
