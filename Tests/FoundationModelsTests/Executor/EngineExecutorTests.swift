// The engine as an executor: what a session's request becomes for it, and what its snapshots become for the session.

import FoundationModels
import Inference
import Testing
import Tokenization

@Suite struct EngineExecutorTests {
    private let usage = TokenUsage(input: 5, cached: 2, output: 3, reasoning: 1)

    private func calling(_ calls: ToolCallText..., text: String = "", reasoning: String = "") -> GenerationSnapshot {
        GenerationSnapshot(
            text: text, reasoning: reasoning, toolCalls: calls, tokens: [1, 2, 3], usage: usage, finish: .toolCalls)
    }

    private func saying(_ text: String) -> GenerationSnapshot {
        GenerationSnapshot(text: text, tokens: [4], usage: usage, finish: .stop)
    }

    @Test func callsAndReasoningOfTheEngineBecomeEntries() async throws {
        var begun = calling(ToolCallText(name: "tide", arguments: #"{"port""#), reasoning: "Port? Brest, Dover.")
        begun.finish = nil
        let model = SnapshotModel([
            [
                begun,
                calling(
                    ToolCallText(name: "tide", arguments: #"{"port": "Brest"}"#),
                    ToolCallText(name: "tide", arguments: #"{"port": "Dover"}"#), reasoning: "Port? Brest, Dover."),
            ], [saying("05:12")],
        ])
        let session = LanguageModelSession(model: LocalLanguageModel(model), tools: [TideTool()])
        let response = try await session.respond(to: "Tides?")
        #expect(
            session.transcript.map(\.description) == [
                "(Instructions) ", "(Prompt) Tides?", "(Reasoning) Port? Brest, Dover.",
                #"(Tool calls) tide({"port": "Brest"}), tide({"port": "Dover"})"#,
                "(Tool output) tide: Brest 05:12", "(Tool output) tide: Dover 05:12", "(Response) 05:12",
            ])
        #expect(response.content == "05:12")
        #expect(
            response.usage
                == .init(
                    input: .init(totalTokenCount: 10, cachedTokenCount: 4),
                    output: .init(totalTokenCount: 6, reasoningTokenCount: 2), metadata: ["finishReason": "stop"]))

        let second = try #require(model.requests.last)
        let calls = ["Brest", "Dover"].map { #"{"port": "\#($0)"}"# }
        #expect(second.messages.map(\.role) == ["user", "assistant", "tool", "tool"])
        #expect(second.messages[1].reasoning == "Port? Brest, Dover.")
        #expect(second.messages[1].toolCalls.map(\.arguments) == calls)
        #expect(second.messages.suffix(2).map { $0.answeredCall?.arguments } == calls)
        #expect(second.messages.suffix(2).map(\.content) == ["Brest 05:12", "Dover 05:12"])
        // Ids are hashes: the same conversation has the same bytes wherever it is had.
        let again = LanguageModelSession(
            model: LocalLanguageModel(SnapshotModel(model.turns)), tools: [TideTool()])
        try await again.respond(to: "Tides?")
        #expect(again.transcript == session.transcript)
        #expect(Set(session.transcript.map(\.id)).count == session.transcript.count)
    }

    @Test func toolsAreDescribedWithTheirParametersUnlessTheyHideThem() async throws {
        let model = SnapshotModel([[saying("a")], [saying("b")]])
        for isShown in [true, false] {
            let session = LanguageModelSession(
                model: LocalLanguageModel(model), tools: [TideTool(includesSchemaInInstructions: isShown)])
            try await session.respond(to: "Hi")
        }
        let parameters = PortArguments.generationSchema.jsonSchemaText
        func tool(parameters shown: String?) -> ToolDescription {
            ToolDescription(
                name: "tide", description: "High tide time for a port", parameters: shown,
                argumentsSchema: OutputSchema(parameters, isOfSwiftTypes: true, closesObjects: true))
        }
        #expect(
            model.requests.map(\.input.tools) == [
                [tool(parameters: parameters)], [tool(parameters: nil)],
            ])
        #expect(
            model.requests.map(\.messages) == [
                [ChatMessage(role: "user", content: "Hi")], [ChatMessage(role: "user", content: "Hi")],
            ])
    }

    @Test(arguments: [
        (GenerationOptions.ToolCallingMode?.none, ToolChoice.allowed, 1), (.allowed, .allowed, 1),
        (.required, .required, 1), (.disallowed, .disallowed, 0),
    ])
    func modesOfToolCallingReachTheEngine(
        _ mode: GenerationOptions.ToolCallingMode?, choice: ToolChoice, toolCount: Int
    ) async throws {
        let model = SnapshotModel([[saying("a")]])
        let session = LanguageModelSession(model: LocalLanguageModel(model), tools: [TideTool()])
        var options = GenerationOptions()
        options.toolCallingMode = mode
        _ = try? await session.respond(to: "Hi", options: options)
        #expect(model.requests.first?.toolChoice == choice)
        #expect(model.requests.first?.input.tools.count == toolCount)
    }

    @Test func aSchemaIsAskedForAndShownUnlessToldNotTo() async throws {
        let model = SnapshotModel(Array(repeating: [saying(#"{"port": "Brest"}"#)], count: 4))
        let session = LanguageModelSession(model: LocalLanguageModel(model))
        let schema = PortArguments.generationSchema
        try await session.respond(to: "Hi", schema: schema)
        try await session.respond(to: "Hi", schema: schema, includeSchemaInPrompt: false)
        try await session.respond(
            to: "Hi", schema: schema, contextOptions: ContextOptions(includeSchemaInPrompt: false))
        try await session.respond(
            to: "Hi", generating: PortArguments.self, options: GenerationOptions(includeSchemaInPrompt: false))
        let text = schema.jsonSchemaText
        #expect(
            model.requests.map(\.form)
                == Array(
                    repeating: ResponseForm.json(
                        OutputSchema(text, isOfSwiftTypes: true, closesObjects: true), spacing: .spaced), count: 4))
        #expect(model.requests.map(\.input.shownSchema) == [text, nil, nil, nil])
    }

    @Test(arguments: [
        (ContextOptions.ReasoningLevel?.none, Int?.none, Bool?.none), (.light, 256, true), (.moderate, 1_024, true),
        (.deep, 4_096, true), (.custom("77"), 77, true), (.custom("-1"), 0, true), (.custom("long"), nil, true),
    ])
    func levelsOfReasoningAreBudgetsOfTokens(
        _ level: ContextOptions.ReasoningLevel?, budget: Int?, isReasoning: Bool?
    ) async throws {
        let model = SnapshotModel([[saying("a")]])
        try await LanguageModelSession(model: LocalLanguageModel(model)).respond(
            to: "Hi", contextOptions: ContextOptions(reasoningLevel: level))
        #expect(model.requests.first?.reasoningBudget == budget)
        #expect(model.requests.first?.input.isReasoning == isReasoning)
    }

    @Test(arguments: [FinishReason.stop, .length])
    func anEmptyResponseComesWithTheReasonOfItsEnd(_ finish: FinishReason) async throws {
        let model = SnapshotModel([[GenerationSnapshot(text: "", tokens: [], usage: TokenUsage(), finish: finish)]])
        let response = try await LanguageModelSession(model: LocalLanguageModel(model)).respond(to: "Hi")
        #expect(response.content.isEmpty)
        #expect(response.usage.metadata["finishReason"] == GeneratedContent(finish.rawValue))
    }

    @Test func aRehydratedTranscriptGivesTheSamePrompt() async throws {
        let turns = [
            [calling(ToolCallText(name: "tide", arguments: #"{"port": "Brest"}"#), text: "Let me see.")],
            [saying("05:12")],
        ]
        let first = SnapshotModel(turns + [[saying("a")]])
        let session = LanguageModelSession(
            model: LocalLanguageModel(first), tools: [TideTool()], instructions: "Be brief.")
        try await session.respond(to: "Tide?")
        let restored = try Transcript(json: session.transcript.canonicalJSON())
        try await session.respond(to: "And?")

        let second = SnapshotModel([[saying("a")]])
        let continued = LanguageModelSession(
            model: LocalLanguageModel(second), tools: [TideTool()], transcript: restored)
        try await continued.respond(to: "And?")
        #expect(second.requests.last?.input == first.requests.last?.input)
        #expect(continued.transcript == session.transcript)
    }

    @Test func prewarmComputesThePromptThatARequestWillHave() async throws {
        let model = SnapshotModel([[saying("a")]])
        let session = LanguageModelSession(
            model: LocalLanguageModel(model), tools: [TideTool(includesSchemaInInstructions: false)],
            instructions: "Be brief.")
        session.prewarm(promptPrefix: Prompt("Tide?"))
        while model.prewarmed.isEmpty { await Task.yield() }
        try await session.respond(to: "Tide?")
        #expect(model.prewarmed == model.requests.map(\.input))
    }

    @Test func whatTheEngineCanDoIsKnown() {
        let capabilities = LocalLanguageModel(SnapshotModel([])).capabilities
        #expect(capabilities.contains(.toolCalling) && capabilities.contains(.guidedGeneration))
        #expect(!capabilities.contains(.vision) && !capabilities.contains(.reasoning))
    }
}
