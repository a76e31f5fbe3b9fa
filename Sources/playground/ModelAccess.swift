// The seam between the command line and models: verbs see only this, so that tests can put a model of their own behind it.

internal import FoundationEssentials
internal import FoundationModels
internal import Notebook
internal import Platform
internal import Synchronization

/// How a command gets at models.
struct ModelAccess: Sendable {
    /// Used by playgrounds that name none.
    var defaultModel: ModelReference
    /// Models that compute with so many threads; nil: as many as there are CPUs.
    var source: @Sendable (_ threads: Int?) -> any CellModelSource

    /// The models of this machine.
    static let installed = ModelAccess(defaultModel: .registered(InstalledModels.source.defaultModelName)) { _ in
        InstalledCellModels()
    }
}

/// Models from the source that `InstalledModels` names, each opened once.
final class InstalledCellModels: CellModelSource {
    /// The version of this product, as it stands in records.
    static let engineVersion = "0.1.0"

    private let open = Mutex<[ModelReference: SessionCellModel]>([:])

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? {
        guard case .weightsFile(let path) = Self.resolved(model, in: playground.folder) else { return nil }
        return try? SHA256.hash(fileAt: path).description
    }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        let model = Self.resolved(model, in: playground.folder)
        if let opened = open.withLock({ $0[model] }) { return opened }
        let weights =
            switch model {
            case .registered(let name): try LocalLanguageModel(named: name)
            case .weightsFile(let path): try LocalLanguageModel(contentsOf: URL(filePath: path))
            }
        let opened = SessionCellModel(weights, engineVersion: Self.engineVersion)
        open.withLock { $0[model] = opened }
        return opened
    }

    /// A path in a playground is relative to its folder.
    private static func resolved(_ model: ModelReference, in folder: String) -> ModelReference {
        if case .weightsFile(let path) = model, !path.hasPrefix("/") { return .weightsFile(path: "\(folder)/\(path)") }
        return model
    }
}
