// Which model answers which cell: what the command line sets, else the cell's own, its profile's, the file's.

/// The models of one playground.
struct CellModels: Sendable {
    /// Of the cells that name none; of all where the command line sets it.
    let base: ModelReference
    let isOverridden: Bool
    /// The SHA-256 of weights, as far as they are known.
    var hashes: [ModelReference: String]

    func model(of cell: CellDeclaration, in profile: ProfileDeclaration?) -> ModelReference {
        isOverridden ? base : cell.settings.model?.value ?? profile?.model?.value ?? base
    }
}

extension PlaygroundDocument {
    /// Every model that the file names, where it names it, in the order of file, profiles, cells.
    package var namedModels: [Located<ModelReference>] {
        [model].compactMap { $0 } + profiles.compactMap(\.model)
            + cells.flatMap { cell in [cell.settings.model].compactMap { $0 } + cell.axisModels }
    }

    /// The hashes of the models that profiles and cells name, as far as a source knows them.
    package func hashes(from source: any CellModelSource, for paths: PlaygroundPaths) -> [ModelReference: String] {
        var hashes: [ModelReference: String] = [:]
        for model in Set(namedModels.map(\.value)) { hashes[model] = source.sha256(of: model, for: paths) }
        return hashes
    }
}
