// One cell of a playground as written: what it asks, what it goes on from, and what it must wait for.

/// A cell.
package struct CellDeclaration: Sendable, Equatable {
    /// 1 to 64 ASCII letters, digits, `-` and `_`, with a letter or digit first: a file name everywhere.
    package var id: Located<String>
    package var title: Located<String>?
    /// At least one part, in order.
    package var prompt: [PromptPart]
    /// The cell whose conversation this one goes on with; nil for a session of its own.
    package var continues: Located<String>?
    /// Cells to be run first although no text of theirs is used.
    package var needs: [Located<String>]
    /// Instead of the file's instructions. Only where `continues` is nil; may name parameters only.
    package var instructions: PromptTemplate?
    /// What this cell itself sets; see `OptionsDeclaration.merged(over:)`.
    package var options: OptionsDeclaration
    /// The name of the schema that the answer follows; nil for text.
    package var generating: Located<String>?
    /// Whether the model is shown the schema, over what the file says.
    package var includesSchema: Located<Bool>?
    package var tags: [Located<String>]
    /// In the order of the file.
    package var expectations: [Expectation] = []
    /// The share of rows for which all expectations must hold; nil: all rows.
    package var passRate: Located<Double>?
    /// The tools that it names; nil: those of the cell that it continues.
    package var tools: [Located<String>]?
    /// What multiplies the cell; nil for one that is asked once.
    package var matrix: Matrix?
    /// A matrix was written, but could not be read.
    package var hasBadMatrix = false
    /// The row that this is, of a cell with a matrix.
    package var row: MatrixRow?
    /// Profile, model and whatever else few cells set.
    package var settings = CellSettings()
    /// The tools that it sees, by name: those that it lists, else those of the cell that it continues.
    package var toolNames: [String] = []
    /// The whole entry in the list of cells.
    package var location: SourceLocation

    package init(
        id: Located<String>, title: Located<String>? = nil, prompt: [PromptPart], continues: Located<String>? = nil,
        needs: [Located<String>] = [], instructions: PromptTemplate? = nil,
        options: OptionsDeclaration = OptionsDeclaration(), generating: Located<String>? = nil,
        includesSchema: Located<Bool>? = nil, tags: [Located<String>] = [], matrix: Matrix? = nil,
        location: SourceLocation
    ) {
        self.id = id
        self.title = title
        self.prompt = prompt
        self.continues = continues
        self.needs = needs
        self.instructions = instructions
        self.options = options
        self.generating = generating
        self.includesSchema = includesSchema
        self.tags = tags
        self.matrix = matrix
        self.location = location
    }

    /// The ids of the cells whose content the prompt inserts or the schema takes a value of, each once, in the order of the text.
    package var contentDependencies: [String] {
        var seen: Set<String> = []
        let references = prompt.flatMap { part in
            switch part {
            case .text(let template): template.references
            }
        }
        return (references + settings.schemaReferences).compactMap { reference in
            guard let id = reference.target.cell, seen.insert(id).inserted else { return nil }
            return id
        }
    }

    /// Whether some expectation is that the cell fails.
    package var expectsFailure: Bool {
        expectations.contains { if case .error = $0.check { !$0.isNegated } else { false } }
    }

    /// The ids of all cells that have to be finished before this one: `continues`, `needs` and content, each once.
    package var dependencies: [String] {
        var seen: Set<String> = []
        let all = [continues?.value].compactMap { $0 } + needs.map(\.value) + contentDependencies
        return all.filter { seen.insert($0).inserted }
    }
}

/// One part of a prompt.
package enum PromptPart: Sendable, Equatable {
    case text(PromptTemplate)
}
