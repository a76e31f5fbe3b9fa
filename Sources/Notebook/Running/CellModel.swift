// What a run needs of a model. The real one is a session of FoundationModels (`SessionCellModel`); tests have their own.

package import FoundationModels

/// Which model answers.
package struct CellModelIdentity: Sendable, Hashable {
    /// Of the weights.
    package var sha256: String
    package var engineVersion: String
    package var numerics: Int

    package init(sha256: String, engineVersion: String, numerics: Int) {
        self.sha256 = sha256
        self.engineVersion = engineVersion
        self.numerics = numerics
    }
}

/// An answer so far.
package typealias CellAnswer = GeneratedAnswer

/// A model that answers one question at a time.
package protocol CellModel: Sendable {
    var identity: CellModelIdentity { get }
    /// The growing answer to `prompt` at the end of `conversation`: by a schema, the text of JSON. Ends soon after its reader
    /// has left.
    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error>
    /// The same by a model that may call tools, those of the conversation in its order.
    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?,
        tools: [any Tool]
    ) -> AsyncThrowingStream<CellAnswer, any Error>
    /// Token ids of what the model would read for a cell; by default nil: the model does not tell.
    func promptTokens(of cell: PreparedCell) throws -> [Int32]?
    /// The same model, which answers the same, and faster where it answers what is expected.
    func expecting(_ answer: CellAnswer) -> any CellModel
    /// Tokens that a conversation with its answers may have; nil where it is not known.
    var contextSize: Int? { get }
    /// Tokens that the model would read; nil where it can't count.
    func tokenCount(
        asking prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) throws -> Int?
}

extension CellModel {
    package func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?,
        tools: [any Tool]
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        if tools.isEmpty { return answers(to: prompt, after: conversation, options: options, schema: schema) }
        return AsyncThrowingStream { $0.finish(throwing: ToolFailure.modelWithoutTools) }
    }

    package func promptTokens(of cell: PreparedCell) throws -> [Int32]? { nil }

    package var contextSize: Int? { nil }

    package func tokenCount(
        asking prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) throws -> Int? { nil }
}

/// Where models come from.
package protocol CellModelSource: Sendable {
    /// The SHA-256 of a model's weights as far as it is known without reading weights that are not there.
    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String?
    /// Opens a model; reads its weights.
    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel
    /// Opens a model whose weights are here; nil: they are not.
    func opened(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> (any CellModel)?
}

extension CellModelSource {
    package func opened(
        _ model: ModelReference, for playground: PlaygroundPaths
    ) async throws -> (any CellModel)? { nil }
}
