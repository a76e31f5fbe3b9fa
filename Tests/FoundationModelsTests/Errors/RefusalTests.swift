// A refusal's reasons, by both names, from the session that lends its model; and a tool that throws.

import Foundation
import FoundationModels
import Inference
import Testing
import Tokenization

@Suite struct RefusalTests {
    @Test func theReasonsAreGeneratedByTheModelThatRefused() async throws {
        let model = ScriptedModel("Because", " it is", " private.")
        let session = LanguageModelSession(model: model)
        let error: any Error = ModelFailure.refusal(transcriptEntries: []) { session.streamResponse(to: "Why not?") }
        #expect(model.history.requests.isEmpty)
        guard case LanguageModelSession.GenerationError.refusal(let older, _) = error,
            case LanguageModelError.refusal(let newer) = error
        else {
            Issue.record("unexpected \(error)")
            return
        }
        #expect(try await older.explanation.content == "Because it is private.")
        #expect(try await newer.explanation.content == "Because it is private.")
        var last = ""
        for try await snapshot in newer.explanationStream { last = snapshot.content }
        #expect(last == "Because it is private.")
        #expect(model.history.requests.map { $0.messages.last?.content } == ["Why not?", "Why not?", "Why not?"])
    }

    private struct Clock: Tool {
        struct Stopped: LocalizedError {
            var errorDescription: String? { "it has stopped" }
            var recoverySuggestion: String? { "wind it up" }
        }
        struct Bare: Error {}

        let name = "clock"
        let description = "Tells the time."
        let parameters = Transcript.ResponseFormat(type: String.self).schema
        func call(arguments: String) async throws -> String { throw Stopped() }
    }

    @Test func aToolsErrorNamesTheToolAndTheCause() {
        let error: any Error = LanguageModelSession.ToolCallError(tool: Clock(), underlyingError: Clock.Stopped())
        #expect(error.localizedDescription == "the tool 'clock' failed: it has stopped [session.tool-call]")
        guard let error = error as? LanguageModelSession.ToolCallError else {
            Issue.record("unexpected \(error)")
            return
        }
        #expect(error.tool.name == "clock")
        #expect(error.underlyingError is Clock.Stopped)
        #expect(error.recoverySuggestion == "wind it up")
        let bare = LanguageModelSession.ToolCallError(tool: Clock(), underlyingError: Clock.Bare())
        #expect(bare.errorDescription == "the tool 'clock' failed: Bare() [session.tool-call]")
        #expect(
            bare.recoverySuggestion
                == "see to the underlying error, or let the tool return a text that tells the model what went wrong")
    }
}
