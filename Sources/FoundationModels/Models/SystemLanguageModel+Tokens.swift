// Counting tokens by rendering prompts: what counts is what the model would read, the words of its chat template included.

internal import Inference
internal import Tokenization

extension SystemLanguageModel {
    /// Tokens of a conversation that consists of this prompt, with what the chat template adds.
    public nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        try count(ModelInput(messages: [ChatMessage(role: "user", content: prompt.promptRepresentation.text)]))
    }

    /// Tokens of a conversation that consists of these instructions, with what the chat template and the use case add.
    public nonisolated(nonsending) func tokenCount(for instructions: Instructions) async throws -> Int {
        var transcript = Transcript()
        transcript.appendInstructions(instructions)
        return try count(ModelInput(transcript, tools: [], preface: handle.preface))
    }

    /// Tokens that tools add to a conversation: the difference that they make.
    public nonisolated(nonsending) func tokenCount(for tools: [any Tool]) async throws -> Int {
        let hidden = Set(tools.filter { !$0.includesSchemaInInstructions }.map(\.name))
        return try added(
            ModelInput(
                Self.anyConversation, tools: tools.map { Transcript.ToolDefinition(tool: $0) },
                toolsWithHiddenParameters: hidden, preface: handle.preface))
    }

    /// Tokens that a schema adds to a prompt that shows it: the difference that it makes.
    public nonisolated(nonsending) func tokenCount(for schema: GenerationSchema) async throws -> Int {
        var input = ModelInput(Self.anyConversation, tools: [], preface: handle.preface)
        input.shownSchema = schema.jsonSchemaText
        return try added(input)
    }

    /// Tokens of a conversation, with its tools and with what the chat template and the use case add.
    public nonisolated(nonsending) func tokenCount(
        for entries: some Collection<Transcript.Entry>
    ) async throws -> Int {
        let transcript = Transcript(entries: entries)
        var tools: [Transcript.ToolDefinition] = []
        if case .instructions(let instructions) = transcript.first { tools = instructions.toolDefinitions }
        return try count(ModelInput(transcript, tools: tools, preface: handle.preface))
    }

    /// One that every chat template takes.
    private static let anyConversation = Transcript(entries: [
        .prompt(Transcript.Prompt(id: "0", segments: [.text(Transcript.TextSegment(id: "0", content: "Hi"))]))
    ])

    /// How much longer a conversation is with tools and a schema than without.
    private func added(_ input: ModelInput) throws -> Int {
        try count(input) - count(ModelInput(messages: input.messages))
    }

    private func count(_ input: ModelInput) throws -> Int {
        do {
            return try handle.model().countTokens(input)
        } catch let error as Inference.GenerationError {
            throw ModelFailure(error)
        } catch {
            throw ModelFailure.assetsUnavailable(error)
        }
    }
}
