// The seam between the command line and models: verbs see only this, so that tests can put a model of their own behind it.

internal import FoundationEssentials
internal import FoundationModels
internal import Models
internal import Notebook
internal import Platform
internal import Synchronization

/// How a command gets at models.
struct ModelAccess: Sendable {
    /// Used by playgrounds that name none.
    var defaultModel: ModelReference
    /// Models that compute with so many threads; nil: as many as there are CPUs.
    var source: @Sendable (_ threads: Int?) -> any CellModelSource
    /// The variables of the process, which name the folders of weights and the programs that fetch them.
    var environment: [String: String] = [:]
    /// The names of registered models; nil where any name may be one.
    var registered: @Sendable () -> [String]? = { nil }
    /// Tells what a person waits for.
    var waiting = WaitingReport()

    /// The models of this machine. What is missing of them is fetched when it is needed, and told on `console`.
    static func installed(console: Console, environment: [String: String]) -> ModelAccess {
        let waiting = WaitingReport()
        waiting.show(WaitingLine(console).show)
        return ModelAccess(
            defaultModel: .registered(ModelRegistry.defaultName),
            source: { InstalledCellModels(environment: environment, console: console, threads: $0, waiting: waiting) },
            environment: environment,
            registered: { try? ModelStore(environment: environment).registry().entries.map(\.name) }, waiting: waiting)
    }
}

/// Models of the registry and weights in files, each opened once.
final class InstalledCellModels: CellModelSource {
    /// The version of this product, as it stands in records.
    static let engineVersion = "0.1.0"

    private let environment: [String: String]
    private let console: Console
    private let threads: Int?
    private let waiting: WaitingReport
    private let opened = Mutex<[ModelReference: SessionCellModel]>([:])

    init(
        environment: [String: String], console: Console, threads: Int?, waiting: WaitingReport = WaitingReport()
    ) {
        self.waiting = waiting
        self.environment = environment
        self.console = console
        self.threads = threads
    }

    /// Of a registered model that which the registry wants; opening holds the weights against it.
    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? {
        guard let store = try? ModelStore(environment: environment) else { return nil }
        switch model {
        case .registered(let name): return try? store.registry().entry(named: name).sha256
        case .weightsFile(let path):
            return try? store.sha256(ofWeightsAt: ModelStore.path(path, relativeTo: playground.folder))
        }
    }

    /// Opens a model only if nothing has to be fetched for it.
    func opened(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> (any CellModel)? {
        if case .registered(let name) = model {
            let store = try ModelStore(environment: environment)
            guard let entry = try? store.registry().entry(named: name), store.isInstalled(entry) else { return nil }
        }
        return try await open(model, for: playground)
    }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        let model = Self.resolved(model, in: playground.folder)
        if let opened = opened.withLock({ $0[model] }) { return opened }
        let store = try ModelStore(environment: environment)
        let weights: LocalLanguageModel
        let reading: @Sendable (Int, Int) -> Void = { [waiting] in waiting.tell(.reading(done: $0, count: $1)) }
        switch model {
        case .registered(let name):
            let printer = PullPrinter(console)
            try await store.ensureInstalled(name, with: printer.conversation(accepts: printer.asksOnTerminal))
            weights = LocalLanguageModel(
                try waiting.opening(name) { try store.open(named: name, threads: threads, reading: reading) })
        case .weightsFile(let path):
            weights = LocalLanguageModel(
                try waiting.opening(path) {
                    try store.open(fileAt: path, relativeTo: "/", threads: threads, reading: reading)
                })
        }
        let cellModel = SessionCellModel(weights, engineVersion: Self.engineVersion)
        opened.withLock { $0[model] = cellModel }
        return cellModel
    }

    /// A path in a playground is relative to its folder.
    private static func resolved(_ model: ModelReference, in folder: String) -> ModelReference {
        guard case .weightsFile(let path) = model else { return model }
        let base = ModelStore.path(folder, relativeTo: FileManager.default.currentDirectoryPath)
        return .weightsFile(path: ModelStore.path(path, relativeTo: base))
    }
}
