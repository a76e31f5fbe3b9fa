// Which profile a cell is asked in: its own, else that of the conversation it goes on with. A switch holds until the next.

/// The profiles in effect, by cell.
struct EffectiveProfiles: Sendable {
    private var profiles: [String: ProfileDeclaration] = [:]
    private var byName: [String: ProfileDeclaration] = [:]

    /// - Parameters:
    ///   - document: whose conversations have no cycles.
    init(_ document: PlaygroundDocument) {
        self.init(document.profiles, cells: document.cells)
    }

    /// Cost: n log n in the number of cells, where there are profiles.
    init(_ declared: [ProfileDeclaration], cells: [CellDeclaration]) {
        guard !declared.isEmpty else { return }
        byName = Dictionary(declared.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
        for cell in CellOrder.sorted(cells) {
            profiles[cell.id.value] =
                cell.settings.profile.flatMap { byName[$0.value] } ?? cell.continues.flatMap { profiles[$0.value] }
        }
    }

    /// The profile of a cell or a row; nil where neither it nor its conversation names one.
    subscript(cell: CellDeclaration) -> ProfileDeclaration? {
        // The name of a row's profile may be that of an axis.
        if let name = cell.settings.profile?.value { return byName[name] }
        return profiles.isEmpty ? nil : profiles[cell.row == nil ? cell.id.value : RowAddress(cell.id.value).cell]
    }

    /// The options of a cell over those of its profile.
    func options(of cell: CellDeclaration) -> OptionsDeclaration {
        self[cell].map { cell.options.merged(over: $0.options) } ?? cell.options
    }
}
