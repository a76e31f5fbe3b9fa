// Requests that fail, collide or are cancelled: what is thrown, and what stays of the transcript.

import Foundation
import FoundationModels
import Inference
import Observation
import Synchronization
import Testing

@Suite struct LanguageModelSessionFailureTests {
    struct Broken: Error {}

    @Test func aFullContextSaysWhatWasNeededAndWhatThereIs() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", contextSize: 3))
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "one two three four")
        }
        guard case .exceededContextWindowSize(let context) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "the conversation needs 4 tokens, but the model's context has 3; shorten the prompt or the "
                + "conversation [session.context-full]")
        #expect(error?.errorDescription == context.debugDescription)
        #expect(error?.recoverySuggestion == "start a new session with a shorter transcript")
    }

    @Test(arguments: [
        (
            Inference.GenerationError.template(message: "no system role"),
            "the model's chat template refused the conversation: no system role [session.template]"
        ),
        (.emptyPrompt, "the conversation rendered to no token [session.empty-prompt]"),
        (.schema(message: "#/a: error: x [schema.x]"), "#/a: error: x [schema.x]"),
        (
            .budgetTooSmall(needed: 9, available: 4),
            "the shortest answer by the schema takes 9 tokens, and only 4 may be written; raise "
                + "'maximumResponseTokens' to 9 or more [session.budget]"
        ),
    ])
    func errorsOfTheLayerBelowBecomeOurs(_ below: Inference.GenerationError, message: String) async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", failure: (0, below)))
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "Hi")
        }
        #expect(error?.errorDescription == message)
    }

    /// It is as of an answer that was cut, in both taxonomies.
    @Test func aLimitThatIsTooSmallForTheSchemaIsAFailureToDecode() async throws {
        let below = Inference.GenerationError.budgetTooSmall(needed: 9, available: 4)
        let model = LocalLanguageModel(ScriptedModel("a", failure: (0, below)))
        do {
            _ = try await LanguageModelSession(model: model).respond(to: "Hi")
            Issue.record("no error")
        } catch LanguageModelSession.GenerationError.decodingFailure(let context) {
            #expect(context.debugDescription.contains("takes 9 tokens, and only 4 may be written"))
        }
        await #expect(throws: GeneratedContent.ParsingError.self) {
            _ = try await LanguageModelSession(model: model).respond(to: "Hi")
        }
    }

    @Test func otherErrorsPassUnchanged() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", failure: (0, Broken())))
        await #expect(throws: Broken.self) { try await session.respond(to: "Hi") }
    }

    @Test func aFailureRevertsTheTranscript() async throws {
        let model = ScriptedModel("a", "b", "c", failure: (2, Broken()))
        let session = LanguageModelSession(model: LocalLanguageModel(model), instructions: "Be brief.")
        let before = session.transcript
        await #expect(throws: Broken.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript == before)
        #expect(!session.isResponding)
        #expect(session.usage.totalTokenCount == 0)
    }

    @Test func aPreservedTranscriptKeepsThePromptAndWhatWasGenerated() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", "b", "c", failure: (2, Broken())))
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        await #expect(throws: Broken.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript.map(\.description) == ["(Prompt) Hi", "(Response) ab"])
    }

    @Test func aSessionWorksAgainAfterAFailure() async throws {
        let model = ScriptedModel(contextSize: 2) { _ in ["fine"] }
        let session = LanguageModelSession(model: model)
        await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "one two three")
        }
        #expect(try await session.respond(to: "one").content == "fine")
    }

    @Test func aSecondRequestIsRefusedAndTheFirstGoesOn() async throws {
        let model = ScriptedModel("a", "b", isGated: true)
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "first")
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "second")
        }
        guard case .concurrentRequests(let context) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "the session is still responding to an earlier prompt; wait until isResponding is false, or use "
                + "another session [session.concurrent-requests]")
        await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.streamResponse(to: "third").collect()
        }
        #expect(session.isResponding)
        model.grant(2)
        #expect(try await stream.collect().content == "ab")
        #expect(session.transcript.map(\.description) == ["(Prompt) first", "(Response) ab"])
    }

    @Test func observersHearNothingOfARefusedRequest() async throws {
        let model = ScriptedModel("a", isGated: true)
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "first")
        let changes = Mutex(0)
        withObservationTracking {
            _ = (session.transcript, session.isResponding, session.usage)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "second")
        }
        #expect(changes.withLock { $0 } == 0)
        model.grant(1)
        _ = try await stream.collect()
        #expect(changes.withLock { $0 } == 1)
    }

    @Test func cancellingTheTaskEndsTheRequest() async throws {
        let model = ScriptedModel("a", "b", "c", isGated: true)
        let session = LanguageModelSession(model: model)
        let task = Task { try await session.respond(to: "Hi").content }
        model.grant(1)
        while model.history.tokensMade < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        model.grant(2)
        await model.waitForEnd()
        #expect(model.history.tokensMade <= 2)
        #expect(session.transcript.isEmpty)
        #expect(!session.isResponding)
    }
}
