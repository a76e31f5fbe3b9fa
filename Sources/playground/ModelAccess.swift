// The seam between the command line and models: verbs see only this, so that tests can put a model of their own behind it.

internal import FoundationEssentials
internal import FoundationModels
internal import Notebook
internal import Platform

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

/// Models from the source that `InstalledModels` names.
struct InstalledCellModels: CellModelSource {
    /// The version of this product, as it stands in records.
    static let engineVersion = "0.1.0"

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? {
        guard case .weightsFile(let path) = model else { return nil }
        return try? SHA256.hash(fileAt: Self.path(path, in: playground.folder)).description
    }

    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel {
        switch model {
        case .registered(let name):
            return SessionCellModel(try LocalLanguageModel(named: name), engineVersion: Self.engineVersion)
        case .weightsFile(let path):
            let url = URL(filePath: Self.path(path, in: playground.folder))
            return SessionCellModel(try LocalLanguageModel(contentsOf: url), engineVersion: Self.engineVersion)
        }
    }

    private static func path(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
}
