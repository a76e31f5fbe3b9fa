// One executor for each configuration: sessions on equal models share what their executor holds.

internal import Synchronization

/// The executors of this process. They are kept: what an executor must let go of, it lets go of itself.
enum SharedExecutors {
    /// By type: a dictionary from configurations to executors.
    private static let executors = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The executor of `model`, made the first time that its configuration is asked for. A failure is not kept.
    static func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
        let configuration = model.executorConfiguration
        return try executors.withLock { executors in
            let type = ObjectIdentifier(Model.Executor.self)
            var known = executors[type] as? [Model.Executor.Configuration: Model.Executor] ?? [:]
            if let executor = known[configuration] { return executor }
            let executor = try Model.Executor(configuration: configuration)
            known[configuration] = executor
            executors[type] = known
            return executor
        }
    }
}
