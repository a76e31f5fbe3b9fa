// Where tests find what is not part of the package: the repository's own files, reference data, and weights.

package import Foundation

package enum Locations {
    /// The root of this repository.
    package static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Data of others, beside the repository; absent on most machines.
    package static let shared = repository.deletingLastPathComponent().appending(path: "shared")

    /// `../shared/reference/engine`, or nil where it is absent.
    package static var engineReference: URL? {
        let url = shared.appending(path: "reference/engine")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Weights by file name: in `PLAYGROUND_TEST_WEIGHTS`, else in the user's cache folder; nil where they are absent.
    package static func weights(_ fileName: String) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        var folders: [URL] = []
        if let folder = environment["PLAYGROUND_TEST_WEIGHTS"] { folders.append(URL(filePath: folder)) }
        if let cache = environment["PLAYGROUND_CACHE"] {
            folders.append(URL(filePath: cache).appending(path: "models"))
        }
        let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
        folders.append(URL(filePath: cache).appending(path: "prompt-notebook/models"))
        return folders.map { $0.appending(path: fileName) }.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    package static let smolLM2FileName = "SmolLM2-135M-Instruct.Q4_1.gguf"
    package static let gemma3FileName = "gemma-3-270m-q4_k_m.gguf"
}
