// A model that an app names itself: a file of weights, or a registered name.

public import FoundationEssentials
package import Inference

/// A language model from weights on this machine.
public final class LocalLanguageModel: Sendable {
    let handle: ModelHandle
    package let textModel: any TextModel

    /// The model in a GGUF file. Reads the file's head and maps its weights.
    /// - Throws: where the file is no model that can be run.
    public convenience init(contentsOf url: URL) throws {
        self.init(try InstalledModels.source.load(contentsOf: url))
    }

    /// A registered model whose weights are on this machine.
    /// - Throws: where there is no such model, or its weights are missing.
    public convenience init(named name: String) throws {
        self.init(try InstalledModels.source.load(named: name))
    }

    package init(_ textModel: any TextModel) {
        self.textModel = textModel
        handle = ModelHandle(textModel)
    }

    /// The model of another for a task.
    package init(sharing other: LocalLanguageModel, useCase: SystemLanguageModel.UseCase) {
        let textModel = other.textModel
        self.textModel = textModel
        handle = ModelHandle(preface: useCase.preface) { textModel }
    }

    /// Tokens that a conversation may have.
    public var contextSize: Int { textModel.contextSize }
}
