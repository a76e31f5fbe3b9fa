// One turn on the engine: the request in the engine's values, and the engine's snapshots as events.

internal import Inference

struct EngineTurn {
    private typealias Channel = LanguageModelExecutorGenerationChannel

    let request: LanguageModelExecutorGenerationRequest
    private let tools: [Transcript.ToolDefinition]
    private let preface: String?

    /// - Parameter preface: what the model is told ahead of all instructions, though no transcript says so.
    init(_ request: LanguageModelExecutorGenerationRequest, preface: String?) {
        self.request = request
        self.preface = preface
        let isDisallowed = request.generationOptions.toolCallingMode == .disallowed
        tools = isDisallowed ? [] : request.enabledToolDefinitions
    }

    /// What the model reads.
    var input: ModelInput {
        var input = ModelInput(
            request.transcript, tools: tools, toolsWithHiddenParameters: request.engine.toolsWithHiddenParameters,
            preface: preface)
        if request.contextOptions.includeSchemaInPrompt ?? true {
            input.shownSchema = request.schema?.jsonSchemaText
        }
        if request.contextOptions.reasoningLevel != nil { input.isReasoning = true }
        return input
    }

    var generationRequest: GenerationRequest {
        var generation = GenerationRequest(
            input: input,
            form: request.schema.map {
                .json($0.outputSchema, spacing: .spaced)
            } ?? .text,
            toolChoice: toolChoice,
            reasoningBudget: request.contextOptions.reasoningLevel?.tokenBudget,
            sampling: request.generationOptions.resolvedSampling(seed: request.engine.seed),
            maximumResponseTokens: request.generationOptions.maximumResponseTokens.map { max(0, $0) },
            forcedTokens: request.engine.forcedTokens)
        generation.draft = request.engine.draft
        return generation
    }

    private var toolChoice: ToolChoice {
        guard !tools.isEmpty else { return .disallowed }
        return switch request.generationOptions.toolCallingMode?.kind {
        case .required: .required
        case .disallowed: .disallowed
        case .allowed, nil: .allowed
        }
    }

    func run(
        on model: any TextModel, streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let generation = generationRequest
        await channel.send(
            .origin(
                GenerationOrigin(
                    model: model.identity, messages: generation.messages, sampling: generation.sampling)))
        var before = GenerationSnapshot(text: "", tokens: [], usage: TokenUsage())
        for try await snapshot in model.generate(generation) {
            await channel.send(.step(events(from: before, to: snapshot), snapshot))
            before = snapshot
        }
        // The generation ends early, and silently, where the task is cancelled.
        if before.finish == nil { throw CancellationError() }
    }

    /// What changed from one snapshot to the next. Counts travel with the snapshot.
    private func events(from before: GenerationSnapshot, to snapshot: GenerationSnapshot) -> [Channel.Event] {
        var events: [Channel.Event] = []
        if let text = growth(of: snapshot.reasoning, after: before.reasoning) {
            events.append(.reasoning(action: .appendText(text, tokenCount: 0)))
        }
        if let text = growth(of: snapshot.text, after: before.text) {
            events.append(.response(action: .appendText(text, tokenCount: 0)))
        }
        for (index, call) in snapshot.toolCalls.enumerated() {
            let isKnown = index < before.toolCalls.count
            let text = growth(of: call.arguments, after: isKnown ? before.toolCalls[index].arguments : "")
            if isKnown, text == nil { continue }
            events.append(
                .toolCalls(
                    action: .toolCall(
                        id: callID(index), name: call.name, action: .appendArguments(text ?? "", tokenCount: 0))))
        }
        return events
    }

    private func growth(of text: String, after before: String) -> String? {
        let count = before.utf8.count
        guard text.utf8.count > count else { return nil }
        return String(Substring(text.utf8.dropFirst(count)))
    }

    /// Calls have the same ids wherever the same conversation is had again.
    private func callID(_ index: Int) -> String {
        request.transcript.nextID(role: "call", .integer(index))
    }
}

extension ContextOptions.ReasoningLevel {
    /// Tokens that a model which reasons may think for; nil: no limit. A custom level is a number of tokens; one that is no
    /// number sets no limit.
    package var tokenBudget: Int? {
        switch self {
        case .light: 256
        case .moderate: 1_024
        case .deep: 4_096
        case .custom(let name): Int(name).map { max(0, $0) }
        }
    }
}
