// A session from prompt to response on a scripted model: what the model is sent, what the transcript keeps.

import FoundationModels
import Inference
import Observation
import Synchronization
import Testing
import Tokenization

@Suite struct LanguageModelSessionTests {
    @Test func respondReturnsTheTextAndRecordsTheTurn() async throws {
        let session = LanguageModelSession(
            model: LocalLanguageModel(ScriptedModel("Blue", " sky")), instructions: "Be brief.")
        let response = try await session.respond(to: "What is up?")

        #expect(response.content == "Blue sky")
        #expect(response.rawContent.kind == .string("Blue sky"))
        #expect(
            session.transcript.map(\.description) == [
                "(Instructions) Be brief.", "(Prompt) What is up?", "(Response) Blue sky",
            ])
        #expect(Array(response.transcriptEntries) == Array(session.transcript.dropFirst()))
        #expect(response.transcriptEntries.startIndex == 1)
        #expect(!session.isResponding)
    }

    @Test func everyTurnSendsTheWholeConversation() async throws {
        let model = ScriptedModel { messages in ["answer \(messages.count)"] }
        let session = LanguageModelSession(model: LocalLanguageModel(model), instructions: "Be brief.")
        try await session.respond(to: "One")
        try await session.respond(to: "Two")

        #expect(
            model.history.requests.map(\.messages) == [
                [ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "One")],
                [
                    ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "One"),
                    ChatMessage(role: "assistant", content: "answer 2"), ChatMessage(role: "user", content: "Two"),
                ],
            ])
    }

    @Test func aTranscriptContinuesWhereItStopped() async throws {
        let first = LanguageModelSession(model: ScriptedModel("Hello"))
        try await first.respond(to: "Hi")
        let model = ScriptedModel("Bye")
        let second = LanguageModelSession(model: LocalLanguageModel(model), transcript: first.transcript)
        try await second.respond(to: "Go")

        #expect(model.history.requests.first?.messages.map(\.content) == ["Hi", "Hello", "Go"])
        #expect(Array(second.transcript.prefix(2)) == Array(first.transcript))
    }

    @Test func entriesOfToolsAreNotShownToAModelWithoutTools() async throws {
        let model = ScriptedModel("Fine")
        let schema = GenerationSchema(document: .members(["type": .string("object")]))
        let session = LanguageModelSession(
            model: model,
            transcript: Transcript(entries: [
                .instructions(
                    .init(
                        id: "i", segments: [.text(.init(id: "0", content: "Help."))],
                        toolDefinitions: [.init(name: "tide", description: "Tides", parameters: schema)])),
                .toolCalls(.init(id: "c", [.init(id: "k", toolName: "tide", arguments: GeneratedContent("Brest"))])),
                .toolOutput(.init(id: "k", toolName: "tide", segments: [.text(.init(id: "0", content: "05:12"))])),
            ]))
        try await session.respond(to: "Hi")
        #expect(model.history.requests.first?.messages.map(\.content) == ["Help.", "Hi"])
    }

    @Test func promptsAndInstructionsMayBeBuilt() async throws {
        let isPolite = false
        let model = ScriptedModel("Ok")
        let session = LanguageModelSession(model: LocalLanguageModel(model)) {
            "You sort mail."
            if isPolite { "Say please." }
            ["One word.", "No more."]
        }
        try await session.respond {
            "Sort this:"
            for line in ["a", "b"] { line }
            if isPolite { Prompt("please") } else { Prompt("now") }
        }
        #expect(
            model.history.requests.first?.messages.map(\.content) == [
                "You sort mail.\nOne word.\nNo more.", "Sort this:\na\nb\nnow",
            ])
    }

    @Test func optionsReachTheModelAndTheTranscript() async throws {
        let model = ScriptedModel("a", "b", "c")
        let session = LanguageModelSession(model: model)
        let options = GenerationOptions(
            sampling: .random(top: 5, seed: 9), temperature: 0.5, maximumResponseTokens: 2)
        let response = try await session.respond(to: "Go", options: options)

        #expect(response.content == "ab")
        #expect(response.record?.final.finish == .length)
        #expect(model.history.requests.first?.maximumResponseTokens == 2)
        #expect(
            model.history.requests.first?.sampling == .random(temperature: 0.5, topK: 5, topP: nil, seed: 9))
        guard case .prompt(let prompt) = session.transcript.first else {
            Issue.record("expected a prompt")
            return
        }
        #expect(prompt.options == options)
    }

    @Test func usageIsCountedPerResponseAndPerSession() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a", "b"))
        let first = try await session.respond(to: "one two three")
        let second = try await session.respond(to: "four")

        #expect(first.usage.input.totalTokenCount == 3)
        #expect(first.usage.output.totalTokenCount == 2)
        #expect(second.usage.input.totalTokenCount == 5)
        #expect(session.usage.input.totalTokenCount == 8)
        #expect(session.usage.totalTokenCount == 12)
    }

    @Test func theNotebookPassesSeedsAndTokensAndLearnsHowTheAnswerCameAbout() async throws {
        let model = ScriptedModel("a", "b", "c")
        let session = LanguageModelSession(model: model)
        let response = try await session.stream(
            Prompt("Go"), options: GenerationOptions(temperature: 0.7), seed: 3, forcedTokens: [70, 71]
        ).collect()

        #expect(response.record?.sampling == .random(temperature: 0.7, topK: nil, topP: nil, seed: 3))
        #expect(response.record?.final.tokens == [70, 71, 2])
        #expect(response.record?.final.finish == .stop)
        #expect(response.record?.model == model.identity)
        #expect(try model.render(#require(response.record).messages) == "<user>Go")
    }

    @Test func aDrawnSeedIsRecordedAndAnotherEachTime() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a"))
        let options = GenerationOptions(sampling: .random(probabilityThreshold: 0.9))
        let first = try await session.respond(to: "Go", options: options).record?.sampling
        let second = try await session.respond(to: "Go", options: options).record?.sampling
        #expect(first != second)
    }

    @Test func prewarmComputesWhatTheNextPromptBeginsWith() async throws {
        let model = ScriptedModel("a")
        let session = LanguageModelSession(model: LocalLanguageModel(model), instructions: "Be brief.")
        session.prewarm(promptPrefix: Prompt("Translate:"))
        while model.history.prewarmed.isEmpty { await Task.yield() }
        #expect(
            model.history.prewarmed == [
                [ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "Translate:")]
            ])
    }

    @Test func observersLearnOfEveryChange() async throws {
        let session = LanguageModelSession(model: ScriptedModel("a"))
        let changes = Mutex(0)
        withObservationTracking {
            _ = (session.transcript, session.isResponding)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await session.respond(to: "Go")
        #expect(changes.withLock { $0 } == 1)
    }
}
