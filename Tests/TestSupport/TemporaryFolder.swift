// A folder for one test, removed when the value goes away.

internal import Foundation

package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of `name` in this folder.
    package subscript(name: String) -> String { "\(path)/\(name)" }

    package func write(_ text: String, to name: String) throws {
        let url = URL(filePath: self[name])
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    package func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: self[name])), as: UTF8.self)
    }

    /// All files below this folder, by relative path, sorted.
    package func files() -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            (try? FileManager.default.attributesOfItem(atPath: self[name])[.type] as? FileAttributeType)
                != .typeDirectory
        }
        .sorted()
    }
}
