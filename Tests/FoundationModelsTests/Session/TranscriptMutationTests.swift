// A session whose transcript is changed from outside, at rest and while a request runs.

import FoundationModels
import Observation
import Synchronization
import Testing

@Suite struct TranscriptMutationTests {
    @Test func aChangedTranscriptIsWhatTheNextRequestBeginsWith() async throws {
        let model = ScriptedLanguageModel([[.text("a")], [.text("b")]])
        let session = LanguageModelSession(model: model, instructions: "Be brief.")
        try await session.respond(to: "one")
        session.transcript.history = []
        #expect(session.transcript.map(\.description) == ["(Instructions) Be brief."])
        try await session.respond(to: "two")
        #expect(model.requests[1].transcript.map(\.description) == ["(Instructions) Be brief.", "(Prompt) two"])
    }

    @Test func observersLearnOfAChange() {
        let session = LanguageModelSession(model: ScriptedLanguageModel([]))
        let changes = Mutex(0)
        withObservationTracking {
            _ = session.transcript
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        session.transcript = Transcript()
        #expect(changes.withLock { $0 } == 1)
    }

    @Test(arguments: [TranscriptErrorHandlingPolicy?.none, .revertTranscript, .preserveTranscript])
    func aChangeEndsTheRequestThatRuns(_ policy: TranscriptErrorHandlingPolicy?) async throws {
        let gate = ScriptedLanguageModel.Gate()
        let model = ScriptedLanguageModel([[.text("par"), .pause(gate)], [.text("fine")]])
        let session = LanguageModelSession(model: model)
        session.transcriptErrorHandlingPolicy = policy
        let stream = session.streamResponse(to: "one")
        await gate.arrival()
        session.transcript.append(.prompt(.init(segments: [.text(.init(content: "aside"))])))

        #expect(!session.isResponding)
        let error = await #expect(throws: (any Error).self) { try await stream.collect() }
        #expect(error as? LanguageModelSession.Error == .transcriptMutationWhileResponding)
        let kept = policy == .preserveTranscript ? ["(Prompt) one", "(Response) par"] : []
        #expect(session.transcript.map(\.description) == kept + ["(Prompt) aside"])
        gate.open()
        #expect(try await session.respond(to: "two").content == "fine")
        #expect(
            session.transcript.map(\.description) == kept + ["(Prompt) aside", "(Prompt) two", "(Response) fine"])
    }

    @Test func aSecondRequestIsRefusedInBothTaxonomiesAndTheFirstGoesOn() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let model = ScriptedLanguageModel([[.text("a"), .pause(gate), .text("b")]])
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "first")
        await gate.arrival()
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "second") }
        #expect(error as? LanguageModelSession.Error == .concurrentRequests)
        guard case .concurrentRequests = error as? LanguageModelSession.GenerationError else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        gate.open()
        #expect(try await stream.collect().content == "ab")
        #expect(session.transcript.map(\.description) == ["(Prompt) first", "(Response) ab"])
    }

    @Test func errorsOfAnExecutorCanBeCaughtInBothTaxonomies() async throws {
        let details = LanguageModelError.RateLimited(debugDescription: "slow down")
        let model = ScriptedLanguageModel([[.failure(LanguageModelError.rateLimited(details))]])
        let session = LanguageModelSession(model: model)
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Go") }
        guard case .rateLimited(let context) = error as? LanguageModelSession.GenerationError,
            case .rateLimited(let same) = error as? LanguageModelError
        else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "slow down")
        #expect(same.debugDescription == "slow down")
    }

    @Test func eventsThatComeAfterTheEndOfATurnAreIgnored() async throws {
        let model = LateModel()
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        let response = try await session.respond(to: "Go")
        #expect(response.content == "answer")
        #expect(session.transcript.dropFirst(2).map(\.description).last == "(Response) answer")
    }
}

/// Sends an event of its first turn within the second.
private final class LateModel: LanguageModel {
    private let first = Mutex<LanguageModelExecutorGenerationChannel?>(nil)
    let capabilities = ScriptedLanguageModel.allCapabilities
    var executorConfiguration: Int { 0 }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: LateModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let earlier = model.first.withLock { first in
                defer { first = channel }
                return first
            }
            if let earlier {
                await earlier.send(.response(action: .appendText("late", tokenCount: 1)))
                await channel.send(.response(action: .appendText("answer", tokenCount: 1)))
            } else {
                await channel.send(
                    .toolCalls(
                        action: .toolCall(
                            id: "a", name: "tide",
                            action: .appendArguments(#"{"port": "Brest"}"#, tokenCount: 1))))
            }
        }
    }
}
