// The model of a real run: each question is put to a `LanguageModelSession` that takes up the conversation where it stands.

package import FoundationModels

/// A local model that answers cells.
package struct SessionCellModel: CellModel {
    private let model: LocalLanguageModel
    package let identity: CellModelIdentity
    private var expected: CellAnswer?

    /// - Parameter engineVersion: of this product, for records.
    package init(_ model: LocalLanguageModel, engineVersion: String) {
        self.model = model
        let provenance = model.provenance
        identity = CellModelIdentity(
            sha256: provenance.sha256, engineVersion: engineVersion, numerics: provenance.numerics)
    }

    package func promptTokens(of cell: PreparedCell) throws -> [Int32]? {
        var transcript = cell.conversation.transcript
        transcript.appendPrompt(Prompt(cell.prompt), options: cell.options.generationOptions)
        return try model.promptTokens(
            of: transcript, showing: cell.schema.flatMap { $0.isShown ? $0.schema : nil })
    }

    package func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        answers(to: prompt, after: conversation, options: options, schema: schema, tools: [])
    }

    package func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?,
        tools: [any Tool]
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        let session = LanguageModelSession(
            model: model(for: options), tools: tools, transcript: conversation.transcript)
        session.toolRoundLimit = CellTools.turnLimit
        return session.answers(
            to: prompt, options: options.generationOptions, seed: options.seed, schema: schema?.schema,
            includeSchemaInPrompt: schema?.isShown ?? true, reasoningLevel: options.reasoningLevel?.level,
            expected: expected)
    }

    package func expecting(_ answer: CellAnswer) -> any CellModel {
        var model = self
        model.expected = answer
        return model
    }

    package var contextSize: Int? { model.contextSize }

    package func tokenCount(
        asking prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) throws -> Int? {
        try model(for: options).tokenCount(
            asking: prompt, after: conversation.transcript, schema: schema?.isShown == false ? nil : schema?.schema,
            isReasoning: options.reasoningLevel != nil)
    }

    private func model(for options: ResolvedOptions) -> LocalLanguageModel {
        guard let useCase = options.useCase, useCase != .general else { return model }
        return LocalLanguageModel(sharing: model, useCase: useCase.useCase)
    }
}
