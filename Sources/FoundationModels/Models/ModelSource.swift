// Where sessions get weights from: the seam to the registry of models on this machine.

package import FoundationEssentials
package import Inference
internal import Synchronization

/// Models by name and by file.
package protocol ModelSource: Sendable {
    /// The registered name of the model that `SystemLanguageModel.default` stands for.
    var defaultModelName: String { get }
    /// Whether the weights of a registered model are on this machine. Cheap: asked for every look at `availability`.
    func isInstalled(_ name: String) -> Bool
    /// Codes (ISO 639) of the languages that a registered model speaks; known without its weights.
    func languageCodes(of name: String) -> [String]
    /// Opens a registered model. Throws an error that says, to people, what to do.
    func load(named name: String) throws -> any TextModel
    /// Opens the weights in a file.
    func load(contentsOf url: URL) throws -> any TextModel
}

/// The source of models of this process.
package enum InstalledModels {
    private static let current = Mutex<any ModelSource>(NoModelSource())

    package static var source: any ModelSource {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The source of a process that has no registry: no model is installed.
private struct NoModelSource: ModelSource {
    let defaultModelName = "smollm2-135m-instruct"

    func isInstalled(_ name: String) -> Bool { false }
    func languageCodes(of name: String) -> [String] { [] }
    func load(named name: String) throws -> any TextModel { throw ModelSourceError.noRegistry(model: name) }
    func load(contentsOf url: URL) throws -> any TextModel { throw ModelSourceError.noRegistry(model: url.path) }
}

/// A model that can't be opened for want of a registry.
package enum ModelSourceError: Error, Hashable, CustomStringConvertible {
    case noRegistry(model: String)

    package var description: String {
        switch self {
        case .noRegistry(let model):
            "can't open the model '\(model)': no registry of models is connected to this process [model.no-registry]"
        }
    }
}
