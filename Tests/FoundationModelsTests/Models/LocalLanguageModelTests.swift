// Sessions on real weights. Skipped where the weights are not on the machine.

import Foundation
import FoundationModels
import Inference
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: smolLM2 != nil, "the weights of SmolLM2 are not on this machine"))
struct LocalLanguageModelTests {
    private static let opened = Result { try LocalLanguageModel(contentsOf: #require(smolLM2)) }

    private func makeSession() throws -> LanguageModelSession {
        LanguageModelSession(model: try Self.opened.get(), instructions: "You answer in one short sentence.")
    }

    private let brief = GenerationOptions(maximumResponseTokens: 12)

    @Test func theSameConversationGivesTheSameBytes() async throws {
        var transcripts: Set<String> = []
        for _ in 0..<2 {
            let session = try makeSession()
            try await session.respond(to: "What is the capital of France?", options: brief)
            try await session.respond(to: "And of Italy?", options: brief)
            #expect(session.transcript.count == 5)
            #expect(session.transcript.allSatisfy { !$0.content.isEmpty })
            transcripts.insert(session.transcript.canonicalJSON())
        }
        #expect(transcripts.count == 1)
    }

    @Test func aSecondTurnReadsOnlyWhatIsNew() async throws {
        let session = try makeSession()
        try await session.respond(to: "Name a colour.", options: brief)
        let second = try await session.respond(to: "Name another one.", options: brief)
        #expect(second.usage.input.cachedTokenCount > second.usage.input.totalTokenCount / 2)
        #expect(second.usage.output.totalTokenCount <= 12)
    }

    @Test func snapshotsOfARealAnswerGrowByPrefix() async throws {
        let session = try makeSession()
        var text = ""
        for try await snapshot in session.streamResponse(to: "Write a haiku about 🌊.", options: brief) {
            #expect(snapshot.content.hasPrefix(text))
            text = snapshot.content
        }
        #expect(session.transcript.last?.content == text)
        #expect(!text.isEmpty)
    }

    @Test func recordedTokensReproduceADrawnAnswer() async throws {
        let options = GenerationOptions(temperature: 1, maximumResponseTokens: 12)
        let drawn = try await makeSession().respond(to: "Tell me something.", options: options)
        guard case .random(_, _, _, let seed) = drawn.record?.sampling else {
            Issue.record("expected a draw")
            return
        }
        let bySeed = try await makeSession().stream(Prompt("Tell me something."), options: options, seed: seed)
            .collect()
        #expect(bySeed.content == drawn.content)
        // Where the answer ended by itself, the ids end with it: nothing may be drawn after them.
        let tokens = try #require(drawn.record).final.tokens
        let length = GenerationOptions(temperature: 1, maximumResponseTokens: tokens.count)
        let byTokens = try await makeSession().stream(
            Prompt("Tell me something."), options: length, seed: seed &+ 1, forcedTokens: tokens
        ).collect()
        #expect(byTokens.content == drawn.content)
    }

    @Test func aLeftStreamFreesTheModelForTheNext() async throws {
        let session = try makeSession()
        for try await _ in session.streamResponse(to: "Count to a thousand.") { break }
        #expect(!session.isResponding)
        #expect(session.transcript.count == 1)
        let after = try await session.respond(to: "Name a colour.", options: brief).content
        #expect(try await makeSession().respond(to: "Name a colour.", options: brief).content == after)
    }

    @Test func aPromptBeyondTheContextIsRefusedWithNumbers() async throws {
        let model = try Self.opened.get()
        let words = String(repeating: "tide ", count: model.contextSize)
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await LanguageModelSession(model: model).respond(to: words)
        }
        guard case .exceededContextWindowSize(let context) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains("but the model's context has \(model.contextSize);"))
    }

    @Test func aRehydratedTranscriptGivesTheSameNextTokens() async throws {
        let session = try makeSession()
        try await session.respond(to: "Name a colour.", options: brief)
        let restored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(session.transcript))
        let continued = LanguageModelSession(model: try Self.opened.get(), transcript: restored)
        let options = GenerationOptions(sampling: .random(top: 40, seed: 5), maximumResponseTokens: 12)
        let first = try await session.respond(to: "Why that one?", options: options)
        let second = try await continued.respond(to: "Why that one?", options: options)
        #expect(first.record?.final.tokens == second.record?.final.tokens)
        #expect(first.record?.messages == second.record?.messages)
        #expect(session.transcript == continued.transcript)
    }

    @Test func prewarmFillsThePrefixCache() async throws {
        let (prewarmed, told) = AsyncStream<Void>.makeStream()
        let model = ObservedModel(try Self.opened.get().textModel) { told.yield() }
        let words = "Say in one word what \(UUID().uuidString) means. Think of"
        let session = LanguageModelSession(
            model: LocalLanguageModel(model), instructions: "You answer in one short sentence.")
        session.prewarm(promptPrefix: Prompt(words))
        for await _ in prewarmed { break }
        let usage = try await session.respond(to: words + " the sea.", options: brief).usage
        // All but the end of the prompt: what followed the prefix, and what its tokens may have grown into.
        #expect(usage.input.totalTokenCount - usage.input.cachedTokenCount < 12)
    }

    @Test func sessionsThatAskAtTheSameTimeAllGetTheAnswersThatTheyWouldGetAlone() async throws {
        let prompts = ["Name a colour.", "Name a fish.", "Name a tree.", "Name a town."]
        var alone: [String] = []
        for prompt in prompts { alone.append(try await makeSession().respond(to: prompt, options: brief).content) }
        let sessions = try prompts.map { _ in try makeSession() }
        let together = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, prompt) in prompts.enumerated() {
                group.addTask { [brief] in
                    (index, try await sessions[index].respond(to: prompt, options: brief).content)
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(prompts.indices.map { together[$0] } == alone)
    }

    @Test func anEmptyResponseTellsWhyItEnded() async throws {
        let session = try makeSession()
        let empty = try await session.respond(
            to: "Name a colour.", options: GenerationOptions(maximumResponseTokens: 0))
        #expect(empty.content.isEmpty)
        #expect(empty.usage.metadata["finishReason"] == GeneratedContent("length"))
    }

    @Test func aFileThatIsNoModelIsRefused() {
        let file = Locations.repository.appending(path: "Package.swift")
        #expect(throws: (any Error).self) { try LocalLanguageModel(contentsOf: file) }
        #expect(throws: (any Error).self) { try LocalLanguageModel(contentsOf: file.appending(path: "none.gguf")) }
        #expect(throws: ModelSourceError.unregistered(name: "gpt-0")) { try FileModelSource().load(named: "gpt-0") }
    }
}

/// A model that tells when it has prewarmed.
private struct ObservedModel: TextModel {
    let model: any TextModel
    let didPrewarm: @Sendable () -> Void

    init(_ model: any TextModel, didPrewarm: @escaping @Sendable () -> Void) {
        self.model = model
        self.didPrewarm = didPrewarm
    }

    var identity: ModelIdentity { model.identity }
    var abilities: ModelAbilities { model.abilities }
    var contextSize: Int { model.contextSize }

    func render(_ input: ModelInput) throws(Inference.GenerationError) -> String { try model.render(input) }
    func countTokens(_ input: ModelInput) throws(Inference.GenerationError) -> Int { try model.countTokens(input) }

    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error> {
        model.generate(request)
    }

    func prewarm(_ input: ModelInput) async throws {
        try await model.prewarm(input)
        didPrewarm()
    }
}

private let smolLM2 = Locations.weights(Locations.smolLM2FileName)
