// A cell ready to be asked: its templates filled, its options resolved, its key computed. Made from texts alone.

/// One question to a model.
package struct PreparedCell: Sendable {
    package let id: String
    package let continues: String?
    package let model: ModelReference
    package internal(set) var conversation: Conversation
    package let prompt: String
    package let options: ResolvedOptions
    /// Of the answer; nil where that is text.
    package let schema: CellSchema?
    package let key: CellKey
    /// nil: the model's own, and a cell that does not fit into it fails.
    package let window: ContextWindow?
    /// Whether the file or the cell says something of the context.
    let isWindowDeclared: Bool
    /// What was left out of the conversation before it was asked.
    var trimming: Trimming?
    /// Whether the boundaries of the answer's stream are recorded.
    package internal(set) var recordsSnapshots = false

    /// The conversation once the question is answered, without what was left out of it for the answer.
    package func answered(with entry: OutputEntry) -> Conversation {
        conversation.trimmed(by: entry.trimming).adding(prompt, entry.content, options, by: schema, calls: entry.calls)
    }

    /// A question without words after the answer to this one, to see what it would share with this one.
    package func continued(with entry: OutputEntry) -> PreparedCell {
        PreparedCell(
            id: id, continues: id, model: model, conversation: answered(with: entry), prompt: "", options: options,
            schema: nil, key: key, window: window, isWindowDeclared: isWindowDeclared)
    }

    /// The same question, asked of weights that are known now.
    func answered(by identity: CellModelIdentity) -> PreparedCell {
        var cell = PreparedCell(
            id: id, continues: continues, model: model, conversation: conversation, prompt: prompt, options: options,
            schema: schema,
            key: CellKey(
                model: identity.sha256, conversation: conversation, prompt: prompt, options: options, schema: schema,
                context: isWindowDeclared ? window : nil),
            window: window, isWindowDeclared: isWindowDeclared)
        cell.recordsSnapshots = recordsSnapshots
        return cell
    }
}

/// Fills the cells of one document.
struct CellPreparation: Sendable {
    let document: PlaygroundDocument
    let parameters: [String: ParameterValue]
    let models: CellModels
    private let profiles: EffectiveProfiles

    init(document: PlaygroundDocument, parameters: [String: ParameterValue], models: CellModels) {
        self.document = document
        self.parameters = parameters
        self.models = models
        profiles = EffectiveProfiles(document)
    }

    /// - Parameters:
    ///   - finished: the conversations that end in the cells finished so far, by id.
    ///   - recorded: the cell's record, whose weights stand for those that are not known, if they have the same name.
    ///   - budget: of which the texts of the cell are taken.
    /// - Returns: nil where a cell that this one depends on is not finished.
    /// - Throws: where the texts are too long. None of them is made then.
    func prepare(
        _ cell: CellDeclaration, finished: [String: Conversation], recorded: OutputEntry?, budget: inout TextBudget
    ) throws(PreparationError) -> PreparedCell? {
        guard cell.dependencies.allSatisfy({ finished[$0] != nil }) else { return nil }
        let profile = profiles[cell]
        var conversation: Conversation
        if let parent = cell.continues {
            var parent = finished[parent.value] ?? Conversation()
            // A switch of the profile keeps what was said; the new profile's instructions take the place of the old ones'.
            if cell.settings.profile != nil, let instructions = profile?.instructions {
                parent.instructions = try fill([instructions], finished, "the instructions", of: cell, &budget).first
            }
            conversation = parent
        } else {
            let texts = try fill(
                instructions(of: cell).map { [$0] } ?? [], finished, "the instructions", of: cell, &budget)
            conversation = Conversation(instructions: texts.first)
        }
        conversation.tools = document.visibleTools(of: cell)
        let templates = cell.prompt.map { part in
            switch part {
            case .text(let template): template
            }
        }
        let prompt = try fill(templates, finished, "the prompt", of: cell, &budget).joined(separator: "\n")
        var options = options(of: cell)
        let context = document.context(of: cell)
        let window = ContextWindow(context, target: document.target?.value)
        let model = model(of: cell)
        let schema = try schema(of: cell, finished)
        // The file's mode is about the cells that have tools.
        if conversation.tools.isEmpty { options.toolCallingMode = nil }
        let key = CellKey(
            model: models.hashes[model] ?? stand(in: recorded, for: model), conversation: conversation, prompt: prompt,
            options: options, schema: schema, context: context == nil ? nil : window)
        var prepared = PreparedCell(
            id: cell.id.value, continues: cell.continues?.value, model: model, conversation: conversation,
            prompt: prompt, options: options, schema: schema, key: key, window: window,
            isWindowDeclared: context != nil)
        prepared.recordsSnapshots = cell.settings.recordsSnapshots
        return prepared
    }

    /// What a cell that continues nothing starts with, its own over its profile's over the file's.
    func instructions(of cell: CellDeclaration) -> PromptTemplate? {
        cell.instructions ?? profiles[cell]?.instructions ?? document.instructions
    }

    /// The options of a cell with nothing left open.
    func options(of cell: CellDeclaration) -> ResolvedOptions {
        var options = ResolvedOptions(
            profiles.options(of: cell).merged(over: document.options), cell: cell.id.value)
        options.useCase = cell.settings.useCase?.value
        options.reasoningLevel = (cell.settings.reasoningLevel ?? profiles[cell]?.reasoningLevel)?.value
        options.simulation = (cell.settings.simulation ?? document.simulation)?.value
        return options
    }

    /// The model that a cell is asked of.
    func model(of cell: CellDeclaration) -> ModelReference { models.model(of: cell, in: profiles[cell]) }

    /// Without weights and registry, the name is all there is to compare.
    private func stand(in recorded: OutputEntry?, for model: ModelReference) -> String {
        if let recorded, recorded.model.name == model.name { return recorded.model.sha256 }
        return "name \(model.name)"
    }

    /// The templates with their values, if there is room for them. Their length is known before any of them is made.
    private func fill(
        _ templates: [PromptTemplate], _ finished: [String: Conversation], _ what: String, of cell: CellDeclaration,
        _ budget: inout TextBudget
    ) throws(PreparationError) -> [String] {
        var values: [TemplateReference.Target: String] = [:]
        var contents = ContentReader()
        for reference in templates.flatMap(\.references) where values[reference.target] == nil {
            switch reference.target {
            case .parameter(let name): values[reference.target] = parameters[name]?.text ?? ""
            case .cellContent(let id, let path):
                guard let turn = finished[id]?.turns.last else { continue }
                values[reference.target] = try contents.text(at: path, of: id, turn, for: reference)
            case .cellRows(let id): values[reference.target] = finished[id]?.turns.last?.content ?? ""
            case .axis(let name, let column):
                values[reference.target] = cell.row?.text(axis: name, column: column) ?? ""
            case .rowKey: values[reference.target] = cell.row?.key ?? ""
            }
        }
        func value(_ reference: TemplateReference) -> String { values[reference.target] ?? "" }
        try budget.spend(templates.reduce(0) { $0 + $1.byteCount(value) }, on: what, of: cell)
        return templates.map { $0.substituting(value) }
    }
}

extension ModelReference {
    /// What records call the model: the registered name, or the name of the file.
    package var name: String {
        switch self {
        case .registered(let name): name
        case .weightsFile(let path): path.split(separator: "/").last.map(String.init) ?? path
        }
    }
}
