// What a cell sets beyond texts, options and a schema. A cell that uses none of it has the empty value.

/// The further settings of one cell, as written.
package struct CellSettings: Sendable, Equatable {
    /// The profile that the conversation goes on with from this cell on.
    package var profile: Located<String>?
    /// Over that of the profile and of the file; of this cell alone.
    package var model: Located<ModelReference>?
    package var useCase: Located<UseCaseDeclaration>?
    package var reasoningLevel: Located<ReasoningLevelDeclaration>?
    package var context: ContextDeclaration?
    package var simulation: Located<SimulationDeclaration>?
    /// Whether the places at which the answer's stream could be read are recorded.
    package var recordsSnapshots = false

    /// What the schema of the answer takes from parameters and contents.
    package var schemaReferences: [TemplateReference] = []

    package init() {}
}
