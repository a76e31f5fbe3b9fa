// Models by the names of the registry, from the weights that lie on this machine. Nothing is fetched from here: an app gets an
// error that says what to do.

package import FoundationEssentials
package import Inference
internal import Models

/// The registered models of this user. Folders are looked up anew at each call, so that weights which arrive are found.
package struct RegisteredModels: ModelSource {
    private let environment: [String: String]

    package var defaultModelName: String { ModelRegistry.defaultName }

    /// - Parameter environment: the variables of the process, which name the user's folders.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    package func isInstalled(_ name: String) -> Bool {
        guard let store = try? ModelStore(environment: environment),
            let entry = try? store.registry().entry(named: name)
        else { return false }
        return store.isInstalled(entry)
    }

    package func languageCodes(of name: String) -> [String] {
        let entry = try? ModelStore(environment: environment).registry().entry(named: name)
        return entry?.languageCodes ?? []
    }

    package func head(of name: String) throws -> ModelHead {
        let head = try ModelStore(environment: environment).head(named: name)
        return ModelHead(contextSize: head.contextLength, languageCodes: head.languageCodes)
    }

    package func load(named name: String) throws -> any TextModel {
        try ModelStore(environment: environment).open(named: name)
    }

    package func load(contentsOf url: URL) throws -> any TextModel {
        try ModelStore(environment: environment).open(
            fileAt: url.path, relativeTo: FileManager.default.currentDirectoryPath)
    }
}
