// The engine of this package as one executor among others: a request becomes what the engine reads, and each of its
// snapshots the events of one token.

internal import Inference
internal import Synchronization

/// An executor of models that the engine runs.
protocol EngineExecutor: LanguageModelExecutor {
    /// The weights of a model, opened if need be.
    func handle(of model: Model) -> ModelHandle
}

extension EngineExecutor {
    public nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest, model: Model,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            let handle = handle(of: model)
            let textModel = try handle.openedModel()
            try await EngineTurn(request, preface: handle.preface).run(on: textModel, streamingInto: channel)
        } catch let error as Inference.GenerationError {
            throw ModelFailure(error)
        }
    }

    /// Computes what a request begins with, in the background. What goes wrong shows in the request.
    public func prewarm(model: Model, transcript: Transcript) {
        var definitions: [Transcript.ToolDefinition] = []
        if case .instructions(let instructions) = transcript.first { definitions = instructions.toolDefinitions }
        let handle = handle(of: model)
        prewarm(handle, ModelInput(transcript, tools: definitions, preface: handle.preface))
    }

    /// The same for a request that is known whole.
    func prewarm(_ request: LanguageModelExecutorGenerationRequest, _ model: any LanguageModel) {
        guard let model = model as? Model else { return }
        let handle = handle(of: model)
        prewarm(handle, EngineTurn(request, preface: handle.preface).input)
    }

    private func prewarm(_ handle: ModelHandle, _ input: ModelInput) {
        Task {
            let model = try handle.openedModel()
            if !input.messages.isEmpty || !input.tools.isEmpty { try await model.prewarm(input) }
        }
    }
}

extension ModelHandle {
    /// The model; where it can't be opened, the error that apps catch.
    func openedModel() throws -> any TextModel {
        do {
            return try model()
        } catch {
            throw ModelFailure.assetsUnavailable(error)
        }
    }
}
