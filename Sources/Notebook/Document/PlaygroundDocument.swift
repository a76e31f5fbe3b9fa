// A playground file after parsing and validation: what the author wrote, typed, with places, and nothing computed. Ids are
// unique, references resolve and nothing is cyclic, or there is no document. Planning and running start from this value.

/// A parsed playground file, format version 1.
package struct PlaygroundDocument: Sendable, Equatable {
    /// The path of the file as the user gave it.
    package var path: String
    package var title: Located<String>?
    package var model: Located<ModelReference>?
    package var target: Located<TargetSystem>?
    /// Options of the file; a cell's own go over them key by key.
    package var options: OptionsDeclaration
    /// In the order of the file.
    package var parameters: [ParameterDeclaration]
    /// In the order of the file.
    package var schemas: [SchemaDeclaration]
    /// Whether models are shown the schemas of their answers, where a cell does not say; nil: they are.
    package var includesSchema: Located<Bool>?
    /// In the order of the file.
    package var tools: [ToolDeclaration] = []
    /// Names of environment variables whose values must not be seen.
    package var secrets: [Located<String>] = []
    /// Instructions of every cell that continues nothing and has none of its own. May name parameters only.
    package var instructions: PromptTemplate?
    /// What a report draws, in the order of the file.
    package var plots: [PlotDeclaration]
    /// In the order of the file.
    package var profiles: [ProfileDeclaration] = []
    package var context: ContextDeclaration?
    package var simulation: Located<SimulationDeclaration>?
    package var silencedHints: Set<HintCode> = []
    /// In the order of the file; at least one.
    package var cells: [CellDeclaration]

    package init(
        path: String, title: Located<String>? = nil, model: Located<ModelReference>? = nil,
        target: Located<TargetSystem>? = nil, options: OptionsDeclaration = OptionsDeclaration(),
        parameters: [ParameterDeclaration] = [], schemas: [SchemaDeclaration] = [],
        includesSchema: Located<Bool>? = nil, instructions: PromptTemplate? = nil,
        plots: [PlotDeclaration] = [], cells: [CellDeclaration]
    ) {
        self.path = path
        self.title = title
        self.model = model
        self.target = target
        self.options = options
        self.parameters = parameters
        self.schemas = schemas
        self.includesSchema = includesSchema
        self.instructions = instructions
        self.plots = plots
        self.cells = cells
    }

    /// The schema that a cell's answer follows; nil for text.
    package func schema(of cell: CellDeclaration) -> CellSchema? {
        guard let name = cell.generating?.value, let schema = schemas.first(where: { $0.name.value == name })
        else { return nil }
        return CellSchema(
            name: name, schema: schema.schema, isShown: (cell.includesSchema ?? includesSchema)?.value ?? true)
    }

    /// The cell with an id, in time linear in the number of cells.
    package func cell(_ id: String) -> CellDeclaration? {
        cells.first { $0.id.value == id }
    }
}

/// What `model:` names.
package enum ModelReference: Sendable, Hashable {
    /// A name of the registry, such as `smollm2-135m-instruct`.
    case registered(String)
    /// A weights file: the path as written, taken from the playground's folder where it is relative.
    case weightsFile(path: String)
}

/// The system that a playground is held to.
package enum TargetSystem: String, Sendable, Hashable, CaseIterable {
    case ios26
    case ios27
    /// Private Cloud Compute.
    case pcc
}
