// A model with its executor, whatever their types: what a session holds.

#if canImport(UniformTypeIdentifiers)
    internal import UniformTypeIdentifiers
#endif

/// Answers requests.
struct SessionModel: Sendable {
    typealias Request = LanguageModelExecutorGenerationRequest

    private let readCapabilities: @Sendable () -> LanguageModelCapabilities
    private let readsData: @Sendable (UTType) -> Bool
    private let performRespond: @Sendable (Request, LanguageModelExecutorGenerationChannel) async throws -> Void
    private let performPrewarm: @Sendable (Request) throws -> Void

    /// Makes no executor yet: that happens when there is something to do.
    init<Model: LanguageModel>(_ model: Model) {
        readCapabilities = { model.capabilities }
        readsData = { model.supportsDataAttachmentType($0) }
        performRespond = { request, channel in
            let executor = try SharedExecutors.executor(for: model)
            try await executor.respond(to: request, model: model, streamingInto: channel)
        }
        performPrewarm = { request in
            let executor = try SharedExecutors.executor(for: model)
            if let engine = executor as? any EngineExecutor {
                engine.prewarm(request, model)
            } else {
                executor.prewarm(model: model, transcript: request.transcript)
            }
        }
    }

    var capabilities: LanguageModelCapabilities { readCapabilities() }

    /// Whether the model reads data of a type in prompts.
    func supportsDataAttachmentType(_ type: UTType) -> Bool { readsData(type) }

    /// Generates one turn.
    func respond(to request: Request, streamingInto channel: LanguageModelExecutorGenerationChannel) async throws {
        try await performRespond(request, channel)
    }

    /// Prepares for a request that begins as this one does.
    func prewarm(_ request: Request) throws {
        try performPrewarm(request)
    }
}
