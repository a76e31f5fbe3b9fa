// Streamed responses: snapshots that grow by prefix, and streams that are left, collected or broken off.

import FoundationModels
import Inference
import Testing

@Suite struct ResponseStreamTests {
    @Test func snapshotsGrowByPrefixAndEndAtTheWholeText() async throws {
        let session = LanguageModelSession(model: ScriptedModel("The", " tide", " is", " high"))
        var texts: [String] = []
        var identities: Set<GenerationID?> = []
        for try await snapshot in session.streamResponse(to: "Tide?") {
            texts.append(snapshot.content)
            identities.insert(snapshot.rawContent.id)
        }
        #expect(texts == ["The", "The tide", "The tide is", "The tide is high"])
        #expect(identities.count == 1 && !identities.contains(nil))
        #expect(session.transcript.last?.content == "The tide is high")
    }

    @Test func thePromptIsInTheTranscriptWhileTheResponseGrows() async throws {
        let model = ScriptedModel("a", "b", isGated: true)
        let session = LanguageModelSession(model: LocalLanguageModel(model), instructions: "Be brief.")
        let stream = session.streamResponse(to: "Hi")
        #expect(session.isResponding)
        model.grant(1)
        var iterator = stream.makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.content == "a")
        #expect(session.transcript.map(\.description) == ["(Instructions) Be brief.", "(Prompt) Hi"])
        model.grant(1)
        #expect(try await iterator.next()?.content == "ab")
        #expect(session.transcript.last?.description == "(Response) ab")
        #expect(!session.isResponding)
        #expect(try await iterator.next() == nil)
    }

    @Test func leavingTheLoopStopsTheGenerationWithinOneToken() async throws {
        let model = ScriptedModel("a", "b", "c", "d", "e", "f", isGated: true)
        let session = LanguageModelSession(model: model)
        model.grant(2)
        let stream = session.streamResponse(to: "Hi")
        for try await snapshot in stream where snapshot.content == "ab" { break }
        #expect(!session.isResponding)
        #expect(session.transcript.isEmpty)
        model.grant(4)
        await model.waitForEnd()
        #expect(model.history.tokensMade <= 3)
        await #expect(throws: CancellationError.self) { try await stream.collect() }
    }

    @Test func aStreamThatNobodyKeepsEnds() async throws {
        let model = ScriptedModel("a", "b", "c", isGated: true)
        let session = LanguageModelSession(model: model)
        _ = session.streamResponse(to: "Hi")
        #expect(!session.isResponding)
        model.grant(3)
        #expect(session.transcript.isEmpty)
        // The session is free at once.
        let stream = session.streamResponse(to: "Again")
        model.grant(3)
        #expect(session.isResponding)
        #expect(try await stream.collect().content == "abc")
    }

    @Test func collectReturnsAtOnceWhatWasReadAlready() async throws {
        let model = ScriptedModel("a", "b")
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "Hi")
        for try await _ in stream {}
        #expect(try await stream.collect().content == "ab")
        #expect(try await stream.collect().content == "ab")
        #expect(model.history.requests.count == 1)
    }

    @Test func collectThrowsWhatTheStreamThrew() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", contextSize: 0))
        let stream = session.streamResponse(to: "Hi")
        for _ in 0..<2 {
            await #expect(throws: LanguageModelSession.GenerationError.self) { try await stream.collect() }
        }
    }

    @Test func snapshotsCarryTheTokensSoFar() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", "b"))
        var tokens: [[Int32]] = []
        var outputs: [Int] = []
        for try await snapshot in session.streamResponse(to: "Hi") {
            tokens.append(snapshot.generation.tokens)
            outputs.append(snapshot.usage.output.totalTokenCount)
        }
        #expect(tokens == [[0], [0, 1]])
        #expect(outputs == [1, 2])
    }

    @Test func anEmptyAnswerIsAnAnswer() async throws {
        let session = LanguageModelSession(model: ScriptedModel { _ in [] })
        #expect(try await session.respond(to: "Hi").content.isEmpty)
        #expect(session.transcript.count == 2)
    }
}
