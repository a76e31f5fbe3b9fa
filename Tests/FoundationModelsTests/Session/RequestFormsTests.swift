// Every way to ask a session: for text, content by a schema and a value of a type; with a prompt, a text and a builder; in the
// older form and the newer one; waiting for the answer and reading it as it grows.

import FoundationModels
import Testing

@Suite struct RequestFormsTests {
    private static let json = #"{"port": "Brest"}"#
    private let schema = PortArguments.generationSchema
    private let options = GenerationOptions(temperature: 0.5)
    private let context = ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .light)
    private let metadata: [String: any ConvertibleToGeneratedContent] = ["source": "test", "attempt": 2]

    /// A session whose model says JSON whatever it is asked.
    private func makeSession(_ count: Int) -> (LanguageModelSession, ScriptedLanguageModel) {
        let model = ScriptedLanguageModel(Array(repeating: [.text(Self.json)], count: count))
        return (LanguageModelSession(model: model), model)
    }

    /// The prompts of a session, and what was asked for with each.
    private func prompts(_ session: LanguageModelSession) -> [Transcript.Prompt] {
        session.transcript.compactMap { if case .prompt(let prompt) = $0 { prompt } else { nil } }
    }

    @Test func respondWithText() async throws {
        let (session, model) = makeSession(6)
        var contents: [String] = []
        contents.append(try await session.respond(to: Prompt("Go"), options: options).content)
        contents.append(try await session.respond(to: "Go", options: options).content)
        contents.append(try await session.respond(options: options) { "Go" }.content)
        contents.append(
            try await session.respond(
                to: Prompt("Go"), options: options, contextOptions: context, metadata: metadata
            ).content)
        contents.append(
            try await session.respond(to: "Go", options: options, contextOptions: context, metadata: metadata).content)
        contents.append(
            try await session.respond(options: options, contextOptions: context, metadata: metadata) { "Go" }.content)
        #expect(contents == Array(repeating: Self.json, count: 6))
        expect(session, model, schema: nil, older: ContextOptions())
    }

    @Test func respondWithASchema() async throws {
        let (session, model) = makeSession(6)
        var contents: [GeneratedContent] = []
        contents.append(
            try await session.respond(
                to: Prompt("Go"), schema: schema, includeSchemaInPrompt: false, options: options
            ).content)
        contents.append(
            try await session.respond(to: "Go", schema: schema, includeSchemaInPrompt: false, options: options).content)
        contents.append(
            try await session.respond(schema: schema, includeSchemaInPrompt: false, options: options) { "Go" }.content)
        contents.append(
            try await session.respond(
                to: Prompt("Go"), schema: schema, options: options, contextOptions: context, metadata: metadata
            ).content)
        contents.append(
            try await session.respond(
                to: "Go", schema: schema, options: options, contextOptions: context, metadata: metadata
            ).content)
        contents.append(
            try await session.respond(
                schema: schema, options: options, contextOptions: context, metadata: metadata
            ) { "Go" }.content)
        #expect(contents.map(\.jsonString) == Array(repeating: Self.json, count: 6))
        expect(session, model, schema: schema, older: ContextOptions(includeSchemaInPrompt: false))
    }

    @Test func respondWithAType() async throws {
        let (session, model) = makeSession(6)
        var contents: [PortArguments] = []
        contents.append(
            try await session.respond(
                to: Prompt("Go"), generating: PortArguments.self, includeSchemaInPrompt: false, options: options
            ).content)
        contents.append(
            try await session.respond(to: "Go", includeSchemaInPrompt: false, options: options).content)
        contents.append(
            try await session.respond(
                generating: PortArguments.self, includeSchemaInPrompt: false, options: options
            ) { "Go" }.content)
        contents.append(
            try await session.respond(
                to: Prompt("Go"), generating: PortArguments.self, options: options, contextOptions: context,
                metadata: metadata
            ).content)
        contents.append(
            try await session.respond(
                to: "Go", generating: PortArguments.self, options: options, contextOptions: context,
                metadata: metadata
            ).content)
        contents.append(
            try await session.respond(
                generating: PortArguments.self, options: options, contextOptions: context, metadata: metadata
            ) { "Go" }.content)
        #expect(contents == Array(repeating: PortArguments(port: "Brest"), count: 6))
        expect(session, model, schema: schema, older: ContextOptions(includeSchemaInPrompt: false))
    }

    @Test func streamText() async throws {
        let (session, model) = makeSession(6)
        var contents: [String] = []
        contents.append(try await session.streamResponse(to: Prompt("Go"), options: options).collect().content)
        contents.append(try await session.streamResponse(to: "Go", options: options).collect().content)
        contents.append(try await session.streamResponse(options: options) { "Go" }.collect().content)
        contents.append(
            try await session.streamResponse(
                to: Prompt("Go"), options: options, contextOptions: context, metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                to: "Go", options: options, contextOptions: context, metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                options: options, contextOptions: context, metadata: metadata
            ) { "Go" }.collect().content)
        #expect(contents == Array(repeating: Self.json, count: 6))
        expect(session, model, schema: nil, older: ContextOptions())
    }

    @Test func streamBySchema() async throws {
        let (session, model) = makeSession(6)
        var contents: [GeneratedContent] = []
        contents.append(
            try await session.streamResponse(
                to: Prompt("Go"), schema: schema, includeSchemaInPrompt: false, options: options
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                to: "Go", schema: schema, includeSchemaInPrompt: false, options: options
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                schema: schema, includeSchemaInPrompt: false, options: options
            ) { "Go" }.collect().content)
        contents.append(
            try await session.streamResponse(
                to: Prompt("Go"), schema: schema, options: options, contextOptions: context, metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                to: "Go", schema: schema, options: options, contextOptions: context, metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                schema: schema, options: options, contextOptions: context, metadata: metadata
            ) { "Go" }.collect().content)
        #expect(contents.map(\.jsonString) == Array(repeating: Self.json, count: 6))
        expect(session, model, schema: schema, older: ContextOptions(includeSchemaInPrompt: false))
    }

    @Test func streamAType() async throws {
        let (session, model) = makeSession(6)
        var contents: [PortArguments] = []
        contents.append(
            try await session.streamResponse(
                to: Prompt("Go"), generating: PortArguments.self, includeSchemaInPrompt: false, options: options
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                to: "Go", generating: PortArguments.self, includeSchemaInPrompt: false, options: options
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                generating: PortArguments.self, includeSchemaInPrompt: false, options: options
            ) { "Go" }.collect().content)
        contents.append(
            try await session.streamResponse(
                to: Prompt("Go"), generating: PortArguments.self, options: options, contextOptions: context,
                metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                to: "Go", generating: PortArguments.self, options: options, contextOptions: context,
                metadata: metadata
            ).collect().content)
        contents.append(
            try await session.streamResponse(
                generating: PortArguments.self, options: options, contextOptions: context, metadata: metadata
            ) { "Go" }.collect().content)
        #expect(contents == Array(repeating: PortArguments(port: "Brest"), count: 6))
        expect(session, model, schema: schema, older: ContextOptions(includeSchemaInPrompt: false))
    }

    @Test func whatIsLeftOutHasItsDefault() async throws {
        let (session, model) = makeSession(4)
        try await session.respond(to: "Go")
        try await session.respond(to: "Go", schema: schema)
        let value: PortArguments = try await session.respond(to: "Go").content
        #expect(value.port == "Brest")
        try await session.respond(to: Prompt("Go"), schema: schema, metadata: metadata)
        #expect(
            model.requests.map(\.contextOptions.includeSchemaInPrompt) == [nil, true, true, true])
        #expect(model.requests.map(\.generationOptions) == Array(repeating: GenerationOptions(), count: 4))
        #expect(model.requests.map(\.metadata.count) == [0, 0, 0, 2])
    }

    /// Expects three requests of the older forms and three of the newer ones, in the transcript and before the model.
    private func expect(
        _ session: LanguageModelSession, _ model: ScriptedLanguageModel, schema: GenerationSchema?,
        older: ContextOptions, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let prompts = prompts(session)
        let contexts = [older, older, older, context, context, context]
        let metadata = self.metadata.mapValues(\.generatedContent)
        let metadatas = [[:], [:], [:], metadata, metadata, metadata]
        #expect(prompts.map(\.description) == Array(repeating: "Go", count: 6), sourceLocation: sourceLocation)
        #expect(prompts.map(\.options) == Array(repeating: options, count: 6), sourceLocation: sourceLocation)
        #expect(
            prompts.map(\.responseFormat?.schema) == Array(repeating: schema, count: 6),
            sourceLocation: sourceLocation)
        #expect(prompts.map(\.contextOptions) == contexts, sourceLocation: sourceLocation)
        #expect(prompts.map(\.metadata) == metadatas, sourceLocation: sourceLocation)
        #expect(
            model.requests.map(\.generationOptions) == Array(repeating: options, count: 6),
            sourceLocation: sourceLocation)
        #expect(model.requests.map(\.schema) == Array(repeating: schema, count: 6), sourceLocation: sourceLocation)
        #expect(model.requests.map(\.contextOptions) == contexts, sourceLocation: sourceLocation)
        #expect(model.requests.map(\.metadata) == metadatas, sourceLocation: sourceLocation)
        #expect(Set(model.requests.map(\.id)).count == 6, sourceLocation: sourceLocation)
    }
}
