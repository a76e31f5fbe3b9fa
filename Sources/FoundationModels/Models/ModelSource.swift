// Where sessions get weights from: the seam to the registry of models on this machine.

package import FoundationEssentials
package import Inference
internal import Platform
internal import Synchronization

/// Models by name and by file.
package protocol ModelSource: Sendable {
    /// The registered name of the model that `SystemLanguageModel.default` stands for.
    var defaultModelName: String { get }
    /// Whether the weights of a registered model are on this machine. Cheap: asked for every look at `availability`.
    func isInstalled(_ name: String) -> Bool
    /// Codes (ISO 639) of the languages that a registered model speaks; known without its weights.
    func languageCodes(of name: String) -> [String]
    /// What the front of a registered model's file says, without its weights being read. Throws where there is no such file.
    func head(of name: String) throws -> ModelHead
    /// Opens a registered model. Throws an error that says, to people, what to do.
    func load(named name: String) throws -> any TextModel
    /// Opens the weights in a file.
    func load(contentsOf url: URL) throws -> any TextModel
}

extension ModelSource {
    /// Opens the model to ask it.
    package func head(of name: String) throws -> ModelHead {
        ModelHead(contextSize: try load(named: name).contextSize, languageCodes: [])
    }
}

/// What a model's file says of itself.
package struct ModelHead: Sendable, Hashable {
    /// Tokens that a conversation may have.
    package var contextSize: Int
    /// Codes (ISO 639) of the languages that it speaks; empty where it does not say.
    package var languageCodes: [String]

    package init(contextSize: Int, languageCodes: [String]) {
        self.contextSize = contextSize
        self.languageCodes = languageCodes
    }
}

/// The source of models of this process.
package enum InstalledModels {
    private static let current = Mutex<any ModelSource>(RegisteredModels())

    package static var source: any ModelSource {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The source of a process without a registry: no model has a name, but every file can be opened.
package struct FileModelSource: ModelSource {
    package let defaultModelName = "smollm2-135m-instruct"

    package init() {}

    package func isInstalled(_ name: String) -> Bool { false }
    package func languageCodes(of name: String) -> [String] { [] }

    package func load(named name: String) throws -> any TextModel {
        throw ModelSourceError.unregistered(name: name)
    }

    /// Reads the file twice: once for its hash, once for its weights.
    package func load(contentsOf url: URL) throws -> any TextModel {
        try LocalModel(path: url.path, sha256: SHA256.hash(fileAt: url.path).description)
    }
}

/// A model that can't be opened by its name.
package enum ModelSourceError: Error, Hashable, CustomStringConvertible {
    case unregistered(name: String)

    package var description: String {
        switch self {
        case .unregistered(let name):
            "no model named '\(name)' is registered; open one by its file [model.unregistered]"
        }
    }
}
